import { SLUG } from '@izgodno/contract/common/slug';
import type { RecordBatch } from './connector.ts';
import { classifyDeal } from '#features/search/api.ts';
import { ImportError } from './import-error.ts';
import { importIncremental, type SourceReading } from './import-incremental.ts';
import type { ImportOptions } from './import-options.ts';
import {
  type ChangeCounts,
  closeRun,
  findPreviousReading,
  type ImportCounts,
  openRun,
} from './import-runs.ts';
import { createRecordSorter, type RecordSorter } from './sort-records.ts';
import { lockSource } from './source-lock.ts';
import {
  adoptChangedIds,
  type ChoiceStage,
  countPresent,
  createChoiceStage,
  createStaging,
  createUnusableRows,
  isChoice,
  type Staging,
  type UnusableRows,
} from '#features/deals/api.ts';
import { applyStage, noteChecked } from './apply-stage.ts';
import {
  decideWithdrawals,
  factsOf,
  type ImportNote,
  noteChangedIds,
  rejectShrunk,
  type PreviousReading,
} from './withdrawals.ts';
import { messageOf } from '#platform/message-of.ts';

interface Stages {
  readonly staging: Staging;
  readonly choices: ChoiceStage;
  readonly unusableRows: UnusableRows;
}

/**
 * Reads the source to its end into the staging area; no deal changes yet. Returns the number of
 * unusable rows that name known deals as unavailable.
 */
const readAll = async (
  batches: AsyncIterable<RecordBatch>,
  sorter: RecordSorter,
  { staging, choices, unusableRows }: Stages,
  { connector, onProgress, signal }: ImportOptions,
): Promise<number> => {
  // The database stores one batch while the next one is parsed.
  let staged = Promise.resolve();
  for await (const { records } of batches) {
    signal.throwIfAborted();
    const { deals, unusable } = await sorter.sort(records);
    await staged;
    staged = staging
      .add(deals.filter((deal) => !isChoice(deal)))
      .then(() => choices.add(deals))
      .then(() => unusableRows.add(unusable));
    // Awaited with the next batch; this avoids an unhandled rejection until then.
    staged.catch(() => {});
    onProgress({ phase: 'read', rows: sorter.reading().rows, fraction: connector.fractionRead() });
  }
  await staged;
  for await (const products of choices.folded()) {
    signal.throwIfAborted();
    await staging.add(products);
  }
  return unusableRows.keep(staging);
};

/** Imports a source whose records are all it has; deals change only once it was read to its end. */
const importFull = async (
  { sourceId, batches, sorter, changes }: SourceReading,
  previous: PreviousReading | null,
  options: ImportOptions,
): Promise<ImportNote | null> => {
  const { client, connector, signal, onProgress } = options;
  const staging = await createStaging(client, sourceId, classifyDeal);
  const choices = await createChoiceStage(client, sourceId);
  const unusableRows = await createUnusableRows(client, sourceId);
  const unavailable = await readAll(batches, sorter, { staging, choices, unusableRows }, options);
  if (connector.isUnchanged()) {
    await noteChecked(client, sourceId);
    return null;
  }

  const facts = factsOf(sorter, options, previous);
  const present = await countPresent(client, sourceId, [...facts.failed.keys()]);
  if (!options.allowShrink) {
    const { rows, rejected, duplicates } = sorter.reading();
    rejectShrunk(sourceId, rows - rejected - duplicates + unavailable, present.items);
  }
  changes.unchanged = staging.unchanged;
  const changedIds = staging.staged === 0 ? 0 : await adoptChangedIds(client, sourceId);
  const { note, ...applied } = await applyStage({
    client,
    source: {
      id: sourceId,
      name: connector.describe().name ?? sourceId,
      group: options.group,
      commission: options.commission,
    },
    staged: staging.staged,
    holdsAll: staging.unchanged === present.deals,
    decide: (parts) => decideWithdrawals(parts, facts),
    onProgress: (done, total) => onProgress({ phase: 'apply', rows: done, fraction: done / total }),
    signal,
  });
  Object.assign(changes, applied);
  return note ?? noteChangedIds(changedIds, present.deals);
};

export interface ImportResult {
  readonly sourceId: string;
  readonly runId: number;
  readonly counts: ImportCounts;
  /** The source reported no change since it was last read. */
  readonly unchanged: boolean;
  /** What an administrator should know of it. */
  readonly note: ImportNote | null;
  /** The file of rejected rows; `null` if there are none, or if they are in the database. */
  readonly reportPath: string | null;
}

/** The rest of an iterator, after a result already taken from it. */
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
  if (!SLUG.test(id)) {
    throw new ImportError(
      'SOURCE_NAME_INVALID',
      `"${id}" cannot name a source: expected 1 to 64 of a-z, 0-9, ".", "_" and "-", beginning with a letter or digit.`,
    );
  }
  return id;
};

const countsOf = (sorter: RecordSorter, changes: ChangeCounts): ImportCounts => {
  const { rows, rejected, duplicates } = sorter.reading();
  return { rows, ...changes, rejected, duplicates };
};

/** The outcome of a run that threw. */
const failureOf = (error: unknown, signal: AbortSignal) => {
  const message = messageOf(error);
  if (error instanceof ImportError) {
    const status = error.code === 'FEED_SHRUNK' ? 'held_back' : 'failed';
    return { status, errorCode: error.code, errorDetail: message } as const;
  }
  const errorCode = signal.aborted ? 'IMPORT_INTERRUPTED' : 'INTERNAL';
  return { status: 'failed', errorCode, errorDetail: message } as const;
};

const importLocked = async (
  sourceId: string,
  batches: AsyncIterable<RecordBatch>,
  options: ImportOptions,
): Promise<ImportResult> => {
  const { client, connector, signal } = options;
  // An import undone by a crash is repeated, so its many commits need not wait for the disk.
  await client.query(`SET synchronous_commit = off; SET work_mem = '64MB'`);
  const runId = await openRun(client, sourceId, connector.origin);
  const report = options.createReport(sourceId, runId);
  const previous = await findPreviousReading(client, sourceId);
  const sorter = createRecordSorter(options.limits, report, previous?.endedWhole ?? false);
  const changes: ChangeCounts = { inserted: 0, updated: 0, unchanged: 0, removed: 0 };
  const reading = { sourceId, batches, sorter, changes };

  try {
    const { coverage } = connector;
    const note =
      coverage.kind === 'full'
        ? await importFull(reading, previous, options)
        : await importIncremental(reading, coverage.keepMs, options);
    const unchanged = connector.isUnchanged();
    const counts = countsOf(sorter, changes);
    const { reasons, isOpenEnded } = sorter.reading();
    const reportPath = await report.close();
    await closeRun(client, runId, {
      status: unchanged ? 'unchanged' : 'succeeded',
      errorCode: note?.code ?? null,
      errorDetail: note?.detail ?? null,
      counts,
      reasons,
      isOpenEnded,
      reportPath,
    });
    return { sourceId, runId, counts, unchanged, note, reportPath };
  } catch (error) {
    const failure = failureOf(error, signal);
    const { reasons, isOpenEnded } = sorter.reading();
    const counts = countsOf(sorter, changes);
    // The first error is reported, even if the database is unavailable.
    await report
      .close()
      .then((reportPath) =>
        closeRun(client, runId, { ...failure, counts, reasons, isOpenEnded, reportPath }),
      )
      .catch(() => {});
    throw error;
  }
};

/**
 * Imports a source's deals. A full source is read to its end into a staging area and compared
 * before deals change; a missing or rejected record removes its deal. An incremental one is applied
 * as it comes. Throws `ImportError`; deals are then unchanged, except for the applied part of an
 * incremental source or of an interrupted full one.
 */
export const runImport = async (options: ImportOptions): Promise<ImportResult> => {
  const { client, connector } = options;
  const records = connector.records()[Symbol.asyncIterator]();
  try {
    // A source without a given name gives its own with the first records.
    const first = options.sourceId === undefined ? await records.next() : null;
    const id = checkSourceId(options.sourceId ?? connector.describe().id);
    const unlock = await lockSource(client, id);
    try {
      return await importLocked(id, resumed(first, records), options);
    } finally {
      // If the connection is closed, so is the lock.
      await unlock().catch(() => {});
    }
  } finally {
    await records.return?.();
  }
};
