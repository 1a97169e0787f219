import { sql, type Transaction } from 'kysely';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { changeDeals } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';
import { takeOutOfNotices } from './comment-notices.ts';

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
export const eraseCommentsOfErased = (
  chat: Pick<ChatContext, 'database' | 'noticePublisher'>,
): Promise<void> =>
  chat.database.transaction().execute(async (transaction) => {
    const channels = await transaction
      .deleteFrom('channels')
      .where('kind', '=', 'deal')
      .where('deal_id', 'is', null)
      .returning('id')
      .execute();
    for (const { id } of channels) await takeOutOfNotices(chat, transaction, id);
  });
