import { sql, type Transaction } from 'kysely';
// The full form of zod compiles its checks, because all deals of an import pass here.
import * as z from 'zod';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { conditionSchema } from '@izgodno/contract/deals/vocabulary';
import type { Database, Schema } from '#schema/schema.ts';
import { keyKinds, type OfferFacts, type OfferKey } from './offer-keys.ts';
import type { Candidate } from './partition.ts';
import type { ComparedOffer } from './representative.ts';
import { isActive } from '../active-deals.ts';

export type OfferTransaction = Transaction<Schema>;

/**
 * Milliseconds; below the second after which PostgreSQL looks for deadlocks, so that a deadlock
 * never aborts an import.
 */
const LOCK_TIMEOUT = 300;
/**
 * A key shared by more deals than this is a placeholder, joins nothing, and is not read further.
 */
export const MAX_HOLDERS = 200;

/** Locks the grouping of offers for one node. Returns `false` if another node has the lock. */
export const lockOffers = async (transaction: OfferTransaction): Promise<boolean> => {
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(transaction);
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('offers', 0)) AS locked`.execute(transaction);
  return rows[0]?.locked === true;
};

const queuedSchema = z.array(
  z.object({
    entry: z.int(),
    id: z.int(),
    /** Grouped with other deals at present. */
    isGrouped: z.boolean(),
    isRemoved: z.boolean(),
    facts: z.nullable(
      z.object({
        title: z.string(),
        condition: conditionSchema,
        link: z.nullable(z.string()),
        brand: z.nullable(z.string()),
        gtin: z.nullable(z.string()),
        mpn: z.nullable(z.string()),
        photoHash: z.nullable(z.string()),
      }),
    ),
  }),
);

/** An entry of the queue with its deal's keys; `null` if the deal may not be merged. */
export interface QueuedDeal {
  readonly entry: number;
  readonly id: number;
  readonly isGrouped: boolean;
  readonly isRemoved: boolean;
  readonly facts: OfferFacts | null;
}

/**
 * The next entries of the queue, the oldest first. Only active deals of sources may be merged, not
 * members' posts.
 */
export const readQueued = async (
  database: Database,
  after: number,
  limit: number,
): Promise<readonly QueuedDeal[]> => {
  // The lateral join with LIMIT makes one index look-up per id, whatever the statistics of a
  // growing table say.
  const { rows } = await sql`
    SELECT queued.id AS entry, queued.deal_id AS id, coalesce(deal.grouped, false) AS "isGrouped",
           coalesce(deal.removed, false) AS "isRemoved", deal.facts
      FROM (
        SELECT id, deal_id FROM offers_to_group WHERE id > ${after} ORDER BY id LIMIT ${limit}
      ) AS queued
      LEFT JOIN LATERAL (
        SELECT represented_by IS NOT NULL OR offer_count > 1 AS grouped,
               deleted_at IS NOT NULL AS removed,
               CASE WHEN ${isActive('deals')} AND seller_id IS NULL THEN
                 json_build_object('title', title, 'condition', condition,
                   'link', coalesce(product_link, link), 'brand', brand, 'gtin', gtin, 'mpn', mpn,
                   'photoHash', photo_hash)
               END AS facts
          FROM deals WHERE deals.id = queued.deal_id LIMIT 1
      ) AS deal ON true
     ORDER BY queued.id`.execute(database);
  return expectShape(queuedSchema, rows);
};

/**
 * Removes these entries from the queue; `false`, with some removed, if another node has removed
 * any.
 */
export const takeQueued = async (
  transaction: OfferTransaction,
  entries: readonly number[],
): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`DELETE FROM offers_to_group WHERE id = ANY (${entries}::bigint[])`.execute(
      transaction,
    );
  return numAffectedRows === BigInt(entries.length);
};

const dealIdsSchema = z.array(z.object({ deal_id: z.int() }));
const neighboursSchema = z.array(z.object({ deal_id: z.nullable(z.int()) }));

/**
 * The deals that share a key with one of these, and their present groups; of these deals only those
 * that share a key or are grouped.
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
  return expectShape(neighboursSchema, rows).flatMap(({ deal_id }) => deal_id ?? []);
};

/**
 * Replaces the keys of these deals. Returns those that share a key with another deal that had it
 * before, and the other holders of removed keys; most deals have only one source and are therefore
 * settled by not being returned. Two of these deals that share a new key are not found here.
 */
export const writeKeys = async (
  transaction: OfferTransaction,
  keysOf: ReadonlyMap<number, readonly OfferKey[]>,
): Promise<readonly number[]> => {
  const given = [...keysOf].flatMap(([id, keys]) =>
    keys.map(({ kind, key }) => ({ id, kind, key })),
  );
  // Every part of the statement sees the keys as they were before it.
  const { rows } = await sql`
    WITH given AS MATERIALIZED (
      SELECT decode(key, 'hex') AS key, deal_id, kind
        FROM unnest(${given.map(({ key }) => key)}::text[], ${given.map(({ id }) => id)}::bigint[],
                    ${given.map(({ kind }) => kind)}::text[]) AS given (key, deal_id, kind)
    ), gone AS (
      DELETE FROM offer_keys
       WHERE deal_id = ANY (${[...keysOf.keys()]}::bigint[])
         AND (key, deal_id) NOT IN (SELECT key, deal_id FROM given)
      RETURNING key, deal_id
    ), added AS (
      INSERT INTO offer_keys (key, deal_id, kind)
      SELECT key, deal_id, kind FROM given ORDER BY key
      ON CONFLICT DO NOTHING
    )
    SELECT deal_id FROM given
     WHERE EXISTS (
       SELECT FROM offer_keys AS held WHERE held.key = given.key AND held.deal_id <> given.deal_id)
    UNION
    SELECT held.deal_id FROM gone CROSS JOIN LATERAL (
      SELECT deal_id FROM offer_keys WHERE key = gone.key LIMIT ${MAX_HOLDERS + 1}
    ) AS held`.execute(transaction);
  return expectShape(dealIdsSchema, rows).map(({ deal_id }) => deal_id);
};

const memberSchema = z.array(
  z.object({
    id: z.int(),
    sourceId: z.string(),
    price: z.int(),
    delivery: z.nullable(z.int()),
    inStock: z.boolean(),
    active: z.boolean(),
    representedBy: z.nullable(z.int()),
    offerCount: z.int(),
    lowestTotal: z.nullable(z.int()),
    keys: z.array(z.object({ kind: z.enum(keyKinds), key: z.string() })),
  }),
);
/** A deal for grouping. */
export type Member = Candidate &
  ComparedOffer & {
    readonly active: boolean;
    readonly representedBy: number | null;
    readonly offerCount: number;
    readonly lowestTotal: number | null;
  };

/** Keys with too many deals are left out. */
export const readMembers = async (
  transaction: OfferTransaction,
  ids: readonly number[],
): Promise<readonly Member[]> => {
  const { rows } = await sql`
    SELECT id, source_id AS "sourceId", price_eur AS price, delivery_eur AS delivery, availability = 'in_stock' AS "inStock",
           ${isActive('deals')} AS active,
           represented_by AS "representedBy", offer_count AS "offerCount",
           lowest_total_eur AS "lowestTotal",
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
  return expectShape(memberSchema, rows);
};

export interface Placement {
  readonly id: number;
  readonly representedBy: number | null;
  readonly offerCount: number;
  /** Euro cents; null if it is the deal's own. */
  readonly lowestTotal: number | null;
}

/** Stores the deals' groups; each is a change that searches and open pages follow. */
export const assignGroup = async (
  transaction: OfferTransaction,
  placements: readonly Placement[],
): Promise<void> => {
  await sql`
    UPDATE deals
       SET represented_by = given.represented_by, offer_count = given.offer_count,
           lowest_total_eur = given.lowest_total, change_seq = nextval('deal_change_seq')
      FROM unnest(${placements.map(({ id }) => id)}::bigint[],
                  ${placements.map(({ representedBy }) => representedBy)}::bigint[],
                  ${placements.map(({ offerCount }) => offerCount)}::integer[],
                  ${placements.map(({ lowestTotal }) => lowestTotal)}::bigint[])
           AS given (id, represented_by, offer_count, lowest_total)
     WHERE deals.id = given.id`.execute(transaction);
};

/** Queues grouped deals that are unavailable, and those whose representative is. */
export const queueOrphans = async (transaction: OfferTransaction): Promise<void> => {
  await sql`
    INSERT INTO offers_to_group (deal_id)
    SELECT deals.id FROM deals LEFT JOIN deals AS first ON first.id = deals.represented_by
     WHERE deals.represented_by IS NOT NULL
       AND (deals.status <> 'active' OR deals.deleted_at IS NOT NULL OR first.status IS DISTINCT FROM 'active' OR first.deleted_at IS NOT NULL
            OR first.represented_by IS NOT NULL)`.execute(transaction);
};
