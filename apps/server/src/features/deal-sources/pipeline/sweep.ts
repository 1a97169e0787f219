import type { ClientBase } from 'pg';
import { applyRows } from './apply-stage.ts';
import type { Cursor } from './connector.ts';
import type { Staging } from './staging.ts';

/** Rows per transaction, as for a whole source. */
const BATCH_ROWS = 5_000;

/**
 * Begins a sweep over an incremental source, or resumes an interrupted one, whose seen deals count
 * as seen.
 */
export const beginSweep = async (
  client: ClientBase,
  sourceId: string,
  resumed: boolean,
): Promise<void> => {
  await client.query(
    `UPDATE sources SET sweep_started_at = CASE WHEN $2 THEN coalesce(sweep_started_at, now()) ELSE now() END WHERE id = $1`,
    [sourceId, resumed],
  );
};

const TOUCH_SEEN = `
  UPDATE deals SET checked_at = now() FROM pg_temp.import_seen WHERE deals.id = import_seen.deal_id`;

/** Expires the deals that match a condition; their offers may get another representative. */
const endWhere = (condition: string): string => `
  WITH ended AS (
    UPDATE deals
       SET status = 'expired', updated_at = now(), change_seq = nextval('deal_change_seq')
     WHERE ${condition}
    RETURNING id
  )
  INSERT INTO offers_to_group (deal_id) SELECT id FROM ended`;

const END_GONE = endWhere(`source_id = $1 AND external_id = ANY ($2) AND status = 'active'`);

export interface SweepPart {
  readonly staging: Staging;
  /** Ids of offers that the source ended. */
  readonly gone: readonly string[];
  /** Where reading resumes after these rows. */
  readonly cursor: Cursor | null;
}

export interface AppliedPart {
  readonly inserted: number;
  readonly updated: number;
  readonly removed: number;
}

/**
 * Applies a part of an incremental source and stores its cursor in the same transaction, so that
 * everything before the cursor is applied even after a crash.
 */
export const applyPart = async (
  client: ClientBase,
  sourceId: string,
  { staging, gone, cursor }: SweepPart,
): Promise<AppliedPart> => {
  await client.query('BEGIN');
  try {
    const rows = { from: 0, to: staging.staged, stampChecked: true };
    const applied = await applyRows(client, sourceId, rows);
    await client.query(TOUCH_SEEN);
    const ended = gone.length === 0 ? null : await client.query(END_GONE, [sourceId, gone]);
    await client.query('UPDATE sources SET cursor = $2 WHERE id = $1', [
      sourceId,
      cursor === null ? null : JSON.stringify(cursor),
    ]);
    await client.query('COMMIT');
    await staging.clear();
    return { ...applied, removed: ended?.rowCount ?? 0 };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
};

/** Deals that were seen neither in this sweep nor within `keepMs`. */
const STALE = `
  deals.source_id = $1 AND deals.status = 'active'
  AND coalesce(deals.checked_at, '-infinity') <
      (SELECT CASE WHEN $2::bigint = 0 THEN sweep_started_at ELSE now() - make_interval(secs => $2::bigint / 1000.0) END
         FROM sources WHERE id = $1)`;

/**
 * The number of active deals of the source, and how many of them the end of the sweep would expire.
 */
export const countStale = async (
  client: ClientBase,
  sourceId: string,
  keepMs: number,
): Promise<{ readonly standing: number; readonly stale: number }> => {
  const { rows } = await client.query<{ standing: number; stale: number }>(
    `SELECT count(*)::integer AS standing, count(*) FILTER (WHERE ${STALE})::integer AS stale
       FROM deals WHERE source_id = $1 AND status = 'active'`,
    [sourceId, keepMs],
  );
  return rows[0] ?? { standing: 0, stale: 0 };
};

const EXPIRE_STALE = endWhere(`id IN (SELECT id FROM deals WHERE ${STALE} LIMIT ${BATCH_ROWS})`);

/** Expires the deals that the sweep did not see; returns their number. */
export const expireStale = async (
  client: ClientBase,
  sourceId: string,
  keepMs: number,
  signal: AbortSignal,
): Promise<number> => {
  let expired = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await client.query(EXPIRE_STALE, [sourceId, keepMs]);
    expired += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_ROWS) return expired;
  }
};

/** The next reading restarts. */
export const endSweep = async (client: ClientBase, sourceId: string): Promise<void> => {
  await client.query(
    'UPDATE sources SET cursor = NULL, sweep_started_at = NULL, checked_at = now() WHERE id = $1',
    [sourceId],
  );
};
