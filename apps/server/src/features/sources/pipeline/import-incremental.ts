import { ensureSource } from './apply-stage.ts';
import type { Cursor, RecordBatch } from './connector.ts';
import {
  applyRows,
  countStale,
  createStaging,
  createUnusableRows,
  endUnavailable,
  expireStale,
  type MappedDeal,
  noteParts,
  noteUnread,
  type Staging,
  touchSeen,
} from '#features/deals/api.ts';
import { classifyDeal } from '#features/search/api.ts';
import { ImportError } from './import-error.ts';
import type { ImportOptions } from './import-options.ts';
import type { ChangeCounts } from './import-runs.ts';
import { decideWithdrawals, factsOf, type ImportNote, rejectLosses } from './withdrawals.ts';
import type { RecordSorter } from './sort-records.ts';
import type { ClientBase } from 'pg';

/**
 * Begins a sweep over an incremental source, or resumes an interrupted one, whose seen deals count
 * as seen.
 */
const beginSweep = async (
  client: ClientBase,
  sourceId: string,
  resumed: boolean,
): Promise<void> => {
  await client.query(
    `UPDATE sources SET sweep_started_at = CASE WHEN $2 THEN coalesce(sweep_started_at, now()) ELSE now() END WHERE id = $1`,
    [sourceId, resumed],
  );
};

interface SweepPart {
  readonly staging: Staging;
  /** Ids of offers that the source ended. */
  readonly ended: readonly string[];
  /** The parts of the source that named deals, by their ids. */
  readonly parts: ReadonlyMap<string, string>;
  /** Where reading resumes after these rows. */
  readonly cursor: Cursor | null;
}

interface AppliedPart {
  readonly inserted: number;
  readonly updated: number;
  readonly removed: number;
}

/**
 * Applies a part of an incremental source and stores its cursor in the same transaction, so that
 * everything before the cursor is applied even after a crash.
 */
const applyPart = async (
  client: ClientBase,
  sourceId: string,
  { staging, ended, parts, cursor }: SweepPart,
): Promise<AppliedPart> => {
  await client.query('BEGIN');
  try {
    const rows = { from: 0, to: staging.staged, stampChecked: true };
    const applied = await applyRows(client, sourceId, rows);
    await noteUnread(client);
    await touchSeen(client);
    await noteParts(client, sourceId, parts);
    const removed = await endUnavailable(client, sourceId, ended);
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

/** The next reading restarts, with what this one left for it. */
const endSweep = async (
  client: ClientBase,
  sourceId: string,
  remainder: Cursor | null,
): Promise<void> => {
  await client.query(
    'UPDATE sources SET cursor = $2, sweep_started_at = NULL, checked_at = now() WHERE id = $1',
    [sourceId, remainder === null ? null : JSON.stringify(remainder)],
  );
};

/** Rows applied together, unless the source is slow. */
const PART_ROWS = 1_000;
/**
 * Milliseconds after which fewer rows are applied too, so that a changed price does not wait for
 * the rest of its source.
 */
const PART_MS = 2_000;
/**
 * The number of consecutive batches without anything new after which a source is assumed to repeat
 * itself endlessly.
 */
const IDLE_BATCHES = 20;
/**
 * The number of rejected records, without a single valid one, after which a source is assumed to
 * have changed its format.
 */
const HOPELESS_RECORDS = 10;

const rejectUnknown = (sorter: RecordSorter, accepted: number): void => {
  const { rejected } = sorter.reading();
  if (accepted > 0 || rejected < HOPELESS_RECORDS) return;
  throw new ImportError('SOURCE_SHAPE_CHANGED', `None of ${rejected} records is of use.`);
};

/** What one reading of a source takes, and what it changes. */
export interface SourceReading {
  readonly sourceId: string;
  readonly batches: AsyncIterable<RecordBatch>;
  readonly sorter: RecordSorter;
  /** Raised by what is applied, so that they are right also for a reading that fails. */
  readonly changes: ChangeCounts;
}

/** Imports a source while it is read, and resumes an interrupted reading at its cursor. */
export const importIncremental = async (
  { sourceId, batches, sorter, changes }: SourceReading,
  keepMs: number,
  options: ImportOptions,
): Promise<ImportNote | null> => {
  const { client, connector, signal, onProgress } = options;
  await ensureSource(client, {
    id: sourceId,
    name: connector.describe().name ?? sourceId,
    group: options.group,
  });
  await beginSweep(client, sourceId, options.resumed ?? false);
  const staging = await createStaging(client, sourceId, classifyDeal);
  const unusableRows = await createUnusableRows(client, sourceId);
  // Pages of twenty are looked up together.
  let waiting: MappedDeal[] = [];
  let ended: string[] = [];
  const parts = new Map<string, string>();
  let cursor: Cursor | null = null;
  let accepted = 0;
  let pending = 0;
  let appliedAt = performance.now();
  let idle = 0;

  const stage = async (): Promise<void> => {
    await staging.add(waiting);
    waiting = [];
  };
  const apply = async (): Promise<void> => {
    await stage();
    await unusableRows.keep(staging);
    const applied = await applyPart(client, sourceId, { staging, ended, parts, cursor });
    changes.inserted += applied.inserted;
    changes.updated += applied.updated;
    changes.removed += applied.removed;
    changes.unchanged = staging.unchanged;
    ended = [];
    parts.clear();
    pending = 0;
    appliedAt = performance.now();
  };

  for await (const batch of batches) {
    signal.throwIfAborted();
    const { deals, over, unusable } = await sorter.sort(batch.records);
    waiting.push(...deals);
    const { seen = [], part } = batch;
    if (part !== undefined) for (const { externalId } of deals) parts.set(externalId, part);
    await unusableRows.add(unusable);
    await staging.keep(seen);
    if (waiting.length >= PART_ROWS) await stage();
    ended.push(...over);
    accepted += deals.length + seen.length;
    pending += batch.records.length;
    const isIdle = batch.records.length > 0 && deals.length + over.length === 0;
    idle = isIdle ? idle + 1 : 0;
    if (idle >= IDLE_BATCHES) {
      throw new ImportError('SOURCE_ENDLESS', `${idle} pages in a row held nothing new.`);
    }
    // Between two cursors a reading cannot resume.
    if (batch.cursor !== undefined) {
      ({ cursor } = batch);
      if (pending >= PART_ROWS || performance.now() - appliedAt >= PART_MS) await apply();
    }
    onProgress({ phase: 'read', rows: sorter.reading().rows, fraction: connector.fractionRead() });
  }
  await apply();
  let note: ImportNote | null = null;
  if (!connector.isUnchanged()) {
    rejectUnknown(sorter, accepted);
    const counts = await countStale(client, sourceId, keepMs);
    const decided = decideWithdrawals(counts, factsOf(sorter, options, null));
    if (!options.allowShrink) rejectLosses(sourceId, counts, decided);
    note = decided.note;
    if (decided.held !== 'all') {
      const { held } = decided;
      changes.removed += await expireStale(client, sourceId, { keepMs, held }, signal);
    }
  }
  await endSweep(client, sourceId, connector.remainder?.() ?? null);
  return note;
};
