import { parseJson } from '@izgodno/contract/common/parse-json';
import * as z from 'zod/mini';
import { sharedStorage } from '#shared/storage.ts';

/** What earlier releases stored all drafts of a kind under. */
const FORMER_KEYS = ['chat-drafts', 'chat-edits', 'comment-drafts'] as const;

const formerSchema = z.object({
  userId: z.string(),
  drafts: z.record(z.string(), z.looseObject({ text: z.string() })),
});

/** Stores each draft of an earlier release by itself, as `drafts.ts` reads it, unless there is a newer one. */
export const splitFormerDrafts = (): void => {
  for (const former of FORMER_KEYS) {
    const { data } = formerSchema.safeParse(parseJson(sharedStorage.getItem(former) ?? ''));
    for (const [key, draft] of Object.entries(data?.drafts ?? {})) {
      const name = `${former}:${data?.userId}:${key}`;
      if (sharedStorage.getItem(name) === null) sharedStorage.setItem(name, JSON.stringify(draft));
    }
    sharedStorage.removeItem(former);
  }
};
