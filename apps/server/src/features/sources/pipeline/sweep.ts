import type { ClientBase } from 'pg';
import { applyRows } from '#features/deals/api.ts';
import { endGone, touchSeen } from '#features/deals/api.ts';
import type { Cursor } from './connector.ts';
import type { Staging } from '#features/deals/api.ts';

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
    await touchSeen(client);
    const removed = await endGone(client, sourceId, gone);
    await client.query('UPDATE sources SET cursor = $2 WHERE id = $1', [
      sourceId,
      cursor === null ? null : JSON.stringify(cursor),
    ]);
    await client.query('COMMIT');
    await staging.clear();
    return { ...applied, removed };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
};

/** The next reading restarts. */
export const endSweep = async (client: ClientBase, sourceId: string): Promise<void> => {
  await client.query(
    'UPDATE sources SET cursor = NULL, sweep_started_at = NULL, checked_at = now() WHERE id = $1',
    [sourceId],
  );
};
