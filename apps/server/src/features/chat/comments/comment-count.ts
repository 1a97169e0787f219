import { sql, type Transaction } from 'kysely';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { changeDeals } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';

/** Changes the number of comments that a deal shows; does nothing for other channels. */
export const changeCommentCount = async (
  { bus }: Pick<ChatContext, 'bus'>,
  transaction: Transaction<Schema>,
  channelId: string,
  change: number,
): Promise<void> => {
  const dealId = dealOfChannel(channelId);
  if (dealId === null || change === 0) return;
  const comments = sql<number>`greatest(comments + ${change}, 0)`;
  await changeDeals({ transaction, bus }, { ids: [Number(dealId)] }, { comments });
};

/** Erases the comments on deals that were erased themselves. */
export const eraseCommentsOfErased = async ({
  database,
}: Pick<ChatContext, 'database'>): Promise<void> => {
  await database
    .deleteFrom('channels')
    .where('kind', '=', 'deal')
    .where('deal_id', 'is', null)
    .execute();
};
