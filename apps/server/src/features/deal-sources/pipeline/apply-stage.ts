import type { ClientBase } from 'pg';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';

/**
 * Rows a transaction. Search replicas wait for the oldest open transaction that took a change number,
 * so each must end in well under 10 s: this many take about 0.2 s.
 */
const BATCH_ROWS = 5_000;

const INSERT_NEW = `
  WITH inserted AS (
    INSERT INTO deals (source_id, external_id, content_hash, title, description, link, merchant, brand, gtin, mpn,
                       category, condition, media, price_amount, price_currency, price_eur, original_amount,
                       discount_percent, availability, posted_at)
    SELECT $1, external_id, content_hash, title, description, link, merchant, brand, gtin, mpn,
           category, condition, media, price_amount, price_currency, price_eur, original_amount,
           discount_percent, availability, now()
      FROM pg_temp.import_stage
     WHERE position > $2 AND position <= $3 AND deal_id IS NULL
    RETURNING id, price_amount, price_currency, original_amount
  ), observed AS (
    INSERT INTO price_observations (deal_id, price_amount, price_currency, original_amount)
    SELECT id, price_amount, price_currency, original_amount FROM inserted
  )
  SELECT count(*)::integer AS changed FROM inserted`;

// "before" reads the statement's snapshot, so it holds the prices as they were.
const UPDATE_CHANGED = `
  WITH staged AS (
    SELECT * FROM pg_temp.import_stage WHERE position > $1 AND position <= $2 AND deal_id IS NOT NULL
  ), before AS (
    SELECT deals.id, deals.price_amount, deals.price_currency
      FROM staged JOIN deals ON deals.id = staged.deal_id
  ), updated AS (
    UPDATE deals
       SET content_hash = staged.content_hash, title = staged.title, description = staged.description,
           link = staged.link, merchant = staged.merchant, brand = staged.brand, gtin = staged.gtin, mpn = staged.mpn,
           category = staged.category, condition = staged.condition, media = staged.media,
           price_amount = staged.price_amount, price_currency = staged.price_currency, price_eur = staged.price_eur,
           original_amount = staged.original_amount, discount_percent = staged.discount_percent,
           availability = staged.availability, status = 'active', deleted_at = NULL, updated_at = now(),
           change_seq = nextval('deal_change_seq')
      FROM staged
     WHERE deals.id = staged.deal_id
    RETURNING deals.id
  ), observed AS (
    INSERT INTO price_observations (deal_id, price_amount, price_currency, original_amount)
    SELECT staged.deal_id, staged.price_amount, staged.price_currency, staged.original_amount
      FROM staged JOIN before ON before.id = staged.deal_id
     WHERE (staged.price_amount, staged.price_currency) <> (before.price_amount, before.price_currency)
  )
  SELECT count(*)::integer AS changed FROM updated`;

const CREATE_REMOVED = `
  DROP TABLE IF EXISTS pg_temp.import_removed;
  CREATE TEMPORARY TABLE import_removed (
    position integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    deal_id bigint NOT NULL
  );
  ANALYZE pg_temp.import_seen;`;

const FIND_REMOVED = `
  INSERT INTO pg_temp.import_removed (deal_id)
  SELECT id FROM deals
   WHERE source_id = $1 AND status <> 'deleted'
     AND NOT EXISTS (SELECT FROM pg_temp.import_seen WHERE import_seen.deal_id = deals.id)`;

const REMOVE = `
  UPDATE deals
     SET status = 'deleted', deleted_at = now(), updated_at = now(), change_seq = nextval('deal_change_seq')
    FROM pg_temp.import_removed
   WHERE position > $1 AND position <= $2 AND deals.id = import_removed.deal_id`;

/** Deals of a source that stand in the catalogue now. */
export const countStanding = async (client: ClientBase, sourceId: string): Promise<number> => {
  const { rows } = await client.query<{ standing: number }>(
    `SELECT count(*)::integer AS standing FROM deals WHERE source_id = $1 AND status <> 'deleted'`,
    [sourceId],
  );
  return rows[0]?.standing ?? 0;
};

export interface ApplyOptions {
  readonly client: ClientBase;
  /** The name and group are taken when the source is new. */
  readonly source: { readonly id: string; readonly name: string; readonly group: SourceGroup };
  /** Rows in the staging area. */
  readonly staged: number;
  /** Told after each transaction how many of the changes are done. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface Applied {
  readonly inserted: number;
  readonly updated: number;
  readonly removed: number;
}

/**
 * Carries what was staged into the catalogue in short transactions. Broken off, it leaves every deal
 * as it was before or as the source has it now; the next import finds out which.
 */
export const applyStage = async ({
  client,
  source,
  staged,
  onProgress,
  signal,
}: ApplyOptions): Promise<Applied> => {
  await client.query(
    'INSERT INTO sources (id, name, source_group) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
    [source.id, source.name, source.group],
  );
  await client.query(CREATE_REMOVED);
  const found = await client.query(FIND_REMOVED, [source.id]);
  const toRemove = found.rowCount ?? 0;
  const total = staged + toRemove;

  const changed = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await client.query<{ changed: number }>(text, [...values]);
    return rows[0]?.changed ?? 0;
  };

  let inserted = 0;
  let updated = 0;
  for (let from = 0; from < staged; from += BATCH_ROWS) {
    signal.throwIfAborted();
    const to = Math.min(staged, from + BATCH_ROWS);
    inserted += await changed(INSERT_NEW, [source.id, from, to]);
    updated += await changed(UPDATE_CHANGED, [from, to]);
    onProgress(to, total);
  }
  let removed = 0;
  for (let from = 0; from < toRemove; from += BATCH_ROWS) {
    signal.throwIfAborted();
    const { rowCount } = await client.query(REMOVE, [from, from + BATCH_ROWS]);
    removed += rowCount ?? 0;
    onProgress(staged + removed, total);
  }
  await client.query('UPDATE sources SET checked_at = now() WHERE id = $1', [source.id]);
  return { inserted, updated, removed };
};
