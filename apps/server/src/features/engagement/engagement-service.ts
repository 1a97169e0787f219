import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { MAX_FAVORITES } from '@izgodno/contract/engagement/calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { dayOf } from '#platform/ip-network.ts';
import { changeDeals, countView } from '#features/deals/api.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';

type Counted = 'views' | 'likes' | 'favorites';

/** Adds to a deal's counts of today, or subtracts from them. */
const countToday = async (
  transaction: Transaction<Schema>,
  dealId: number,
  what: Counted,
  change: 1 | -1,
  now: number,
): Promise<void> => {
  const day = dayOf(now);
  await transaction
    .insertInto('deal_daily_counts')
    .values({ deal_id: dealId, day, [what]: change })
    .onConflict((conflict) =>
      conflict.columns(['deal_id', 'day']).doUpdateSet({
        [what]: sql`deal_daily_counts.${sql.ref(what)} + ${change}`,
        announced: false,
      }),
    )
    .execute();
};

export interface EngagementServiceOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly networks: Pseudonyms;
}

/** A viewer of a deal. */
export interface Viewer {
  /** Null if not signed in. */
  readonly userId: string | null;
  readonly address: string;
  readonly userAgent: string;
}

const countsSchema = z.array(
  z.object({
    views: z.int(),
    likes: z.int(),
    favorites: z.int(),
    favorite: z.boolean(),
    liked: z.boolean(),
  }),
);

export type EngagementCounts = z.infer<typeof countsSchema>[number];

/** Throws `limit_reached`. */
const rejectTooMany = async (transaction: Transaction<Schema>, userId: string): Promise<void> => {
  await oneAtATime(transaction, `favorites of ${userId}`);
  const { kept } = await transaction
    .selectFrom('favorites')
    .select((expression) => expression.fn.countAll<number>().as('kept'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (kept >= MAX_FAVORITES) throw new CallError('limit_reached');
};

export type EngagementService = ReturnType<typeof createEngagementService>;

/** Favourites, likes and views of deals. All calls are idempotent. */
export const createEngagementService = ({
  database,
  bus,
  clock,
  networks,
}: EngagementServiceOptions) => {
  const requireDeal = async (dealId: number) => {
    const deal = await database
      .selectFrom('deals')
      .select([
        'id',
        'seller_id',
        'status',
        'price_amount',
        'price_currency',
        'price_eur',
        'availability',
      ])
      .where('id', '=', dealId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (deal === undefined) throw new CallError('not_found');
    return deal;
  };

  /** The counts of a deal, which may have been deleted since. Throws `not_found`. */
  const readCounts = async (dealId: number, userId: string | null): Promise<EngagementCounts> => {
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

  /** Lists show likes, so changing them changes the deal. */
  const changeLikes = async (
    transaction: Transaction<Schema>,
    dealId: number,
    change: 1 | -1,
  ): Promise<void> => {
    await changeDeals(
      { transaction, bus },
      { ids: [dealId] },
      { likes: sql`greatest(likes + ${change}, 0)` },
    );
    await countToday(transaction, dealId, 'likes', change, clock.now());
  };

  return {
    async addFavorite(userId: string, dealId: number, address: string): Promise<EngagementCounts> {
      const deal = await requireDeal(dealId);
      const network = await networks.ofToday(address);
      await database.transaction().execute(async (transaction) => {
        await rejectTooMany(transaction, userId);
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
          await countToday(transaction, dealId, 'favorites', 1, clock.now());
      });
      return readCounts(dealId, userId);
    },

    async removeFavorite(userId: string, dealId: number): Promise<EngagementCounts> {
      await database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('favorites')
          .where('user_id', '=', userId)
          .where('deal_id', '=', dealId)
          .executeTakeFirst();
        if (numDeletedRows > 0n)
          await countToday(transaction, dealId, 'favorites', -1, clock.now());
      });
      return readCounts(dealId, userId);
    },

    async like(userId: string, dealId: number, address: string): Promise<EngagementCounts> {
      await requireDeal(dealId);
      const network = await networks.ofToday(address);
      await database.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('deal_likes')
          .values({
            deal_id: dealId,
            user_id: userId,
            network,
            created_at: new Date(clock.now()),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 1n) await changeLikes(transaction, dealId, 1);
      });
      return readCounts(dealId, userId);
    },

    async unlike(userId: string, dealId: number): Promise<EngagementCounts> {
      await requireDeal(dealId);
      await database.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('deal_likes')
          .where('user_id', '=', userId)
          .where('deal_id', '=', dealId)
          .executeTakeFirst();
        if (numDeletedRows > 0n) await changeLikes(transaction, dealId, -1);
      });
      return readCounts(dealId, userId);
    },

    /** Sellers' views of their own deals do not count. Lists show new views a little later. */
    async view(dealId: number, { userId, address, userAgent }: Viewer): Promise<EngagementCounts> {
      const deal = await requireDeal(dealId);
      if (userId !== null && userId === deal.seller_id) return readCounts(dealId, userId);
      const now = clock.now();
      const viewer =
        userId === null
          ? await networks.visitorOfToday(address, userAgent)
          : await networks.pseudonymOfToday(userId);
      const network = await networks.ofToday(address);
      await database.transaction().execute(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('deal_views')
          .values({
            day: dayOf(now),
            deal_id: dealId,
            viewer,
            network,
            created_at: new Date(now),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows !== 1n) return;
        await countView(transaction, dealId);
        await countToday(transaction, dealId, 'views', 1, now);
      });
      return readCounts(dealId, userId);
    },
  };
};
