import { dealIdSchema } from '@izgodno/contract/deals/deal';
import { voteValueSchema } from '@izgodno/contract/engagement/calls';
import * as z from 'zod/mini';
import { currentUserId } from '#core/session/browser/use-session.ts';
import type { Unsubscribe } from '#shared/store.ts';
import { markOf, setMarks, type Mark } from './marks.ts';

/** A change of a user's marks, as the other tabs get it. */
const changeSchema = z.object({
  userId: z.string(),
  dealId: dealIdSchema,
  mark: z.object({
    favorite: z.optional(z.boolean()),
    liked: z.optional(z.boolean()),
    markedExpired: z.optional(z.boolean()),
    vote: z.optional(voteValueSchema),
  }),
});

// One channel sends and receives, because it does not get its own messages.
const bus = new BroadcastChannel('deal-marks');

/** Shows a change of the user's marks in all tabs. */
export const shareMark = (dealId: string, mark: Partial<Mark>): void => {
  setMarks([[dealId, mark]]);
  const userId = currentUserId();
  if (userId === null) return;
  const change: z.infer<typeof changeSchema> = { userId, dealId, mark };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
  bus.postMessage(change);
};

/** Shows what this user changes in other tabs. */
export const followMarks = (userId: string): Unsubscribe => {
  const receive = ({ data }: MessageEvent<unknown>): void => {
    // The other tab may run another version.
    const change = changeSchema.safeParse(data).data;
    if (change?.userId !== userId) return;
    const { dealId, mark } = change;
    const known = markOf(dealId);
    const { favorite = known.favorite, liked = known.liked } = mark;
    const { markedExpired = known.markedExpired, vote = known.vote } = mark;
    setMarks([[dealId, { favorite, liked, markedExpired, vote }]]);
  };
  bus.addEventListener('message', receive);
  return () => bus.removeEventListener('message', receive);
};
