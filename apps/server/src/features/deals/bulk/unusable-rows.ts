import type { ClientBase } from 'pg';
import { foldChoices } from './fold-choices.ts';
import { type RetainedDeal, restore, withIdentityOf } from './retained-deals.ts';
import type { MappedDeal, Unavailability, UnusableRow } from './mapped-deal.ts';
import type { Staging } from './staging.ts';
import { STORED_COLUMNS, type StoredRow, toMappedDeal, UNUSABLE_ROW } from './stored-deals.ts';

/** Deals whose rows say that they are unavailable, staged at once. */
const BATCH_DEALS = 500;

const CREATE = `
  DROP TABLE IF EXISTS pg_temp.import_unusable, pg_temp.import_named;
  CREATE TEMPORARY TABLE import_unusable (id text, product_id text, unavailable text);
  -- The known deals that these rows name.
  CREATE TEMPORARY TABLE import_named (deal_id bigint PRIMARY KEY, rows jsonb NOT NULL);`;

const ADD = `
  INSERT INTO pg_temp.import_unusable
  SELECT row ->> 'id', row ->> 'productId', row ->> 'unavailable'
    FROM jsonb_array_elements($1::jsonb) AS row`;

// The lateral join with LIMIT makes one index look-up per id.
const FIND_NAMED = `
  INSERT INTO pg_temp.import_named
  SELECT known.id, jsonb_agg(named.row)
    FROM (
      SELECT id AS name, ${UNUSABLE_ROW} AS row FROM pg_temp.import_unusable
      UNION ALL
      SELECT product_id, ${UNUSABLE_ROW} FROM pg_temp.import_unusable
    ) AS named
   CROSS JOIN LATERAL (
     SELECT id FROM deals WHERE source_id = $1 AND external_id = named.name LIMIT 1
   ) AS known
   GROUP BY known.id`;

const IS_UNAVAILABLE = `jsonb_path_exists(rows, '$[*] ? (@.unavailable != null)')`;

// A deal with a usable row, too, is as that row says.
const NEXT_UNAVAILABLE = `
  SELECT import_named.deal_id AS id, import_named.rows, ${STORED_COLUMNS}
    FROM pg_temp.import_named JOIN deals ON deals.id = import_named.deal_id
   WHERE import_named.deal_id > $1 AND deals.status = 'active' AND ${IS_UNAVAILABLE}
     AND NOT EXISTS (SELECT FROM pg_temp.import_seen WHERE import_seen.deal_id = deals.id)
   ORDER BY import_named.deal_id LIMIT ${BATCH_DEALS}`;

const COUNT_UNAVAILABLE = `
  SELECT coalesce(sum(jsonb_array_length(jsonb_path_query_array(rows, '$[*] ? (@.unavailable != null)'))), 0)::integer AS count
    FROM pg_temp.import_named JOIN deals ON deals.id = deal_id WHERE status <> 'deleted'`;

// Also a product with choices of which one could not be read: its price may be that of the choice.
const NOTE_UNREAD = `
  INSERT INTO pg_temp.import_unread
  SELECT deal_id FROM pg_temp.import_named JOIN deals ON deals.id = deal_id
   WHERE jsonb_path_exists(rows, '$[*] ? (@.unavailable == null)')
     AND (deals.variants IS NOT NULL OR
          NOT EXISTS (SELECT FROM pg_temp.import_seen WHERE import_seen.deal_id = deals.id))`;

const KEEP = `
  INSERT INTO pg_temp.import_seen (deal_id, was_unread)
  SELECT deal_id, true FROM pg_temp.import_named`;

/** A stored deal no row of which can be used, with the stock that they state. */
const withStock = ({ deal, rows }: RetainedDeal): MappedDeal => {
  const stated = (id: string): Unavailability | null =>
    rows.find((row) => row.id === id)?.unavailable ?? null;
  const [first, ...others] = deal.variants.map((variant) =>
    restore(deal, variant, '', stated(variant.id)),
  );
  if (first !== undefined) return withIdentityOf(deal, foldChoices([first, ...others]));
  const unavailable = rows.find((row) => row.unavailable !== null)?.unavailable ?? null;
  return { ...deal, availability: unavailable ?? deal.availability };
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

  const stageUnavailable = async (staging: Staging): Promise<void> => {
    for (let after = 0; ;) {
      const { rows } = await client.query<StoredRow & Omit<RetainedDeal, 'deal'> & { id: number }>(
        NEXT_UNAVAILABLE,
        [after],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      await staging.add(rows.map((row) => withStock({ deal: toMappedDeal(row), rows: row.rows })));
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
      await stageUnavailable(staging);
      await client.query(NOTE_UNREAD);
      await client.query(KEEP);
      const { rows } = await client.query<{ count: number }>(COUNT_UNAVAILABLE);
      await client.query('TRUNCATE pg_temp.import_unusable, pg_temp.import_named');
      count = 0;
      return rows[0]?.count ?? 0;
    },
  };
};
