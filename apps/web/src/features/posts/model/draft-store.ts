import { parseJson } from '@izgodno/contract/common/parse-json';
import type { KeyValues } from '#shared/storage.ts';
import { postDraftSchema, isBlank, type PostDraft } from './draft.ts';

/** Identifies a draft by its user and deal; a new post has no deal. */
export interface DraftOf {
  readonly userId: string;
  readonly dealId: string | undefined;
}

const keyOf = ({ userId, dealId = 'new' }: DraftOf): string => `post-draft:${userId}:${dealId}`;

/** Returns null if no draft is stored or it is unreadable. */
export const readDraft = (values: KeyValues, of: DraftOf): PostDraft | null => {
  const text = values.getItem(keyOf(of));
  const parsed = postDraftSchema.safeParse(text === null ? undefined : parseJson(text));
  return parsed.success ? parsed.data : null;
};

export const eraseDraft = (values: KeyValues, of: DraftOf): void => values.removeItem(keyOf(of));

/** Stores a draft for the time after a reload or sign-in; an empty one is removed. */
export const keepDraft = (values: KeyValues, of: DraftOf, draft: PostDraft): void => {
  if (isBlank(draft)) eraseDraft(values, of);
  else values.setItem(keyOf(of), JSON.stringify(draft));
};
