import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { dayOf } from '#platform/clock.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Database, Schema } from '#schema/schema.ts';

/** Adds one to a deal's counts of today. */
export const countToday = async (
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
export const uncount = async (
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
export const readCounts = async (database: Database, dealId: number, userId: string | null) => {
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

/** What engagement needs to know of a deal. Throws `not_found` for one that is removed. */
export const requireDeal = async (database: Database, dealId: number) => {
  const deal = await database
    .selectFrom('deals')
    .select(['seller_id', 'status', 'price_amount', 'price_currency', 'price_eur', 'availability'])
    .where('id', '=', dealId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};
