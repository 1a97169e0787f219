import * as z from 'zod/mini';
import { sharedStorage } from '#shared/storage.ts';

const DRAFTS_KEY = 'chat-drafts';

const draftsSchema = z.object({
  userId: z.string(),
  /** What was written and not sent, by channel. */
  drafts: z.record(
    z.string(),
    z.object({
      text: z.string(),
      people: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});
type Drafts = z.infer<typeof draftsSchema>;
/** A text with the people whom its mentions mean. */
export type KeptText = Drafts['drafts'][string];

const read = (userId: string): Drafts => {
  try {
    const stored = draftsSchema.parse(JSON.parse(sharedStorage.getItem(DRAFTS_KEY) ?? 'null'));
    if (stored.userId === userId) return stored;
  } catch {
    // None was kept, or something else wrote there.
  }
  return { userId, drafts: {} };
};

/** What one began to write in a channel and has not sent. */
export const readDraft = (userId: string, channelId: string): KeptText | null =>
  read(userId).drafts[channelId] ?? null;

/** Keeps it in this browser; an empty text is not kept. */
export const keepDraft = (userId: string, channelId: string, draft: KeptText): void => {
  const { [channelId]: _former, ...others } = read(userId).drafts;
  const drafts = draft.text.trim() === '' ? others : { ...others, [channelId]: draft };
  sharedStorage.setItem(DRAFTS_KEY, JSON.stringify({ userId, drafts } satisfies Drafts));
};

export const forgetDrafts = (): void => sharedStorage.setItem(DRAFTS_KEY, 'null');
