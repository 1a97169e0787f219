import type { ClientBase } from 'pg';
import type { DealVariant } from '@izgodno/contract/deals/deal';
import type { RetainedDeal } from './retained-deals.ts';
import type { MappedDeal } from './mapped-deal.ts';

/** A stored deal of a source as `STORED_COLUMNS` selects it. */
export type StoredRow = Omit<
  MappedDeal,
  'postedAt' | 'expiresAt' | 'delivery' | 'choice' | 'variants'
> & {
  readonly expires_at: Date | null;
  readonly delivery_eur: number | null;
  readonly delivery_days: number | null;
  readonly variants: readonly DealVariant[] | null;
};

/** For SELECT from `deals`. */
export const STORED_COLUMNS = `
  deals.external_id AS "externalId", deals.title, deals.description, deals.link,
  deals.product_link AS "productLink", deals.merchant, deals.brand, deals.gtin, deals.mpn,
  deals.category, deals.source_category AS "sourceCategory",
  deals.google_category AS "googleCategory", deals.condition, deals.location_id AS "locationId",
  deals.tags, deals.media, deals.price_amount AS amount, deals.price_currency AS currency,
  deals.original_amount AS "originalAmount", deals.availability, deals.rating, deals.expires_at,
  deals.details, deals.delivery_eur, deals.delivery_days, deals.variants`;

/** A stored deal as its source gave it; without its time, which a deal keeps. */
export const toMappedDeal = (row: StoredRow): MappedDeal => ({
  externalId: row.externalId,
  title: row.title,
  description: row.description,
  link: row.link,
  productLink: row.productLink,
  merchant: row.merchant,
  brand: row.brand,
  gtin: row.gtin,
  mpn: row.mpn,
  category: row.category,
  sourceCategory: row.sourceCategory,
  googleCategory: row.googleCategory,
  condition: row.condition,
  locationId: row.locationId,
  tags: row.tags,
  media: row.media,
  amount: row.amount,
  currency: row.currency,
  originalAmount: row.originalAmount,
  availability: row.availability,
  rating: row.rating,
  postedAt: null,
  expiresAt: row.expires_at?.getTime() ?? null,
  details: row.details,
  delivery: row.delivery_eur === null ? null : { cents: row.delivery_eur, days: row.delivery_days },
  choice: null,
  variants: row.variants ?? [],
});

/** A row of `import_unusable` as an `UnusableRow`. */
export const UNUSABLE_ROW = `jsonb_build_object('id', id, 'productId', product_id, 'unavailable', unavailable)`;

const FIND_PRODUCTS = `
  SELECT given.rows, ${STORED_COLUMNS}
    FROM (
      SELECT product_id, jsonb_agg(${UNUSABLE_ROW}) AS rows
        FROM pg_temp.import_unusable WHERE product_id = ANY ($2) GROUP BY product_id
    ) AS given
    CROSS JOIN LATERAL (
      SELECT * FROM deals
       WHERE source_id = $1 AND external_id = given.product_id AND status = 'active' LIMIT 1
    ) AS deals`;

/** The stored products of these ids that have unusable rows, by id. */
export const findRetainedProducts = async (
  client: ClientBase,
  sourceId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, RetainedDeal>> => {
  const { rows } = await client.query<StoredRow & Pick<RetainedDeal, 'rows'>>(FIND_PRODUCTS, [
    sourceId,
    [...productIds],
  ]);
  return new Map(
    rows.map((row) => [row.externalId, { deal: toMappedDeal(row), rows: row.rows }] as const),
  );
};
