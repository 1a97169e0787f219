import { splitTags, TAG_LIMITS, tagsSchema } from '@izgodno/contract/deals/tags';
import * as z from 'zod/mini';

export type TagFault = 'tooMany' | 'tooLong' | 'noLetter';

export interface TagEntry {
  readonly tags: readonly string[];
  /** The invalid part, which the field keeps. */
  readonly rest: string;
  readonly fault: TagFault | null;
}

const faultOf = (tag: string): TagFault =>
  tag.length > TAG_LIMITS.length ? 'tooLong' : 'noLetter';

/** Adds typed tags: commas separate them, and each occurs once. */
export const addTags = (tags: readonly string[], typed: string): TagEntry => {
  const next = [...tags];
  const refused: string[] = [];
  let fault: TagFault | null = null;
  for (const tag of splitTags(typed)) {
    if (next.includes(tag)) continue;
    if (next.length >= TAG_LIMITS.count) fault ??= 'tooMany';
    else if (z.safeParse(tagsSchema, [tag]).success) {
      next.push(tag);
      continue;
    } else fault ??= faultOf(tag);
    refused.push(tag);
  }
  return { tags: next, rest: refused.join(', '), fault };
};
