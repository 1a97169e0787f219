import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import {
  MAX_FAVORITES,
  type addFavorite as addFavoriteCall,
  type DealMark,
  type likeDeal as likeDealCall,
  type listEngagement as listEngagementCall,
  type listFavorites as listFavoritesCall,
  type removeFavorite as removeFavoriteCall,
  type unlikeDeal as unlikeDealCall,
  type viewDeal as viewDealCall,
} from '@izgodno/contract/engagement/calls';
import type { Bus } from '#platform/bus.ts';
import { dayOf, type Clock } from '#platform/clock.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { CallHandler } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { changeDeals, countView, type DealLookup } from '#features/deals/api.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import type { Database, Schema } from '#schema/schema.ts';

export interface EngagementContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly pseudonyms: Pseudonyms;
  readonly dealLookup: DealLookup;
}

type EngagementCall<C extends Call> = CallHandler<EngagementContext, C>;

/** Adds one to a deal's counts of today. */
const countToday = async (
  transaction: Transaction<Schema>,
  dealId: number,
  what: 'views' | 'likes' | 'favorites',
  now: number,
): Promise<void> => {
  await transaction
    .insertInto('deal_daily_counts')
    .values({ deal_id: dealId, day: dayOf(now), [what]: 1 })
    .onConflict((conflict) =>
      conflict.columns(['deal_id', 'day']).doUpdateSet({
        [what]: sql`deal_daily_counts.${sql.ref(what)} + 1`,
        announced: false,
      }),
    )
    .execute();
};

/** Takes one from a deal's counts of the day on which it was added. */
const uncount = async (
  transaction: Transaction<Schema>,
  dealId: number,
  what: 'likes' | 'favorites',
  addedAt: Date,
): Promise<void> => {
  await transaction
    .updateTable('deal_daily_counts')
    .set({ [what]: sql`greatest(${sql.ref(what)} - 1, 0)` })
    .where('deal_id', '=', dealId)
    .where(sql<boolean>`day = ${dayOf(addedAt.getTime())}`)
    .execute();
};

const countsSchema = z.array(
  z.object({
    views: z.int(),
    likes: z.int(),
    favorites: z.int(),
    favorite: z.boolean(),
    liked: z.boolean(),
  }),
);

/** The counts of a deal, which may have been deleted since. Throws `not_found`. */
const readCounts = async (database: Database, dealId: number, userId: string | null) => {
  const { rows } = await sql`
    SELECT views, likes,
           (SELECT count(*) FROM favorites WHERE deal_id = deals.id) AS favorites,
           EXISTS (SELECT FROM favorites WHERE deal_id = deals.id AND user_id = ${userId}) AS favorite,
           EXISTS (SELECT FROM deal_likes WHERE deal_id = deals.id AND user_id = ${userId}) AS liked
      FROM deals WHERE id = ${dealId}`.execute(database);
  const [counts] = expectShape(countsSchema, rows);
  if (counts === undefined) throw new CallError('not_found');
  return counts;
};

const requireDeal = async (database: Database, dealId: number) => {
  const deal = await database
    .selectFrom('deals')
    .select(['seller_id', 'status', 'price_amount', 'price_currency', 'price_eur', 'availability'])
    .where('id', '=', dealId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

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

/**
 * The views of a deal that one network adds on a day, because a household or an office shares one,
 * and each browser of a network may call itself what it wants.
 */
export const VIEWS_A_NETWORK = 5;

/** Whether a network may add no more views today. Its other views wait for this transaction. */
const hasViewedEnough = async (
  transaction: Transaction<Schema>,
  dealId: number,
  network: Buffer,
  now: number,
): Promise<boolean> => {
  await oneAtATime(transaction, `views of ${dealId} from ${network.toString('hex')}`);
  const { views } = await transaction
    .selectFrom('deal_views')
    .select(({ fn }) => fn.countAll<number>().as('views'))
    .where(sql<boolean>`day = ${dayOf(now)}`)
    .where('deal_id', '=', dealId)
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return views >= VIEWS_A_NETWORK;
};

/** Sellers' views of their own deals do not count. Lists show new views a little later. */
export const viewDeal: EngagementCall<typeof viewDealCall> = async (
  { database, clock, pseudonyms },
  { params, request, readUser },
) => {
  const userId = (await readUser())?.id ?? null;
  const dealId = Number(params.id);
  const deal = await requireDeal(database, dealId);
  if (userId !== null && userId === deal.seller_id) return readCounts(database, dealId, userId);
  const now = clock.now();
  const viewer =
    userId === null
      ? await pseudonyms.visitorOfToday(request.ip, request.headers['user-agent'] ?? '')
      : await pseudonyms.pseudonymOfToday(userId);
  const network = await pseudonyms.ofToday(request.ip);
  await database.transaction().execute(async (transaction) => {
    if (await hasViewedEnough(transaction, dealId, network, now)) return;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('deal_views')
      .values({
        day: dayOf(now),
        deal_id: dealId,
        viewer,
        network,
        signed_in: userId !== null,
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await countView(transaction, dealId);
    await countToday(transaction, dealId, 'views', now);
  });
  return readCounts(database, dealId, userId);
};

interface MarkRow {
  readonly id: number;
  readonly mark: 'favorite' | 'liked' | 'markedExpired' | 'vote';
  readonly vote: 1 | -1 | null;
}

/** The engagement of the user with these deals. */
export const listEngagement: EngagementCall<typeof listEngagementCall> = async (
  { database },
  { query, user },
) => {
  const { rows } = await sql<MarkRow>`
    SELECT deal_id AS id, 'favorite' AS mark, NULL::smallint AS vote FROM favorites
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])
    UNION ALL
    SELECT deal_id, 'liked', NULL::smallint FROM deal_likes
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])
    UNION ALL
    SELECT deal_id, 'markedExpired', NULL::smallint FROM expired_marks
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])
    UNION ALL
    SELECT deal_id, 'vote', value FROM deal_votes
     WHERE user_id = ${user.id} AND deal_id = ANY(${query.ids}::bigint[])`.execute(database);
  const marks = new Map<string, DealMark>();
  for (const row of rows) {
    const id = String(row.id);
    const none = { id, favorite: false, liked: false, markedExpired: false, vote: 0 } as const;
    marks.set(id, { ...none, ...marks.get(id), [row.mark]: row.vote ?? true });
  }
  return { marks: query.ids.flatMap((id) => marks.get(id) ?? []) };
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
  return { ...(await dealLookup.page(list, query)), counts };
};
