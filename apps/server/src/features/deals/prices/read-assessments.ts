import { sql } from 'kysely';
import * as z from 'zod/mini';
import { convertMinor, currencySchema } from '@izgodno/contract/common/money';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { PriceAssessment } from '@izgodno/contract/deals/price-assessment';
import type { Database } from '#schema/schema.ts';
import { assessPrice } from './assess-price.ts';
import { priceChanges, type SeenPrice } from './price-rules.ts';

/** The newest observations of a deal that are read: ninety days of a price that changes every hour. */
const MAX_OBSERVATIONS = 2_200;

const rowsSchema = z.array(
  z.object({
    deal_id: z.int(),
    at: z.number(),
    price_amount: z.int(),
    price_currency: currencySchema,
  }),
);

/** What the prices of these deals are worth, by their own histories. */
export const readAssessments = async (
  database: Database,
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, PriceAssessment>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql`
    SELECT seen.deal_id, extract(epoch FROM seen.observed_at)::float8 * 1000 AS at,
           seen.price_amount, seen.price_currency
      FROM unnest(${ids}::bigint[]) AS asked (id)
     CROSS JOIN LATERAL (
       SELECT deal_id, observed_at, price_amount, price_currency FROM price_observations
        WHERE deal_id = asked.id
        ORDER BY observed_at DESC LIMIT ${MAX_OBSERVATIONS}
     ) AS seen
     ORDER BY seen.deal_id, seen.observed_at`.execute(database);
  const histories = new Map<number, SeenPrice[]>(ids.map((id) => [id, []]));
  for (const { deal_id, at, price_amount, price_currency } of expectShape(rowsSchema, rows))
    histories.get(deal_id)?.push({ at, amount: convertMinor(price_amount, price_currency, 'EUR') });
  return new Map(
    [...histories].map(([id, seen]) => [id, assessPrice(priceChanges(seen), now)] as const),
  );
};
