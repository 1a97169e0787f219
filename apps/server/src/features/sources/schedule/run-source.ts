import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { dealsChanged } from '#features/deals/api.ts';
import type { Connector, ConnectorContext, Cursor, RecordBatch } from '../pipeline/connector.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { importLimits } from '../pipeline/import-limits.ts';
import { findKnownLinks, findLongestUnseen, findUnseenOf } from '../pipeline/known-deals.ts';
import { createRejectionTable } from '../pipeline/rejection-table.ts';
import { runImport } from '../pipeline/run-import.ts';
import type { ImportNote } from '../pipeline/withdrawals.ts';
import { lockSource } from '../pipeline/source-lock.ts';
import type { SourceNetwork } from '../politeness/polite-http.ts';
import type { Timing } from '../politeness/timing.ts';
import { createReadingValidators } from '../politeness/validators.ts';
import { toName } from '../records/draft-fields.ts';
import { carriesSecret } from '../records/url-secrets.ts';
import type { KindRegistry, RegisteredKind } from '../registry/connector-kinds.ts';
import {
  findNextChange,
  findSource,
  findValidators,
  keepValidators,
  nameSource,
  noteOutcome,
  setNextRun,
  type SourceRow,
} from '../registry/source-rows.ts';
import {
  failureOutcome,
  type OutcomeCircumstances,
  type ReadingEnd,
  successOutcome,
} from './outcome.ts';
import type { Reading, Readings } from './readings.ts';
import { hash } from 'node:crypto';
import { categoryWords } from '../mapping/category-words.ts';
import { knownLocations } from '#features/locations/api.ts';
import { kinds } from '#features/search/api.ts';

/** Increase it when code changes how documents are mapped. */
const REVISION = 7;
const HEX_DIGITS = 32;

const rules = hash('sha256', JSON.stringify([REVISION, categoryWords, kinds, knownLocations]));

/** Sales begin and end with the shops' days. */
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Sofia' });

/**
 * The version of a document's mapping at the time `now`: the rules, the source's configuration and
 * the day. A change makes an unchanged document worth reading again.
 */
const mappingVersion = (
  { kind, config }: { readonly kind: string; readonly config: unknown },
  now: number,
): string =>
  hash('sha256', JSON.stringify([rules, kind, config, day.format(now)])).slice(0, HEX_DIGITS);

/** Seconds between two readings of a source with an unknown connector. */
const DEFAULT_EVERY = 3_600;

const cursorSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** The dependencies of readings. */
export interface SourceReader {
  readonly database: Database;
  readonly pool: Pool;
  readonly network: SourceNetwork;
  readonly readings: Readings;
  readonly timing: Timing;
  readonly bus: Bus;
  readonly kinds: KindRegistry;
  readonly credentials: ReadonlyMap<string, string>;
  readonly logger: FastifyBaseLogger;
}

export interface ReadingChoices {
  /** Also accepts a source that lost nearly all its deals. */
  readonly allowShrink: boolean;
  /** The source was paused when an administrator asked for the reading. */
  readonly asked: boolean;
  /** The stop of the node. */
  readonly signal: AbortSignal;
}

/** A reading of a source's present row. */
interface SourceReading extends Reading {
  readonly reader: SourceReader;
  readonly row: SourceRow;
  readonly allowShrink: boolean;
}

const kindOf = (kinds: KindRegistry, row: SourceRow): RegisteredKind => {
  const kind = kinds.get(row.kind);
  if (kind === undefined) {
    throw new ImportError('SOURCE_CONFIG_INVALID', `There is no connector "${row.kind}".`);
  }
  return kind;
};

const parseCursor = (stored: unknown): Cursor | null =>
  parseUntrusted(cursorSchema, stored).data ?? null;

const contextOf = (
  { reader, row, signal }: SourceReading,
  http: ConnectorContext['http'],
): ConnectorContext => ({
  http,
  clock: reader.timing.clock,
  cursor: parseCursor(row.cursor),
  signal,
  limits: importLimits,
  since: row.checked_at?.getTime() ?? null,
  longestUnseen: (limit) => findLongestUnseen(reader.pool, row.id, limit),
  unseenOf: (part, limit) => findUnseenOf(reader.pool, row.id, part, limit),
  knownLinks: (externalIds) => findKnownLinks(reader.pool, row.id, externalIds),
  credential(name) {
    const value = reader.credentials.get(name);
    if (value === undefined) {
      throw new ImportError('CREDENTIAL_MISSING', `The setting ${name} is not set.`);
    }
    return value;
  },
});

/**
 * The connector with its first batch read, or with the error of reading it. A server that never
 * responds thus takes no connection to the database.
 */
const withFirstBatch = async (connector: Connector): Promise<Connector> => {
  const batches = connector.records()[Symbol.asyncIterator]();
  const first = batches.next();
  await first.catch(() => {});
  const records = async function* (): AsyncGenerator<RecordBatch> {
    try {
      for (let next = await first; next.done !== true; next = await batches.next()) {
        yield next.value;
      }
    } finally {
      await batches.return?.();
    }
  };
  return { ...connector, records };
};

/** Whether another reading of the source ended or moved on since the row was read. */
const hasMoved = (before: SourceRow, now: SourceRow): boolean =>
  before.checked_at?.getTime() !== now.checked_at?.getTime() ||
  JSON.stringify(before.cursor) !== JSON.stringify(now.cursor);

/** Stores what the connector reads. The connection holds the source's lock and staging area. */
const store = async (
  { reader, row, allowShrink, signal }: SourceReading,
  client: PoolClient,
  connector: Connector,
): Promise<ImportNote | null> => {
  const unlock = await lockSource(client, row.id);
  try {
    const present = await findSource(reader.database, row.id);
    if (present === undefined || hasMoved(row, present)) {
      throw new ImportError('IMPORT_RUNNING', 'Another node has read the source.');
    }
    const { note } = await runImport({
      client,
      connector,
      sourceId: row.id,
      group: kindOf(reader.kinds, row).group,
      allowShrink,
      resumed: row.cursor !== null,
      limits: importLimits,
      createReport: (_sourceId, runId) => createRejectionTable(reader.database, runId),
      // Replicas look for changes as soon as some are applied.
      onProgress: () => reader.bus.publish(dealsChanged, {}),
      signal,
    });
    return note;
  } finally {
    // If the connection is closed, so is the lock.
    await unlock().catch(() => {});
  }
};

/** Reports a row of an earlier release whose URL contains a credential. */
const noteSecret = ({ url }: Readonly<Record<string, unknown>>): ImportNote | null =>
  typeof url === 'string' && carriesSecret(url)
    ? {
        code: 'CREDENTIAL_IN_URL',
        detail:
          'Its URL contains a credential: name it in SOURCE_CREDENTIALS and add the feed again.',
      }
    : null;

const readRow = async (reading: SourceReading): Promise<ReadingEnd> => {
  const { reader, row, signal } = reading;
  const { database, pool, network, timing, bus, kinds } = reader;
  const now = timing.clock.now();
  const version = mappingVersion(row, now);
  const validators = createReadingValidators(
    await findValidators(database, row.id, version, new Date(now)),
  );
  const http = network.forReading({ validators, signal });
  const connector = await withFirstBatch(
    kindOf(kinds, row).open(row.config, contextOf(reading, http)),
  );
  const release = await reader.readings.mayStore(signal);
  let note: ImportNote | null;
  try {
    const client = await pool.connect();
    try {
      note = await store(reading, client, connector);
    } finally {
      client.release(true);
    }
  } finally {
    release();
  }
  bus.publish(dealsChanged, {});
  const name = toName(connector.describe().name ?? '');
  if (name !== null) await nameSource(database, row.id, name);
  const changesAt = connector.changesAt?.() ?? null;
  // An unchanged document would keep what is held back for good.
  if (note === null || note.code === 'IDS_CHANGED') {
    const until = { mappingVersion: version, validUntil: changesAt };
    await keepValidators(database, row.id, until, validators.noted);
  }
  // An unchanged document is not mapped, but its sale ends all the same.
  return {
    note: note ?? noteSecret(row.config),
    changesAt: changesAt ?? (await findNextChange(database, row.id, version, new Date(now))),
  };
};

/** Milliseconds after which a source is read again whose host was busy, or that is read in parts. */
const SOON_MS = 60_000;

/** Stores the outcome of a reading that threw, unless it is no failure of the source. */
const noteFailure = async (
  { reader, row, wasPaused }: SourceReading,
  error: unknown,
  circumstances: OutcomeCircumstances,
): Promise<void> => {
  const { database, logger } = reader;
  const code = error instanceof ImportError ? error.code : null;
  if (wasPaused() || code === 'IMPORT_RUNNING') return;
  const present = await findSource(database, row.id);
  const movedOn = present !== undefined && present.cursor !== null && hasMoved(row, present);
  if (code === 'SOURCE_BUSY' || (code === 'SOURCE_TOO_SLOW' && movedOn)) {
    const soon = circumstances.now + SOON_MS * (1 + circumstances.random);
    await setNextRun(database, row.id, new Date(soon));
    return;
  }
  // An error of the source is logged by its code; an internal one with its stack.
  logger.warn(
    { source: row.id, ...(code === null ? { err: error } : { code }) },
    'source reading failed',
  );
  await noteOutcome(database, row.id, failureOutcome(error, circumstances));
};

/**
 * Reads one source and stores the outcome. Errors of a source are stored with it and never thrown.
 * Does nothing if another node is reading it. Throws errors of the database and the reason of the
 * node's stop; the reading is then repeated from its cursor.
 */
export const runSource = async (
  reader: SourceReader,
  sourceId: string,
  { allowShrink, asked, signal: stop }: ReadingChoices,
): Promise<void> => {
  const { database, timing, kinds } = reader;
  await reader.readings.run(sourceId, stop, async (running) => {
    const row = await findSource(database, sourceId);
    if (row === undefined || (row.paused && !asked)) return;
    const reading: SourceReading = { ...running, reader, row, allowShrink };
    const everySeconds = row.every_seconds ?? kinds.get(row.kind)?.everySeconds ?? DEFAULT_EVERY;
    const circumstances = (): OutcomeCircumstances => ({
      now: timing.clock.now(),
      everyMs: 1_000 * everySeconds,
      failures: row.failures,
      readBefore: row.checked_at !== null,
      random: timing.random(),
    });
    // Not due while it is being read; its job repeats an interrupted reading.
    await setNextRun(database, sourceId, new Date(timing.clock.now() + 1_000 * everySeconds));
    try {
      const end = await readRow(reading);
      await noteOutcome(database, sourceId, successOutcome(circumstances(), end));
    } catch (error) {
      if (stop.aborted) {
        await setNextRun(database, sourceId, new Date(timing.clock.now()));
        throw error;
      }
      const reason: unknown = running.signal.aborted ? running.signal.reason : error;
      await noteFailure(reading, reason, circumstances());
    }
  });
};
