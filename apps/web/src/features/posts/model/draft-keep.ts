import { parseJson } from '@izgodno/contract/common/parse-json';
import type { KeyValues } from '#shared/storage.ts';
import { postDraftSchema, isBlank, type PostDraft } from './draft.ts';

/** Whose draft of what: of a new deal, or of the changes to one that is posted. */
export interface DraftOf {
  readonly userId: string;
  readonly dealId: string | undefined;
}

const keyOf = ({ userId, dealId = 'new' }: DraftOf): string => `post-draft:${userId}:${dealId}`;

/** Null where nothing was kept, or what was kept cannot be read any more. */
export const readDraft = (values: KeyValues, of: DraftOf): PostDraft | null => {
  const text = values.getItem(keyOf(of));
  const parsed = postDraftSchema.safeParse(text === null ? undefined : parseJson(text));
  return parsed.success ? parsed.data : null;
};

export const forgetDraft = (values: KeyValues, of: DraftOf): void => values.removeItem(keyOf(of));

/** Keeps a draft for the time after a reload or a sign-in; one that says nothing is not worth it. */
export const keepDraft = (values: KeyValues, of: DraftOf, draft: PostDraft): void => {
  if (isBlank(draft)) forgetDraft(values, of);
  else values.setItem(keyOf(of), JSON.stringify(draft));
};
