import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { conditionSchema } from '@izgodno/contract/deals/vocabulary';
import type { Schema } from '#platform/database/schema.ts';
import { keyKinds, type OfferFacts, type OfferKey } from './offer-keys.ts';
import type { Candidate } from './partition.ts';
import type { Offer } from './representative.ts';

export type OfferTransaction = Transaction<Schema>;

/** Milliseconds; below the second after which PostgreSQL looks for deadlocks, so that it is never an import that ends by one. */
const LOCK_TIMEOUT = 300;
/** A key of more deals than this is a placeholder: it joins nothing, and nobody looks behind it. */
const MAX_HOLDERS = 200;

/** Lets one node at a time group offers. `false` where another one does. */
export const lockOffers = async (transaction: OfferTransaction): Promise<boolean> => {
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('offers', 0)) AS locked`.execute(transaction);
  return rows[0]?.locked === true;
};

const queuedSchema = z.array(z.object({ deal_id: z.int() }));

/** Takes up to so many entries off the queue, and returns the deals they name. */
export const takeChanged = async (
  transaction: OfferTransaction,
  limit: number,
): Promise<readonly number[]> => {
  const { rows } = await sql`
    DELETE FROM offers_to_group
     WHERE id IN (SELECT id FROM offers_to_group ORDER BY id LIMIT ${limit})
    RETURNING deal_id`.execute(transaction);
  return [...new Set(queuedSchema.parse(rows).map(({ deal_id }) => deal_id))];
};

const factsSchema = z.array(
  z.object({
    id: z.int(),
    title: z.string(),
    condition: conditionSchema,
    link: z.nullable(z.string()),
    brand: z.nullable(z.string()),
    gtin: z.nullable(z.string()),
    mpn: z.nullable(z.string()),
    photoHash: z.nullable(z.string()),
  }),
);

/** Of these deals, what those are known by that may be merged: active ones of sources, no member's posts. */
export const readFacts = async (
  transaction: OfferTransaction,
  ids: readonly number[],
): Promise<readonly (OfferFacts & { readonly id: number })[]> => {
  const { rows } = await sql`
    SELECT id, title, condition, coalesce(product_link, link) AS link, brand, gtin, mpn, photo_hash AS "photoHash" FROM deals
     WHERE id = ANY (${ids}::bigint[]) AND status = 'active' AND deleted_at IS NULL AND seller_id IS NULL
    `.execute(transaction);
  return factsSchema.parse(rows);
};

const neighboursSchema = z.array(z.object({ deal_id: z.nullable(z.int()) }));

/**
 * The deals that share a key with one of these, and those they are grouped with now; of these
 * themselves only those that share or are grouped. Most deals are offered by one source alone: they
 * are settled by not being here.
 */
export const findNeighbours = async (
  transaction: OfferTransaction,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const { rows } = await sql`
    WITH shared AS (
      SELECT holder.deal_id, count(*) OVER (PARTITION BY holder.key) AS holders
        FROM (SELECT DISTINCT key FROM offer_keys WHERE deal_id = ANY (${ids}::bigint[])) AS own
             CROSS JOIN LATERAL (
               SELECT key, deal_id FROM offer_keys WHERE key = own.key LIMIT ${MAX_HOLDERS + 1}
             ) AS holder
    )
    SELECT deal_id FROM shared WHERE holders BETWEEN 2 AND ${MAX_HOLDERS}
    UNION
    SELECT id FROM deals WHERE represented_by = ANY (${ids}::bigint[])
    UNION
    SELECT unnest(ARRAY[id, represented_by]) FROM deals
     WHERE id = ANY (${ids}::bigint[]) AND (represented_by IS NOT NULL OR offer_count > 1)
    `.execute(transaction);
  return neighboursSchema.parse(rows).flatMap(({ deal_id }) => deal_id ?? []);
};

/** Gives the deals these keys and no others. Most have them already: a new price is no new key. */
export const writeKeys = async (
  transaction: OfferTransaction,
  ids: readonly number[],
  keysOf: ReadonlyMap<number, readonly OfferKey[]>,
): Promise<void> => {
  const rows = [...keysOf].flatMap(([id, keys]) =>
    keys.map(({ kind, key }) => ({ id, kind, key })),
  );
  await sql`
    WITH given AS (
      SELECT decode(key, 'hex') AS key, deal_id, kind
        FROM unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ id }) => id)}::bigint[],
                    ${rows.map(({ kind }) => kind)}::text[]) AS given (key, deal_id, kind)
    ), gone AS (
      DELETE FROM offer_keys
       WHERE deal_id = ANY (${ids}::bigint[])
         AND NOT EXISTS (
           SELECT FROM given WHERE given.key = offer_keys.key AND given.deal_id = offer_keys.deal_id)
    )
    INSERT INTO offer_keys (key, deal_id, kind)
    SELECT key, deal_id, kind FROM given ORDER BY key
    ON CONFLICT DO NOTHING`.execute(transaction);
};

const memberSchema = z.array(
  z.object({
    id: z.int(),
    sourceId: z.string(),
    price: z.int(),
    inStock: z.boolean(),
    active: z.boolean(),
    representedBy: z.nullable(z.int()),
    offerCount: z.int(),
    keys: z.array(z.object({ kind: z.enum(keyKinds), key: z.string() })),
  }),
);
/** A deal as grouping sees it. */
export type Member = Candidate &
  Offer & {
    readonly active: boolean;
    readonly representedBy: number | null;
    readonly offerCount: number;
  };

/** Keys of too many deals are left out. */
export const readMembers = async (
  transaction: OfferTransaction,
  ids: readonly number[],
): Promise<readonly Member[]> => {
  const { rows } = await sql`
    SELECT id, source_id AS "sourceId", price_eur AS price, availability = 'in_stock' AS "inStock",
           status = 'active' AND deleted_at IS NULL AS active,
           represented_by AS "representedBy", offer_count AS "offerCount",
           coalesce((
             SELECT json_agg(json_build_object('kind', kind, 'key', encode(key, 'hex')))
               FROM offer_keys
              WHERE deal_id = deals.id AND (
                SELECT count(*) FROM (
                  SELECT FROM offer_keys AS held WHERE held.key = offer_keys.key LIMIT ${MAX_HOLDERS + 1}
                ) AS holders
              ) <= ${MAX_HOLDERS}
           ), '[]') AS keys
      FROM deals WHERE id = ANY (${ids}::bigint[]) ORDER BY id`.execute(transaction);
  return memberSchema.parse(rows);
};

export interface Placement {
  readonly id: number;
  readonly representedBy: number | null;
  readonly offerCount: number;
}

/** Puts deals where they belong; each is a change that searches and open pages follow. */
export const place = async (
  transaction: OfferTransaction,
  placements: readonly Placement[],
): Promise<void> => {
  await sql`
    UPDATE deals
       SET represented_by = given.represented_by, offer_count = given.offer_count,
           change_seq = nextval('deal_change_seq')
      FROM unnest(${placements.map(({ id }) => id)}::bigint[],
                  ${placements.map(({ representedBy }) => representedBy)}::bigint[],
                  ${placements.map(({ offerCount }) => offerCount)}::integer[])
           AS given (id, represented_by, offer_count)
     WHERE deals.id = given.id`.execute(transaction);
};

/** Queues deals that are gone though they are grouped, and those whose representative is. */
export const queueOrphans = async (transaction: OfferTransaction): Promise<void> => {
  await sql`
    INSERT INTO offers_to_group (deal_id)
    SELECT deals.id FROM deals LEFT JOIN deals AS first ON first.id = deals.represented_by
     WHERE deals.represented_by IS NOT NULL
       AND (deals.status <> 'active' OR deals.deleted_at IS NOT NULL OR first.status IS DISTINCT FROM 'active' OR first.deleted_at IS NOT NULL
            OR first.represented_by IS NOT NULL)`.execute(transaction);
};
