import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { CallError } from '#platform/http/errors.ts';
import type { ChatContext } from '../chat-context.ts';

/** Returns a deal whose comments are shown. Throws `not_found` for one that is removed. */
export const requireDeal = async ({ database }: ChatContext, dealId: string) => {
  const deal = await database
    .selectFrom('deals')
    .select(['seller_id as sellerId', 'comments'])
    .where('id', '=', Number(dealId))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

/** Throws `not_found` in the channel of a removed deal, whose comments are not shown. */
export const requireShownComments = async (chat: ChatContext, channelId: string): Promise<void> => {
  const dealId = dealOfChannel(channelId);
  if (dealId !== null) await requireDeal(chat, dealId);
};
