import { dealIdSchema } from '@izgodno/contract/deals/deal-id';
import { voteValueSchema } from '@izgodno/contract/engagement/calls';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readAgain } from '#core/api/read-again.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';
import { currentUserId } from '#core/session/browser/use-session.ts';
import { openTabChannel } from '#shared/other-tabs.ts';
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
  /** True once the server has it; absent before, and in a tab of an earlier version. */
  isStored: z.optional(z.boolean()),
});

// One channel sends and receives, because it does not get its own messages.
const bus = openTabChannel('deal-marks');

/** Shows a change of the user's marks in all tabs; `isStored` if the server has it. */
export const shareMark = (dealId: string, mark: Partial<Mark>, isStored = false): void => {
  setMarks([[dealId, mark]]);
  const userId = currentUserId();
  if (userId === null) return;
  const change: z.infer<typeof changeSchema> = { userId, dealId, mark, isStored };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
  bus.postMessage(change);
};

/** Shows what this user changes in other tabs, and calls the listener once the server has it. */
export const followMarks = (userId: string, onStored: () => void): Unsubscribe => {
  const receive = ({ data }: MessageEvent<unknown>): void => {
    // The other tab may run another version.
    const change = changeSchema.safeParse(data).data;
    if (change?.userId !== userId) return;
    const { dealId, mark } = change;
    const known = markOf(dealId);
    const { favorite = known.favorite, liked = known.liked } = mark;
    const { markedExpired = known.markedExpired, vote = known.vote } = mark;
    setMarks([[dealId, { favorite, liked, markedExpired, vote }]]);
    if (change.isStored) onStored();
  };
  bus.addEventListener('message', receive);
  return () => bus.removeEventListener('message', receive);
};

/** Reads the lists of favourites again, once the server has a change of them. */
export const readFavorites = (queries: QueryClient): Promise<void> =>
  readAgain(queries, { queryKey: [...dealKeys.list, 'favorites'] });
