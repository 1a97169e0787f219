import type { ClientBase } from 'pg';
import type { DealVariant } from '@izgodno/contract/deals/deal';
import type { RetainedDeal } from './retained-deals.ts';
import type { MappedDeal, UnusableRow } from './mapped-deal.ts';

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

/** For SELECT from `deals`: `rows` is what the unusable rows say of its choices, one row a choice. */
export const STATED_ROWS = `
  (SELECT coalesce(jsonb_agg(stated), '[]') FROM (
     SELECT unusable.id, unusable.unavailable
       FROM jsonb_array_elements(deals.variants) AS variant
      CROSS JOIN LATERAL (
        SELECT id, unavailable FROM pg_temp.import_unusable
         WHERE product_id = deals.external_id AND id = variant ->> 'id'
         ORDER BY unavailable LIMIT 1
      ) AS unusable
     UNION ALL
     (SELECT id, unavailable FROM pg_temp.import_unusable
       WHERE product_id = deals.external_id AND id IS NULL
       ORDER BY unavailable LIMIT 1)
   ) AS stated) AS rows`;

/** A row that `STATED_ROWS` selects. */
export type StatedRow = Pick<UnusableRow, 'id' | 'unavailable'>;

export const toStated = (rows: readonly StatedRow[]): RetainedDeal['stated'] =>
  new Map(rows.map(({ id, unavailable }) => [id, unavailable]));

// Ordered, because without an order a scan of all rows seems cheap to find the first one.
const FIND_PRODUCTS = `
  SELECT ${STORED_COLUMNS}, ${STATED_ROWS}
    FROM unnest($2::text[]) AS given (product_id)
   CROSS JOIN LATERAL (
     SELECT product_id FROM pg_temp.import_unusable
      WHERE product_id = given.product_id ORDER BY id LIMIT 1
   ) AS named
   CROSS JOIN LATERAL (
     SELECT * FROM deals
      WHERE source_id = $1 AND external_id = named.product_id AND status = 'active' LIMIT 1
   ) AS deals`;

/** The stored products of these ids that have unusable rows, by id. */
export const findRetainedProducts = async (
  client: ClientBase,
  sourceId: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, RetainedDeal>> => {
  const { rows } = await client.query<StoredRow & { readonly rows: readonly StatedRow[] }>(
    FIND_PRODUCTS,
    [sourceId, [...productIds]],
  );
  return new Map(
    rows.map((row) => [row.externalId, { deal: toMappedDeal(row), stated: toStated(row.rows) }]),
  );
};
