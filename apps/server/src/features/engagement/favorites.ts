import type { Transaction } from 'kysely';
import {
  MAX_FAVORITES,
  type addFavorite as addFavoriteCall,
  type listFavorites as listFavoritesCall,
  type removeFavorite as removeFavoriteCall,
} from '@izgodno/contract/engagement/calls';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { countToday, readCounts, requireDeal, uncount } from './deal-counts.ts';
import type { EngagementCall, EngagementContext } from './engagement-context.ts';

/** Throws `limit_reached` if the user has no room for this deal beside their other favourites. */
const rejectTooMany = async (
  transaction: Transaction<Schema>,
  userId: string,
  dealId: number,
): Promise<void> => {
  await oneAtATime(transaction, `favorites of ${userId}`);
  const { count } = await transaction
    .selectFrom('favorites')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('deal_id', '<>', dealId)
    .executeTakeFirstOrThrow();
  if (count >= MAX_FAVORITES) throw new CallError('limit_reached');
};

export interface FavoriteRequest {
  readonly userId: string;
  readonly ip: string;
  readonly dealId: number;
}

/**
 * Makes a deal a user's favourite, so that they are notified of its changes. Throws `not_found` and
 * `limit_reached`.
 */
export const storeFavorite = async (
  { database, clock, pseudonyms }: Pick<EngagementContext, 'database' | 'clock' | 'pseudonyms'>,
  { userId, ip, dealId }: FavoriteRequest,
): Promise<void> => {
  const deal = await requireDeal(database, dealId);
  const network = await pseudonyms.ofToday(ip);
  await database.transaction().execute(async (transaction) => {
    await rejectTooMany(transaction, userId, dealId);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('favorites')
      .values({
        user_id: userId,
        deal_id: dealId,
        network,
        created_at: new Date(clock.now()),
        known_amount: deal.price_amount,
        known_currency: deal.price_currency,
        known_price_eur: deal.price_eur,
        known_in_stock: deal.availability === 'in_stock',
        known_status: deal.status,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n)
      await countToday(transaction, dealId, 'favorites', clock.now());
  });
};

export const addFavorite: EngagementCall<typeof addFavoriteCall> = async (
  context,
  { params, user, request },
) => {
  const dealId = Number(params.id);
  await storeFavorite(context, { userId: user.id, ip: request.ip, dealId });
  return readCounts(context.database, dealId, user.id);
};

export const removeFavorite: EngagementCall<typeof removeFavoriteCall> = async (
  { database },
  { params, user },
) => {
  const dealId = Number(params.id);
  await database.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('favorites')
      .where('user_id', '=', user.id)
      .where('deal_id', '=', dealId)
      .returning('created_at')
      .executeTakeFirst();
    if (removed !== undefined) await uncount(transaction, dealId, 'favorites', removed.created_at);
  });
  return readCounts(database, dealId, user.id);
};

const countFavorites = async (database: Database, userId: string) => {
  const rows = await database
    .selectFrom('favorites')
    .innerJoin('deals', 'deals.id', 'favorites.deal_id')
    .select((expression) => ['deals.status', expression.fn.countAll<number>().as('deals')])
    .where('favorites.user_id', '=', userId)
    .groupBy('deals.status')
    .execute();
  const counts = { active: 0, sold: 0, expired: 0, deleted: 0 };
  for (const { status, deals } of rows) counts[status] = deals;
  return counts;
};

/** Favourites that are not deleted, last added first; at most `MAX_FAVORITES`. */
export const listFavorites: EngagementCall<typeof listFavoritesCall> = async (
  { database, dealLookup },
  { query, user },
) => {
  const { status } = query;
  const [rows, counts] = await Promise.all([
    database
      .selectFrom('favorites')
      .innerJoin('deals', 'deals.id', 'favorites.deal_id')
      .select(['deals.id', 'favorites.created_at as addedAt'])
      .where('favorites.user_id', '=', user.id)
      .where('deals.deleted_at', 'is', null)
      .$if(status !== undefined, (builder) => builder.where('deals.status', '=', status ?? null))
      .orderBy('favorites.created_at', 'desc')
      .orderBy('deals.id', 'desc')
      .execute(),
    countFavorites(database, user.id),
  ]);
  const list = rows.map(({ id, addedAt }) => ({ id, key: addedAt.getTime() }));
  const page = await dealLookup.page(list, query);
  return {
    ...page,
    items: page.items.map((deal) => Object.assign({ favorite: true }, deal)),
    counts,
  };
};
