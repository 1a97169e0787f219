import * as z from 'zod/mini';
import { sharedStorage } from '#shared/storage.ts';

const DRAFTS_KEY = 'chat-drafts';
/** New texts of messages, by message id, until they are saved. */
const EDITS_KEY = 'chat-edits';
/** Unsent comments, replies and new texts of comments on deals. */
const COMMENTS_KEY = 'comment-drafts';

const draftsSchema = z.object({
  userId: z.string(),
  /** Unsent texts by `draftKey`. */
  drafts: z.record(
    z.string(),
    z.object({
      text: z.string(),
      people: z.array(z.object({ id: z.string(), name: z.string() })),
      version: z._default(z.int(), 0),
      isChanged: z._default(z.boolean(), true),
    }),
  ),
});
type Drafts = z.infer<typeof draftsSchema>;
/** A text, the users that it mentions, and what the server knows of it. */
export type StoredDraft = Drafts['drafts'][string];
/** A text and the users that it mentions. */
export type StoredText = Pick<StoredDraft, 'text' | 'people'>;

/** Returns the user's unsent texts that this browser stores. */
export const readDrafts = (userId: string, storageKey = DRAFTS_KEY): Drafts['drafts'] => {
  try {
    const stored = draftsSchema.parse(JSON.parse(sharedStorage.getItem(storageKey) ?? 'null'));
    if (stored.userId === userId) return stored.drafts;
  } catch {
    // No draft is stored, or its content is unreadable.
  }
  return {};
};

/** Stores a draft in this browser, beside those that other tabs store; removes one that is null. */
export const keepDraft = (
  userId: string,
  key: string,
  draft: StoredDraft | null,
  storageKey = DRAFTS_KEY,
): void => {
  const { [key]: _former, ...others } = readDrafts(userId, storageKey);
  const drafts = draft === null ? others : { ...others, [key]: draft };
  sharedStorage.setItem(storageKey, JSON.stringify({ userId, drafts } satisfies Drafts));
};

/** Returns the new text of a message that is not saved yet. */
export const readEdit = (userId: string, messageId: string): StoredText | undefined =>
  readDrafts(userId, EDITS_KEY)[messageId];

/** Stores the new text of a message as drafts are stored; removes one that is null. */
export const keepEdit = (userId: string, messageId: string, edit: StoredText | null): void =>
  keepDraft(userId, messageId, edit && { ...edit, version: 0, isChanged: true }, EDITS_KEY);

/** Returns the text of a comment that is not sent yet. */
export const readComment = (userId: string, key: string): string | undefined =>
  readDrafts(userId, COMMENTS_KEY)[key]?.text;

/** Stores the text of a comment until it is sent; removes one that is null. */
export const keepComment = (userId: string, key: string, text: string | null): void => {
  const draft = text === null ? null : { text, people: [], version: 0, isChanged: true };
  keepDraft(userId, key, draft, COMMENTS_KEY);
};

/** What forgets, with the drafts, what is written beside them. Only the chat's page has any. */
export const erasedWithDrafts = new Set<() => void>();

export const eraseDrafts = (): void => {
  for (const erase of erasedWithDrafts) erase();
  for (const key of [DRAFTS_KEY, EDITS_KEY, COMMENTS_KEY]) sharedStorage.setItem(key, 'null');
};
