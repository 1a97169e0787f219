import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { dealsChanged } from '#features/deals/api.ts';
import type { ConnectorContext, Cursor } from '../pipeline/connector.ts';
import { ImportError } from '../pipeline/import-error.ts';
import { importLimits } from '../pipeline/import-limits.ts';
import { findKnownLinks, findLongestUnseen } from '../pipeline/known-deals.ts';
import { createRejectionTable } from '../pipeline/rejection-table.ts';
import { runImport } from '../pipeline/run-import.ts';
import { lockSource } from '../pipeline/source-lock.ts';
import type { SourceNetwork } from '../politeness/polite-http.ts';
import type { Timing } from '../politeness/timing.ts';
import { createReadingValidators } from '../politeness/validators.ts';
import { toName } from '../records/draft-fields.ts';
import type { KindRegistry, RegisteredKind } from '../registry/connector-kinds.ts';
import {
  findSource,
  findValidators,
  keepValidators,
  nameSource,
  noteOutcome,
  setNextRun,
  type SourceRow,
} from '../registry/source-rows.ts';
import { failureOutcome, type OutcomeCircumstances, successOutcome } from './outcome.ts';
import { hash } from 'node:crypto';
import { categoryWords, taxonomyNumbers } from '../mapping/category-words.ts';
import { knownLocations } from '#features/locations/api.ts';

/** Increase it when code changes how documents are mapped. */
const REVISION = 3;
const HEX_DIGITS = 32;

const rules = hash(
  'sha256',
  JSON.stringify([REVISION, categoryWords, [...taxonomyNumbers], knownLocations]),
);

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
  readonly timing: Timing;
  readonly bus: Bus;
  readonly kinds: KindRegistry;
  readonly credentials: ReadonlyMap<string, string>;
  readonly logger: FastifyBaseLogger;
}

export interface ReadingChoices {
  /** Also accepts a source that lost nearly all its deals. */
  readonly allowShrink: boolean;
  /** Requested by an administrator: also reads a paused source. */
  readonly asked: boolean;
  readonly signal: AbortSignal;
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

const readLocked = async (
  reader: SourceReader,
  client: PoolClient,
  row: SourceRow,
  { allowShrink, signal }: ReadingChoices,
): Promise<void> => {
  const { database, pool, network, timing, bus, kinds, credentials } = reader;
  const kind = kindOf(kinds, row);
  const version = mappingVersion(row, timing.clock.now());
  const validators = createReadingValidators(await findValidators(database, row.id, version));
  const cursor = parseCursor(row.cursor);
  const context: ConnectorContext = {
    http: network.forReading({ validators, signal }),
    clock: timing.clock,
    cursor,
    signal,
    limits: importLimits,
    since: row.checked_at?.getTime() ?? null,
    longestUnseen: (limit) => findLongestUnseen(pool, row.id, limit),
    knownLinks: (externalIds) => findKnownLinks(pool, row.id, externalIds),
    credential(name) {
      const value = credentials.get(name);
      if (value === undefined) {
        throw new ImportError('CREDENTIAL_MISSING', `The setting ${name} is not set.`);
      }
      return value;
    },
  };
  const connector = kind.open(row.config, context);
  await runImport({
    client,
    connector,
    sourceId: row.id,
    group: kind.group,
    allowShrink,
    resumed: cursor !== null,
    limits: importLimits,
    createReport: (_sourceId, runId) => createRejectionTable(database, runId),
    // Replicas look for changes as soon as some are applied.
    onProgress: () => bus.publish(dealsChanged, {}),
    signal,
  });
  bus.publish(dealsChanged, {});
  const name = toName(connector.describe().name ?? '');
  if (name !== null) await nameSource(database, row.id, name);
  await keepValidators(database, row.id, version, validators.noted);
};

/** Reads the source whose lock the connection holds, and stores the outcome. */
const readNoting = async (
  reader: SourceReader,
  client: PoolClient,
  sourceId: string,
  choices: ReadingChoices,
): Promise<void> => {
  const { database, timing, logger, kinds } = reader;
  const row = await findSource(database, sourceId);
  if (row === undefined || (row.paused && !choices.asked)) return;
  const everyMs = 1_000 * (row.every_seconds ?? kinds.get(row.kind)?.everySeconds ?? DEFAULT_EVERY);
  const circumstances = (): OutcomeCircumstances => ({
    now: timing.clock.now(),
    everyMs,
    failures: row.failures,
    readBefore: row.checked_at !== null,
    random: timing.random(),
  });
  // Not due while it is being read; its job repeats an interrupted reading.
  await setNextRun(database, sourceId, new Date(timing.clock.now() + everyMs));
  try {
    await readLocked(reader, client, row, choices);
    await noteOutcome(database, sourceId, successOutcome(circumstances()));
  } catch (error) {
    if (choices.signal.aborted) {
      await setNextRun(database, sourceId, new Date(timing.clock.now()));
      throw error;
    }
    // An error of the source is logged by its code; an internal one with its stack.
    const fault = error instanceof ImportError ? { code: error.code } : { err: error };
    logger.warn({ source: sourceId, ...fault }, 'source reading failed');
    await noteOutcome(database, sourceId, failureOutcome(error, circumstances()));
  }
};

/**
 * Reads one source and stores the outcome. Errors of a source are stored with it and never thrown.
 * Does nothing if another node is reading it. Throws errors of the database and the signal's
 * reason; the reading is then repeated from its cursor.
 */
export const runSource = async (
  reader: SourceReader,
  sourceId: string,
  choices: ReadingChoices,
): Promise<void> => {
  // A separate connection, because it holds the lock and the staging area.
  const client = await reader.pool.connect();
  try {
    const unlock = await lockSource(client, sourceId);
    try {
      await readNoting(reader, client, sourceId, choices);
    } finally {
      // If the connection is closed, so is the lock.
      await unlock().catch(() => {});
    }
  } catch (error) {
    if (error instanceof ImportError && error.code === 'IMPORT_RUNNING') return;
    throw error;
  } finally {
    client.release(true);
  }
};
