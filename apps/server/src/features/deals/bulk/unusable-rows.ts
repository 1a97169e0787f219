import type { ClientBase } from 'pg';
import { foldChoices } from './fold-choices.ts';
import { restore, withIdentityOf } from './retained-deals.ts';
import {
  type MappedDeal,
  MAX_EXTERNAL_ID_LENGTH,
  type Unavailability,
  type UnusableRow,
} from './mapped-deal.ts';
import type { Staging } from './staging.ts';
import {
  STATED_ROWS,
  type StatedRow,
  STORED_COLUMNS,
  type StoredRow,
  toMappedDeal,
  toStated,
} from './stored-deals.ts';

/** Deals whose rows say that they are unavailable, staged at once. */
const BATCH_DEALS = 500;
/** Those with choices, of which each may have hundreds: together they would stop the server for a second. */
const BATCH_PRODUCTS = 25;

/** Characters of an id that are stored: one more than any deal has, so that longer ones name none. */
const ID_LENGTH = MAX_EXTERNAL_ID_LENGTH + 1;

// The index holds all that a choice needs of its rows, of which a feed may have millions.
const CREATE = `
  DROP TABLE IF EXISTS pg_temp.import_unusable, pg_temp.import_named;
  CREATE TEMPORARY TABLE import_unusable (id text, product_id text, unavailable text);
  CREATE INDEX ON pg_temp.import_unusable (product_id, id, unavailable);
  -- The known deals that these rows name.
  CREATE TEMPORARY TABLE import_named (
    deal_id bigint PRIMARY KEY,
    -- What a row says of the stock, if any does.
    unavailable text,
    -- The rows that say something, and whether any says nothing.
    stating bigint NOT NULL,
    has_silent boolean NOT NULL
  );`;

const ADD = `
  INSERT INTO pg_temp.import_unusable
  SELECT left(row ->> 'id', ${ID_LENGTH}), left(row ->> 'productId', ${ID_LENGTH}), row ->> 'unavailable'
    FROM jsonb_array_elements($1::jsonb) AS row`;

// The lateral join with LIMIT makes one index look-up per id.
const FIND_NAMED = `
  INSERT INTO pg_temp.import_named
  SELECT known.id, named.unavailable, named.stating, named.has_silent
    FROM (
      SELECT name, min(unavailable) AS unavailable, count(unavailable) AS stating,
             bool_or(unavailable IS NULL) AS has_silent
        FROM (
          SELECT id AS name, unavailable FROM pg_temp.import_unusable
          UNION ALL
          SELECT product_id, unavailable FROM pg_temp.import_unusable
        ) AS rows
       WHERE name IS NOT NULL GROUP BY name
    ) AS named
   CROSS JOIN LATERAL (
     SELECT id FROM deals WHERE source_id = $1 AND external_id = named.name LIMIT 1
   ) AS known`;

// A deal with a usable row, too, is as that row says.
const nextUnavailable = (condition: string, limit: number): string => `
  SELECT next.deal_id AS id, next.unavailable, ${STATED_ROWS}, ${STORED_COLUMNS}
    FROM (
      SELECT import_named.deal_id, import_named.unavailable
        FROM pg_temp.import_named JOIN deals ON deals.id = import_named.deal_id
       WHERE import_named.deal_id > $1 AND deals.status = 'active'
         AND import_named.unavailable IS NOT NULL AND ${condition}
         AND NOT EXISTS (SELECT FROM pg_temp.import_seen WHERE import_seen.deal_id = deals.id)
       ORDER BY import_named.deal_id LIMIT ${limit}
    ) AS next
    JOIN deals ON deals.id = next.deal_id
   ORDER BY next.deal_id`;

const BATCHES = [
  nextUnavailable('deals.variants IS NULL', BATCH_DEALS),
  nextUnavailable('deals.variants IS NOT NULL', BATCH_PRODUCTS),
];

const COUNT_UNAVAILABLE = `
  SELECT coalesce(sum(stating), 0)::integer AS count
    FROM pg_temp.import_named JOIN deals ON deals.id = deal_id WHERE status <> 'deleted'`;

// Also a product with choices of which one could not be read: its price may be that of the choice.
const NOTE_UNREAD = `
  INSERT INTO pg_temp.import_unread
  SELECT deal_id FROM pg_temp.import_named JOIN deals ON deals.id = deal_id
   WHERE has_silent
     AND (deals.variants IS NOT NULL OR
          NOT EXISTS (SELECT FROM pg_temp.import_seen WHERE import_seen.deal_id = deals.id))`;

const KEEP = `
  INSERT INTO pg_temp.import_seen (deal_id, was_unread)
  SELECT deal_id, true FROM pg_temp.import_named`;

interface UnavailableRow extends StoredRow {
  readonly id: number;
  /** How the feed says that the deal is unavailable. */
  readonly unavailable: Unavailability;
  /** The rows of its choices. */
  readonly rows: readonly StatedRow[];
}

/** A stored deal no row of which can be used, with the stock that they state. */
const withStock = (row: UnavailableRow): MappedDeal => {
  const deal = toMappedDeal(row);
  const stated = toStated(row.rows);
  const [first, ...others] = deal.variants.map((variant) =>
    restore(deal, variant, '', stated.get(variant.id) ?? null),
  );
  if (first !== undefined) return withIdentityOf(deal, foldChoices([first, ...others]));
  return { ...deal, availability: row.unavailable };
};

/** The rows of a reading that name deals and cannot be used, on this connection. */
export interface UnusableRows {
  add(rows: readonly UnusableRow[]): Promise<void>;
  /**
   * Marks the deals that the rows name as seen, so that they stay as they are but for the stock that
   * a row states. Returns the number of rows that state it. Call it after everything else was staged.
   */
  keep(staging: Staging): Promise<number>;
}

export const createUnusableRows = async (
  client: ClientBase,
  sourceId: string,
): Promise<UnusableRows> => {
  await client.query(CREATE);
  let count = 0;

  const stageUnavailable = async (staging: Staging, nextBatch: string): Promise<void> => {
    for (let after = 0; ;) {
      const { rows } = await client.query<UnavailableRow>(nextBatch, [after]);
      const last = rows.at(-1);
      if (last === undefined) return;
      await staging.add(rows.map(withStock));
      after = last.id;
    }
  };

  return {
    async add(rows) {
      if (rows.length === 0) return;
      count += rows.length;
      await client.query(ADD, [JSON.stringify(rows)]);
    },
    async keep(staging) {
      if (count === 0) return 0;
      await client.query('ANALYZE pg_temp.import_unusable');
      await client.query(FIND_NAMED, [sourceId]);
      for (const batch of BATCHES) await stageUnavailable(staging, batch);
      await client.query(NOTE_UNREAD);
      await client.query(KEEP);
      const { rows } = await client.query<{ count: number }>(COUNT_UNAVAILABLE);
      await client.query('TRUNCATE pg_temp.import_unusable, pg_temp.import_named');
      count = 0;
      return rows[0]?.count ?? 0;
    },
  };
};
