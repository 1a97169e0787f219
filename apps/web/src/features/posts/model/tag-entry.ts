import { splitTags, TAG_LIMITS, tagsSchema } from '@izgodno/contract/deals/tags';
import * as z from 'zod/mini';

export type TagError = 'tooMany' | 'tooLong' | 'noLetter';

export interface TagEntry {
  readonly tags: readonly string[];
  /** The invalid part, which the field keeps. */
  readonly rest: string;
  readonly error: TagError | null;
}

const errorOf = (tag: string): TagError =>
  tag.length > TAG_LIMITS.length ? 'tooLong' : 'noLetter';

/** Adds typed tags: commas separate them, and each occurs once. */
export const addTags = (tags: readonly string[], typed: string): TagEntry => {
  const next = [...tags];
  const rejected: string[] = [];
  let error: TagError | null = null;
  for (const tag of splitTags(typed)) {
    if (next.includes(tag)) continue;
    if (next.length >= TAG_LIMITS.count) error ??= 'tooMany';
    else if (z.safeParse(tagsSchema, [tag]).success) {
      next.push(tag);
      continue;
    } else error ??= errorOf(tag);
    rejected.push(tag);
  }
  return { tags: next, rest: rejected.join(', '), error };
};
