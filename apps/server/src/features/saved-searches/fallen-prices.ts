import { sql } from 'kysely';
import * as z from 'zod/mini';
import { convertMinor, currencySchema } from '@izgodno/contract/common/money';
import type { Database } from '#platform/database/database.ts';
import type { DealQuery } from '#ports/deal-search.ts';

/** Fallen prices that a run looks at, the latest first. More at once is a sale, not news. */
const FALLEN_A_RUN = 5_000;

const rowSchema = z.array(
  z.object({
    id: z.int(),
    source_id: z.string(),
    category: z.string(),
    price_eur: z.int(),
    discount_percent: z.nullable(z.int()),
    observed_at: z.date(),
    amount_before: z.int(),
    currency_before: currencySchema,
    original_before: z.nullable(z.int()),
  }),
);

interface Offer {
  /** Euro cents. */
  readonly price: number;
  /** Percent; 0 where none is claimed. */
  readonly discount: number;
}

export interface FallenPrice {
  readonly id: number;
  readonly source: string;
  readonly category: string;
  readonly now: Offer;
  readonly before: Offer;
  readonly since: Date;
}

/** Deals among the changes in question whose latest change of price was one for the better. */
export const readFallenPrices = async (
  database: Database,
  after: number,
  upTo: number,
): Promise<readonly FallenPrice[]> => {
  const { rows } = await sql`
    SELECT d.id, d.source_id, d.category, d.price_eur, d.discount_percent, latest.observed_at,
           before.price_amount AS amount_before, before.price_currency AS currency_before,
           before.original_amount AS original_before
      FROM deals d
      JOIN LATERAL (
        SELECT observed_at FROM price_observations WHERE deal_id = d.id
         ORDER BY observed_at DESC LIMIT 1) latest ON true
      JOIN LATERAL (
        SELECT price_amount, price_currency, original_amount FROM price_observations
         WHERE deal_id = d.id AND observed_at < latest.observed_at
         ORDER BY observed_at DESC LIMIT 1) before ON true
     WHERE d.change_seq > ${after} AND d.change_seq <= ${upTo}
       AND d.status = 'active' AND d.deleted_at IS NULL
     ORDER BY d.change_seq DESC LIMIT ${FALLEN_A_RUN}`.execute(database);
  return rowSchema.parse(rows).flatMap((row) => {
    const { amount_before: amount, original_before: original } = row;
    const fallen: FallenPrice = {
      id: row.id,
      source: row.source_id,
      category: row.category,
      now: { price: row.price_eur, discount: row.discount_percent ?? 0 },
      before: {
        price: convertMinor(amount, row.currency_before, 'EUR'),
        discount: original === null ? 0 : Math.floor(((original - amount) / original) * 100),
      },
      since: row.observed_at,
    };
    return fallen.now.price < fallen.before.price ? [fallen] : [];
  });
};

const isWithin = ({ minPrice, maxPrice, minDiscount }: DealQuery, offer: Offer): boolean =>
  (minPrice === null || offer.price >= minPrice) &&
  (maxPrice === null || offer.price <= maxPrice) &&
  (minDiscount === null || offer.discount >= minDiscount);

/**
 * The question whether a deal matches a search now that its price has fallen; null where its price
 * decides nothing, or where the deal cannot match. All hits but the deal cost the same at the same source.
 */
export const questionOf = (query: DealQuery, fallen: FallenPrice): DealQuery | null => {
  const { sources, categories } = query;
  const canMatch =
    (sources.length === 0 || sources.includes(fallen.source)) &&
    (categories.length === 0 || categories.some((category) => category === fallen.category));
  if (!canMatch || !isWithin(query, fallen.now) || isWithin(query, fallen.before)) return null;
  const { price } = fallen.now;
  return { ...query, sources: [fallen.source], minPrice: price, maxPrice: price };
};
