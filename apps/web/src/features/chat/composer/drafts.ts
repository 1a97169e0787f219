import * as z from 'zod/mini';
import { sharedStorage } from '#shared/storage.ts';

const DRAFTS_KEY = 'chat-drafts';

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
export const readDrafts = (userId: string): Drafts['drafts'] => {
  try {
    const stored = draftsSchema.parse(JSON.parse(sharedStorage.getItem(DRAFTS_KEY) ?? 'null'));
    if (stored.userId === userId) return stored.drafts;
  } catch {
    // No draft is stored, or its content is unreadable.
  }
  return {};
};

/** Stores a draft in this browser, beside those that other tabs store; removes one that is null. */
export const keepDraft = (userId: string, key: string, draft: StoredDraft | null): void => {
  const { [key]: _former, ...others } = readDrafts(userId);
  const drafts = draft === null ? others : { ...others, [key]: draft };
  sharedStorage.setItem(DRAFTS_KEY, JSON.stringify({ userId, drafts } satisfies Drafts));
};

export const eraseDrafts = (): void => sharedStorage.setItem(DRAFTS_KEY, 'null');
