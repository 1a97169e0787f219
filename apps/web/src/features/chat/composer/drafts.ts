import * as z from 'zod/mini';
import { sharedStorage } from '#shared/storage.ts';

const DRAFTS_KEY = 'chat-drafts';

const draftsSchema = z.object({
  userId: z.string(),
  /** Unsent texts by channel. */
  drafts: z.record(
    z.string(),
    z.object({
      text: z.string(),
      people: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});
type Drafts = z.infer<typeof draftsSchema>;
/** A text and the users that it mentions. */
export type StoredText = Drafts['drafts'][string];

const read = (userId: string): Drafts => {
  try {
    const stored = draftsSchema.parse(JSON.parse(sharedStorage.getItem(DRAFTS_KEY) ?? 'null'));
    if (stored.userId === userId) return stored;
  } catch {
    // No draft is stored, or its content is unreadable.
  }
  return { userId, drafts: {} };
};

/** Returns the unsent draft of a channel. */
export const readDraft = (userId: string, channelId: string): StoredText | null =>
  read(userId).drafts[channelId] ?? null;

/** Stores a draft in this browser; removes an empty one. */
export const keepDraft = (userId: string, channelId: string, draft: StoredText): void => {
  const { [channelId]: _former, ...others } = read(userId).drafts;
  const drafts = draft.text.trim() === '' ? others : { ...others, [channelId]: draft };
  sharedStorage.setItem(DRAFTS_KEY, JSON.stringify({ userId, drafts } satisfies Drafts));
};

export const eraseDrafts = (): void => sharedStorage.setItem(DRAFTS_KEY, 'null');
