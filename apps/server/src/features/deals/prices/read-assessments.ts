import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { convertMinor, currencySchema } from '@izgodno/contract/common/money';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { PriceAssessment } from '@izgodno/contract/deals/price-assessment';
import type { Database } from '#schema/schema.ts';
import { assessPrice } from './assess-price.ts';
import { priceChanges } from './price-rules.ts';

/** The newest observations of a deal that are read: ninety days of a price that changes every hour. */
const MAX_OBSERVATIONS = 2_200;

/** Epoch milliseconds, price and currency of each observation, oldest first; null without any. */
const observationsSchema = z.compile(
  z.nullable(z.array(z.tuple([z.number(), z.int(), currencySchema]))),
);
export type Observations = z.infer<typeof observationsSchema>;

/** The observations of the deal with the id in this column, for `assess`. */
export const observationsOf = (idColumn: string): RawBuilder<Observations> => sql`(
  SELECT json_agg(json_build_array(extract(epoch FROM observed_at)::float8 * 1000,
                                   price_amount, price_currency) ORDER BY observed_at)
    FROM (SELECT observed_at, price_amount, price_currency FROM price_observations
           WHERE deal_id = ${sql.ref(idColumn)}
           ORDER BY observed_at DESC LIMIT ${sql.lit(MAX_OBSERVATIONS)}) AS newest)`;

/** What a price is worth, by the deal's own observations. Throws if a row is not as expected. */
export const assess = (observations: unknown, now: number): PriceAssessment => {
  const seen = expectShape(observationsSchema, observations) ?? [];
  const inEuro = seen.map(([at, price, currency]) => ({
    at,
    amount: convertMinor(price, currency, 'EUR'),
  }));
  return assessPrice(priceChanges(inEuro), now);
};

/** What the prices of these deals are worth. */
export const readAssessments = async (
  database: Database,
  ids: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, PriceAssessment>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ readonly id: number; readonly observations: Observations }>`
    SELECT id, ${observationsOf('asked.id')} AS observations
      FROM unnest(${ids}::bigint[]) AS asked (id)`.execute(database);
  return new Map(rows.map(({ id, observations }) => [id, assess(observations, now)]));
};
