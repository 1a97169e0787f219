import { sql, type Transaction } from 'kysely';
import type {
  likeDeal as likeDealCall,
  unlikeDeal as unlikeDealCall,
} from '@izgodno/contract/engagement/calls';
import { changeDeals } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';
import { countToday, readCounts, requireDeal, uncount } from './deal-counts.ts';
import type { EngagementCall, EngagementContext } from './engagement-context.ts';

/** Lists show likes, so changing them changes the deal. */
const changeLikes = async (
  { bus }: EngagementContext,
  transaction: Transaction<Schema>,
  dealId: number,
  change: 1 | -1,
): Promise<void> => {
  const likes = sql<number>`greatest(likes + ${change}, 0)`;
  await changeDeals({ transaction, bus }, { ids: [dealId] }, { likes });
};

export const likeDeal: EngagementCall<typeof likeDealCall> = async (
  context,
  { params, user, request },
) => {
  const { database, clock, pseudonyms } = context;
  const dealId = Number(params.id);
  await requireDeal(database, dealId);
  const network = await pseudonyms.ofToday(request.ip);
  await database.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('deal_likes')
      .values({ deal_id: dealId, user_id: user.id, network, created_at: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await changeLikes(context, transaction, dealId, 1);
    await countToday(transaction, dealId, 'likes', clock.now());
  });
  return readCounts(database, dealId, user.id);
};

export const unlikeDeal: EngagementCall<typeof unlikeDealCall> = async (
  context,
  { params, user },
) => {
  const { database } = context;
  const dealId = Number(params.id);
  await requireDeal(database, dealId);
  await database.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('deal_likes')
      .where('user_id', '=', user.id)
      .where('deal_id', '=', dealId)
      .returning('created_at')
      .executeTakeFirst();
    if (removed === undefined) return;
    await changeLikes(context, transaction, dealId, -1);
    await uncount(transaction, dealId, 'likes', removed.created_at);
  });
  return readCounts(database, dealId, user.id);
};
