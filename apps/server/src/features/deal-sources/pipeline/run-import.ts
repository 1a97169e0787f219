import type { ClientBase } from 'pg';
import type { SourceGroup } from '@izgodno/contract/deals/vocabulary';
import { applyStage, countStanding } from './apply-stage.ts';
import type { Connector, DealDraft, RecordBatch } from './connector.ts';
import { createIdSet } from './id-set.ts';
import { ImportError } from './import-error.ts';
import { SHRINK_LIMIT_PERCENT, type ImportLimits } from './import-limits.ts';
import { closeRun, openRun, type ImportCounts } from './import-runs.ts';
import type { RejectionReport } from './rejection-report.ts';
import { lockSource } from './source-lock.ts';
import { createStaging, type Staging } from './staging.ts';

const SOURCE_ID = /^[a-z0-9][a-z0-9._-]{0,63}$/;

export type ImportProgress =
  | { readonly phase: 'read'; readonly rows: number; readonly fraction: number | null }
  | { readonly phase: 'apply'; readonly rows: number; readonly fraction: number };

export interface ImportOptions {
  /** A connection of the import's own: it holds the source's lock and the staging area. */
  readonly client: ClientBase;
  readonly connector: Connector;
  /** Overrides the id that the source gives itself. */
  readonly sourceId?: string | undefined;
  /** Taken when the import meets the source for the first time. */
  readonly group: SourceGroup;
  readonly allowShrink: boolean;
  readonly limits: ImportLimits;
  readonly createReport: (sourceId: string) => RejectionReport;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly signal: AbortSignal;
}

export interface ImportResult {
  readonly sourceId: string;
  readonly counts: ImportCounts;
  /** Where the rejected rows are written; `null` when there are none. */
  readonly reportPath: string | null;
}

type Reading = Pick<
  { -readonly [Name in keyof ImportCounts]: ImportCounts[Name] },
  'rows' | 'rejected' | 'duplicates'
>;

/** Reads the source to its end into the staging area; nothing of it is in the catalogue yet. */
const readAll = async (
  batches: AsyncIterable<RecordBatch>,
  reading: Reading,
  staging: Staging,
  report: RejectionReport,
  { connector, limits, onProgress, signal }: ImportOptions,
): Promise<void> => {
  const ids = createIdSet();
  // One batch is with the database while the next one is parsed.
  let staged = Promise.resolve();
  for await (const batch of batches) {
    signal.throwIfAborted();
    const deals: DealDraft[] = [];
    for (const record of batch.records) {
      reading.rows += 1;
      if ('rejection' in record) {
        reading.rejected += 1;
        await report.add(record);
      } else if (ids.add(record.deal.externalId)) {
        deals.push(record.deal);
      } else {
        reading.duplicates += 1;
      }
    }
    if (reading.rows > limits.maxRows) {
      throw new ImportError('FEED_TOO_MANY_ROWS', `The feed has more than ${limits.maxRows} rows.`);
    }
    await staged;
    staged = staging.add(deals);
    // Awaited with the next batch: until then a failure is not unhandled, only early.
    staged.catch(() => {});
    onProgress({ phase: 'read', rows: reading.rows, fraction: connector.fractionRead() });
  }
  await staged;
};

/** What an iterator still holds, after a result that was taken from it already. */
const resumed = async function* <Item>(
  taken: IteratorResult<Item> | null,
  rest: AsyncIterator<Item>,
): AsyncGenerator<Item> {
  for (let next = taken ?? (await rest.next()); next.done !== true; next = await rest.next()) {
    yield next.value;
  }
};

const checkSourceId = (id: string | null): string => {
  if (id === null) {
    throw new ImportError(
      'SOURCE_NAME_INVALID',
      'The feed names no shop: give the source with --source NAME.',
    );
  }
  if (!SOURCE_ID.test(id)) {
    throw new ImportError(
      'SOURCE_NAME_INVALID',
      `"${id}" cannot name a source: expected 1 to 64 of a-z, 0-9, ".", "_" and "-", beginning with a letter or digit.`,
    );
  }
  return id;
};

const runErrorCode = (error: unknown, signal: AbortSignal) => {
  if (error instanceof ImportError) return error.code;
  return signal.aborted ? 'IMPORT_INTERRUPTED' : 'INTERNAL';
};

const shrunk = (accepted: number, standing: number): boolean =>
  standing > 0 && (standing - accepted) * 100 >= standing * SHRINK_LIMIT_PERCENT;

const importLocked = async (
  sourceId: string,
  batches: AsyncIterable<RecordBatch>,
  options: ImportOptions,
): Promise<ImportResult> => {
  const { client, connector, signal, onProgress } = options;
  // An import that a crash undoes is repeated: its many commits need not each wait for the disk.
  await client.query(`SET synchronous_commit = off; SET work_mem = '64MB'`);
  const runId = await openRun(client, sourceId, connector.origin);
  const report = options.createReport(sourceId);
  const counts = {
    rows: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    rejected: 0,
    duplicates: 0,
  };

  try {
    const staging = await createStaging(client, sourceId);
    await readAll(batches, counts, staging, report, options);
    counts.unchanged = staging.unchanged;

    const standing = await countStanding(client, sourceId);
    const accepted = staging.staged + staging.unchanged;
    if (!options.allowShrink && shrunk(accepted, standing)) {
      throw new ImportError(
        'FEED_SHRUNK',
        `The feed has ${accepted} usable rows, the catalogue holds ${standing} deals of "${sourceId}". Nothing was changed; --allow-shrink imports it all the same.`,
      );
    }

    const applied = await applyStage({
      client,
      source: { id: sourceId, name: connector.describe().name ?? sourceId, group: options.group },
      staged: staging.staged,
      onProgress: (done, total) =>
        onProgress({ phase: 'apply', rows: done, fraction: done / total }),
      signal,
    });
    Object.assign(counts, applied);
    const reportPath = await report.close();
    await closeRun(client, runId, { status: 'succeeded', errorCode: null, counts, reportPath });
    return { sourceId, counts, reportPath };
  } catch (error) {
    const errorCode = runErrorCode(error, signal);
    const status = errorCode === 'FEED_SHRUNK' ? 'held_back' : 'failed';
    // What went wrong first is what matters, also when it is the database that is gone.
    await report
      .close()
      .then((reportPath) => closeRun(client, runId, { status, errorCode, counts, reportPath }))
      .catch(() => {});
    throw error;
  }
};

/**
 * Brings a source's deals into the catalogue: reads it to the end into a staging area, compares, and
 * only then changes deals. A record that is missing or rejected removes its deal. Throws
 * `ImportError`; the catalogue is then as before, unless the import broke off while applying.
 */
export const runImport = async (options: ImportOptions): Promise<ImportResult> => {
  const { client, connector } = options;
  const records = connector.records()[Symbol.asyncIterator]();
  try {
    // A source that was given no name says its own with the first records.
    const first = options.sourceId === undefined ? await records.next() : null;
    const id = checkSourceId(options.sourceId ?? connector.describe().id);
    const unlock = await lockSource(client, id);
    try {
      return await importLocked(id, resumed(first, records), options);
    } finally {
      // Where the connection is gone, so is the lock.
      await unlock().catch(() => {});
    }
  } finally {
    await records.return?.();
  }
};
