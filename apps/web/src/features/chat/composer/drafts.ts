import * as z from 'zod/mini';
import { formFileSchema } from '#core/uploads/form-file.ts';
import { listen } from '#shared/browser-events.ts';
import { sharedStorage } from '#shared/storage.ts';
import type { Unsubscribe } from '#shared/store.ts';

const DRAFTS_KEY = 'chat-drafts';
/** New texts of messages, by message id, until they are saved. */
const EDITS_KEY = 'chat-edits';
/** Unsent comments, replies and new texts of comments on deals. */
const COMMENTS_KEY = 'comment-drafts';

const draftSchema = z.object({
  text: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  version: z._default(z.int(), 0),
  isChanged: z._default(z.boolean(), true),
});
/** A text, the users that it mentions, and what the server knows of it. */
export type StoredDraft = z.infer<typeof draftSchema>;
/** A text and the users that it mentions. */
export type StoredText = Pick<StoredDraft, 'text' | 'people'>;
/** The new text of a message; `version` is what it is based on (`basedOnOf`), or `ANY`. */
export type StoredEdit = Omit<StoredDraft, 'isChanged'>;

const commentSchema = z.extend(draftSchema, {
  images: z._default(z.readonly(z.array(formFileSchema)), []),
});
/** What is typed in the form of a comment, and its images. */
export type StoredComment = Omit<z.infer<typeof commentSchema>, 'isChanged'>;

/** Once the user was notified of another edit, theirs replaces it. */
export const ANY = -1;

/** The `basedOn` of the call that saves an edit. */
export const basedOnIn = ({ version }: Pick<StoredEdit, 'version'>): number | undefined =>
  version === ANY ? undefined : version;

/** Null if no draft is stored under the name, or it is unreadable. */
const readDraft = <Draft>(schema: z.ZodMiniType<Draft>, name: string): Draft | null => {
  try {
    return schema.parse(JSON.parse(sharedStorage.getItem(name) ?? ''));
  } catch {
    return null;
  }
};

/** The name of a draft in the storage: each has its own, so that a pressed key writes one draft. */
const nameOf = (userId: string, key: string, storageKey = DRAFTS_KEY): string =>
  `${storageKey}:${userId}:${key}`;

const namesFrom = (start: string): readonly string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start));
  } catch {
    // Forbidden storage has no draft of an earlier page.
    return [];
  }
};

/** Returns the user's unsent texts that this browser stores, by `draftKey`. */
export const readDrafts = (userId: string): Readonly<Record<string, StoredDraft>> => {
  const start = nameOf(userId, '');
  const drafts: Record<string, StoredDraft> = {};
  for (const name of namesFrom(start)) {
    const draft = readDraft(draftSchema, name);
    if (draft !== null) drafts[name.slice(start.length)] = draft;
  }
  return drafts;
};

/** Stores a draft in this browser, beside those that other tabs store; removes one that is null. */
export const keepDraft = (
  userId: string,
  key: string,
  draft: StoredDraft | null,
  storageKey?: string,
): void => {
  const name = nameOf(userId, key, storageKey);
  if (draft === null) sharedStorage.removeItem(name);
  else sharedStorage.setItem(name, JSON.stringify(draft));
};

/** Returns the new text of a message that is not saved yet. */
export const readEdit = (userId: string, messageId: string): StoredEdit | null =>
  readDraft(draftSchema, nameOf(userId, messageId, EDITS_KEY));

/** Stores the new text of a message as drafts are stored; removes one that is null. */
export const keepEdit = (userId: string, messageId: string, edit: StoredEdit | null): void =>
  keepDraft(userId, messageId, edit && { ...edit, isChanged: true }, EDITS_KEY);

/** Returns a comment, or the new text of one, that is not sent yet. */
export const readComment = (userId: string, key: string): StoredComment | null =>
  readDraft(commentSchema, nameOf(userId, key, COMMENTS_KEY));

/** Stores a comment until it is sent; removes one that is null. */
export const keepComment = (userId: string, key: string, comment: StoredComment | null): void =>
  keepDraft(userId, key, comment && { ...comment, isChanged: true }, COMMENTS_KEY);

/**
 * Calls the listener when another tab, or another form of this page, has stored or removed the comment.
 */
export const onCommentChange = (userId: string, key: string, listener: () => void): Unsubscribe =>
  listen(window, 'storage', (event) => {
    const name = nameOf(userId, key, COMMENTS_KEY);
    if (event instanceof StorageEvent && event.key === name) listener();
  });

/** Informs the other forms of this page; the browser informs other tabs only. */
export const announceComment = (userId: string, key: string): void => {
  const name = nameOf(userId, key, COMMENTS_KEY);
  window.dispatchEvent(new StorageEvent('storage', { key: name }));
};

/** What forgets, with the drafts, what is written beside them. Only the chat's page has any. */
export const erasedWithDrafts = new Set<() => void>();

export const eraseDrafts = (): void => {
  for (const erase of erasedWithDrafts) erase();
  for (const key of [DRAFTS_KEY, EDITS_KEY, COMMENTS_KEY])
    for (const name of namesFrom(key)) sharedStorage.removeItem(name);
};
