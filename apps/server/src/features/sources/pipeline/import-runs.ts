import type { ClientBase } from 'pg';
import type { RejectionReason } from './connector.ts';
import type { ImportErrorCode } from './import-error.ts';
import type { ImportNote, PreviousReading } from './withdrawals.ts';

/** Counts of changed deals during a run. */
export interface ChangeCounts {
  inserted: number;
  /** Includes deals that were removed and came back. */
  updated: number;
  unchanged: number;
  removed: number;
}

export interface ImportCounts extends Readonly<ChangeCounts> {
  /** Records read, including rejected and duplicate ones. */
  readonly rows: number;
  readonly rejected: number;
  /** Records with the id of an earlier one, which counts. */
  readonly duplicates: number;
}

/** Opens a run. The caller holds the source's lock, so a run marked as running was killed. */
export const openRun = async (
  client: ClientBase,
  sourceId: string,
  origin: string,
): Promise<number> => {
  await client.query(
    `UPDATE import_runs SET status = 'failed', error_code = 'IMPORT_INTERRUPTED', finished_at = now()
      WHERE source_id = $1 AND status = 'running'`,
    [sourceId],
  );
  const { rows } = await client.query<{ id: number }>(
    'INSERT INTO import_runs (source_id, origin) VALUES ($1, $2) RETURNING id',
    [sourceId, origin],
  );
  const [run] = rows;
  if (run === undefined) throw new Error('The run was not recorded.');
  return run.id;
};

/** The last run of a source that read it to its end; null if there is none. */
export const findPreviousReading = async (
  client: ClientBase,
  sourceId: string,
): Promise<PreviousReading | null> => {
  const { rows } = await client.query<PreviousReading>(
    `SELECT row_count AS rows, error_code IS NOT DISTINCT FROM 'WITHDRAWALS_HELD_BACK' AS "heldBack",
            EXISTS (SELECT FROM whole_readings WHERE run_id = import_runs.id) AS "endedWhole"
       FROM import_runs WHERE source_id = $1 AND status = 'succeeded' ORDER BY id DESC LIMIT 1`,
    [sourceId],
  );
  return rows[0] ?? null;
};

export interface RunEnd {
  readonly status: 'succeeded' | 'unchanged' | 'failed' | 'held_back';
  /** Of a run that succeeded: what an administrator should know. */
  readonly errorCode: ImportErrorCode | ImportNote['code'] | 'INTERNAL' | null;
  readonly errorDetail: string | null;
  readonly counts: ImportCounts;
  readonly reasons: Readonly<Partial<Record<RejectionReason, number>>>;
  readonly isOpenEnded: boolean;
  readonly reportPath: string | null;
}

export const closeRun = async (client: ClientBase, runId: number, end: RunEnd): Promise<void> => {
  const { counts } = end;
  await client.query(
    `WITH closed AS (
       UPDATE import_runs SET status = $2, error_code = $3, row_count = $4, inserted = $5, updated = $6, unchanged = $7,
              removed = $8, rejected = $9, duplicates = $10, report_path = $11,
              error_detail = $12, rejected_reasons = $13,
              finished_at = now()
        WHERE id = $1
       RETURNING id)
     INSERT INTO whole_readings (run_id) SELECT id FROM closed WHERE NOT $14::boolean`,
    [
      runId,
      end.status,
      end.errorCode,
      counts.rows,
      counts.inserted,
      counts.updated,
      counts.unchanged,
      counts.removed,
      counts.rejected,
      counts.duplicates,
      end.reportPath,
      end.errorDetail,
      JSON.stringify(end.reasons),
      end.isOpenEnded,
    ],
  );
};
