import type { ClientBase } from 'pg';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import { columnAssignments, columnNames } from './staged-columns.ts';

/**
 * Rows per transaction. Search replicas wait for the oldest open transaction that took a change
 * number, so each must end in well under 10 s: this many take about 0.2 s.
 */
const BATCH_ROWS = 5_000;

const INSERT_NEW = `
  WITH inserted AS (
    INSERT INTO deals (source_id, external_id, posted_at, checked_at, ${columnNames})
    SELECT $1, external_id, coalesce(posted_at, now()), CASE WHEN $4 THEN now() END, ${columnNames}
      FROM pg_temp.import_stage
     WHERE position > $2 AND position <= $3 AND deal_id IS NULL
    RETURNING id, price_amount, price_currency, original_amount
  ), observed AS (
    INSERT INTO price_observations (deal_id, price_amount, price_currency, original_amount)
    SELECT id, price_amount, price_currency, original_amount FROM inserted
  ), queued AS (
    INSERT INTO offers_to_group (deal_id) SELECT id FROM inserted
  )
  SELECT count(*)::integer AS changed FROM inserted`;

// "before" reads the statement's snapshot, so it has the former prices. A deal that a moderator
// removed stays removed, whatever its source says later.
const UPDATE_CHANGED = `
  WITH staged AS (
    SELECT * FROM pg_temp.import_stage WHERE position > $1 AND position <= $2 AND deal_id IS NOT NULL
       AND NOT EXISTS (
         SELECT FROM deal_deletions removed
          WHERE removed.deal_id = import_stage.deal_id AND removed.deleted_by = 'moderator')
  ), before AS (
    SELECT deals.id, deals.price_amount, deals.price_currency
      FROM staged JOIN deals ON deals.id = staged.deal_id
  ), updated AS (
    UPDATE deals
       SET ${columnAssignments}, posted_at = coalesce(staged.posted_at, deals.posted_at),
           status = 'active', deleted_at = NULL, updated_at = now(), change_seq = nextval('deal_change_seq')
      FROM staged
     WHERE deals.id = staged.deal_id
    RETURNING deals.id
  ), observed AS (
    INSERT INTO price_observations (deal_id, price_amount, price_currency, original_amount)
    SELECT staged.deal_id, staged.price_amount, staged.price_currency, staged.original_amount
      FROM staged JOIN before ON before.id = staged.deal_id
     WHERE (staged.price_amount, staged.price_currency) <> (before.price_amount, before.price_currency)
  ), queued AS (
    INSERT INTO offers_to_group (deal_id) SELECT id FROM updated
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
  WITH removed AS (
    UPDATE deals
       SET status = 'deleted', deleted_at = now(), updated_at = now(), change_seq = nextval('deal_change_seq')
      FROM pg_temp.import_removed
     WHERE position > $1 AND position <= $2 AND deals.id = import_removed.deal_id
    RETURNING deals.id
  )
  INSERT INTO offers_to_group (deal_id) SELECT id FROM removed`;

/** Inserts the row of a new source, and updates the given values of a known one. */
export const ensureSource = async (
  client: ClientBase,
  { id, name, group, commission }: NewSource,
): Promise<void> => {
  await client.query(
    'INSERT INTO sources (id, name, source_group) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
    [id, name, group],
  );
  if (commission === undefined) return;
  await client.query('UPDATE sources SET commission = $2 WHERE id = $1', [id, commission]);
};

export interface NewSource {
  readonly id: string;
  readonly name: string;
  readonly group: SourceGroup;
  /** Whether its deals pay us a commission, as cards show; unchanged if not given. */
  readonly commission?: boolean | undefined;
}

/**
 * Records that a whole source was read. Fares that visitors checked earlier are then no fresher.
 */
export const noteChecked = async (client: ClientBase, sourceId: string): Promise<void> => {
  await client.query('UPDATE sources SET checked_at = now() WHERE id = $1', [sourceId]);
  await client.query(
    `UPDATE deals SET checked_at = NULL FROM sources
      WHERE sources.id = $1 AND sources.source_group = 'travel'
        AND deals.source_id = sources.id AND deals.checked_at IS NOT NULL`,
    [sourceId],
  );
};

/** The number of active deals of a source. */
export const countStanding = async (client: ClientBase, sourceId: string): Promise<number> => {
  const { rows } = await client.query<{ standing: number }>(
    `SELECT count(*)::integer AS standing FROM deals WHERE source_id = $1 AND status <> 'deleted'`,
    [sourceId],
  );
  return rows[0]?.standing ?? 0;
};

/** Records which deals of a source were not seen, and returns their number. */
const findRemoved = async (client: ClientBase, sourceId: string): Promise<number> => {
  await client.query(CREATE_REMOVED);
  const { rowCount } = await client.query(FIND_REMOVED, [sourceId]);
  return rowCount ?? 0;
};

const countChanged = async (
  client: ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<number> => {
  const { rows } = await client.query<{ changed: number }>(text, [...values]);
  return rows[0]?.changed ?? 0;
};

export interface StagedRows {
  /** Positions above `from`, up to `to`. */
  readonly from: number;
  readonly to: number;
  /** Whether each new deal records when it was seen, rather than the source when it was read. */
  readonly stampChecked: boolean;
}

/** Applies some staged rows: an insert and an update. */
export const applyRows = async (
  client: ClientBase,
  sourceId: string,
  { from, to, stampChecked }: StagedRows,
): Promise<{ readonly inserted: number; readonly updated: number }> => ({
  inserted: await countChanged(client, INSERT_NEW, [sourceId, from, to, stampChecked]),
  updated: await countChanged(client, UPDATE_CHANGED, [from, to]),
});

export interface ApplyOptions {
  readonly client: ClientBase;
  /** The name and group are used if the source is new. */
  readonly source: NewSource;
  /** Rows in the staging area. */
  readonly staged: number;
  /** Every active deal was read unchanged, so none is missing. */
  readonly holdsAll: boolean;
  /** Called after each transaction with the number of applied changes. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface Applied {
  readonly inserted: number;
  readonly updated: number;
  readonly removed: number;
}

/**
 * Applies a whole staged source in short transactions, and removes deals that it no longer has. If
 * interrupted, each deal is either as before or as the source has it now; the next import completes
 * the rest.
 */
export const applyStage = async ({
  client,
  source,
  staged,
  holdsAll,
  onProgress,
  signal,
}: ApplyOptions): Promise<Applied> => {
  await ensureSource(client, source);
  const toRemove = holdsAll ? 0 : await findRemoved(client, source.id);
  const total = staged + toRemove;

  let inserted = 0;
  let updated = 0;
  for (let from = 0; from < staged; from += BATCH_ROWS) {
    signal.throwIfAborted();
    const to = Math.min(staged, from + BATCH_ROWS);
    const applied = await applyRows(client, source.id, { from, to, stampChecked: false });
    inserted += applied.inserted;
    updated += applied.updated;
    onProgress(to, total);
  }
  let removed = 0;
  for (let from = 0; from < toRemove; from += BATCH_ROWS) {
    signal.throwIfAborted();
    const { rowCount } = await client.query(REMOVE, [from, from + BATCH_ROWS]);
    removed += rowCount ?? 0;
    onProgress(staged + removed, total);
  }
  await noteChecked(client, source.id);
  return { inserted, updated, removed };
};
