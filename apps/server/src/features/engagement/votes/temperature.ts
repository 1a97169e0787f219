import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { changeDeals, type DealWriting } from '#features/deals/api.ts';
import type { Database, Schema } from '#schema/schema.ts';

/** The degrees of a fresh vote of an account that has its full weight. */
const DEGREES_A_VOTE = 10;
/** The age at which an account has its full weight; younger ones weigh in proportion. */
const FULL_WEIGHT_DAYS = 30;
/** The weight of an account of any age. */
const LEAST_WEIGHT = 0.1;
/** The half-life of a vote. */
const HALF_LIFE_HOURS = 72;
/** Older votes are less than a hundredth of a degree, and change nothing. */
const LOOK_BACK_DAYS = 30;
/** Deals per transaction. */
const BATCH = 500;

const temperaturesSchema = z.array(z.object({ id: z.int(), temperature: z.int() }));

/** Locks deals in the order of their ids, so that votes and the job do not deadlock. */
export const lockDeals = (transaction: Transaction<Schema>, ids: readonly number[]) =>
  transaction
    .selectFrom('deals')
    .select(['id', 'seller_id as sellerId', 'status', 'represented_by as representedBy'])
    .where(isOneOf('id', ids, 'bigint'))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/**
 * Computes the temperature of deals that the transaction has locked, and changes those that differ.
 * The temperature of a product is, over the networks of its voters,
 *
 * 10 × Σ clamp(-1, Σ over users of vote × weight of the account × ½^(age / 72 h), 1)
 *
 * All its offers have it. Votes of suspended users and of the seller do not count.
 */
export const refreshTemperatures = async (
  writing: DealWriting,
  ids: readonly number[],
  now: Date,
): Promise<void> => {
  const weight = sql`least(1, greatest(${LEAST_WEIGHT}::float8,
    extract(epoch FROM v.created_at - u.created_at) / 86400.0 / ${FULL_WEIGHT_DAYS}::float8))`;
  const decay = sql`power(0.5, greatest(extract(epoch FROM ${now}::timestamptz - v.created_at), 0)
    / 3600.0 / ${HALF_LIFE_HOURS}::float8)`;
  const { rows } = await sql`
    WITH chosen AS (
      SELECT id, coalesce(represented_by, id) AS product, temperature
        FROM deals WHERE ${isOneOf('id', ids, 'bigint')}
    ), products AS (
      SELECT DISTINCT product FROM chosen
    ), offers AS (
      SELECT p.product, d.id, d.seller_id FROM products p JOIN deals d ON d.id = p.product
      UNION ALL
      SELECT p.product, d.id, d.seller_id FROM products p JOIN deals d ON d.represented_by = p.product
    ), by_user AS (
      -- Of a user's votes on several offers of the product, the last one counts.
      SELECT DISTINCT ON (o.product, v.user_id)
             o.product, encode(v.network, 'hex') AS network, v.value * ${weight} * ${decay} AS heat
        FROM offers o JOIN deal_votes v ON v.deal_id = o.id JOIN users u ON u.id = v.user_id
       WHERE o.seller_id IS DISTINCT FROM v.user_id
         AND NOT EXISTS (SELECT FROM suspensions s WHERE s.user_id = v.user_id)
       ORDER BY o.product, v.user_id, v.created_at DESC
    ), by_network AS (
      SELECT product, greatest(-1, least(1, sum(heat))) AS heat FROM by_user GROUP BY product, network
    ), computed AS (
      SELECT product, round(sum(heat) * ${DEGREES_A_VOTE}::float8)::integer AS temperature
        FROM by_network GROUP BY product
    )
    SELECT chosen.id, coalesce(computed.temperature, 0) AS temperature
      FROM chosen LEFT JOIN computed USING (product)
     WHERE chosen.temperature <> coalesce(computed.temperature, 0)`.execute(writing.transaction);
  const changed = expectShape(temperaturesSchema, rows);
  if (changed.length === 0) return;
  // Keys of an object, because each row would go through a list.
  const byId = JSON.stringify(
    Object.fromEntries(changed.map((deal) => [deal.id, deal.temperature])),
  );
  const temperature = sql<number>`(${byId}::jsonb ->> deals.id::text)::integer`;
  await changeDeals(writing, { ids: changed.map(({ id }) => id) }, { temperature });
};

export interface TemperatureContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Lets all temperatures decay. */
export const decayTemperatures = async ({
  database,
  bus,
  clock,
}: TemperatureContext): Promise<void> => {
  const now = new Date(clock.now());
  const { rows } = await sql`
    WITH voted AS (
      SELECT DISTINCT deal_id AS id FROM deal_votes
       WHERE created_at > ${new Date(clock.now() - LOOK_BACK_DAYS * DAY_MS)}
    )
    SELECT id FROM voted
    UNION SELECT represented_by FROM deals JOIN voted USING (id) WHERE represented_by IS NOT NULL
    UNION SELECT id FROM deals WHERE temperature <> 0
    ORDER BY id`.execute(database);
  const ids = expectShape(z.array(z.object({ id: z.int() })), rows).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    await database.transaction().execute(async (transaction) => {
      await lockDeals(transaction, batch);
      await refreshTemperatures({ transaction, bus }, batch, now);
    });
  }
};
