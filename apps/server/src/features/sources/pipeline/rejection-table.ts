import type { Database } from '#schema/schema.ts';
import { MAX_DETAIL_LENGTH } from './connector.ts';
import type { RejectedRow, RejectionReport } from './rejection-report.ts';

/** Rejected rows stored of one run: enough to see the error, few enough for any feed. */
const MAX_ROWS = 1_000;
const BATCH_ROWS = 200;

/** Stores the first rejected rows of a run in the database, where every node can read them. */
export const createRejectionTable = (database: Database, runId: number): RejectionReport => {
  let waiting: RejectedRow[] = [];
  let taken = 0;

  const write = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    await database
      .insertInto('import_rejections')
      .values(
        rows.map(({ row, externalId, rejection }) => ({
          run_id: runId,
          row_number: row,
          // PostgreSQL's text cannot contain NUL.
          external_id: externalId?.slice(0, MAX_DETAIL_LENGTH).replaceAll('\0', '') ?? null,
          reason: rejection.reason,
          detail: rejection.detail.slice(0, MAX_DETAIL_LENGTH).replaceAll('\0', ''),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };

  return {
    async add(rejected) {
      if (taken >= MAX_ROWS) return;
      taken += 1;
      waiting.push(rejected);
      if (waiting.length >= BATCH_ROWS) await write();
    },
    async close() {
      await write();
      return null;
    },
  };
};
