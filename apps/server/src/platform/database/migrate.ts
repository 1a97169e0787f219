import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RunnerOption } from 'node-pg-migrate';
import type { Client } from 'pg';
import { hasCode } from '#platform/code-of.ts';
import { connectingTo, KEEP_SERVER_ALIVE } from './hosts.ts';
import { DEADLOCK } from './repeat-aborted.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * The library, without the folder for compiled migrations that it makes in the temporary folder
 * when it is loaded: these are SQL.
 */
const loadLibrary = () => {
  process.env['JITI_FS_CACHE'] = 'false';
  return import('node-pg-migrate');
};

/** A pattern of all files of migrations but these. */
const allBut = async (names: readonly string[]): Promise<string> => {
  const excluded = new Set(names);
  const files = await readdir(migrationsFolder);
  // Names of the product's own files, which have no special characters but the full stop.
  return `(?:${files.filter((file) => !excluded.has(path.parse(file).name)).join('|')})`;
};

/**
 * The error, with the loss of the connection as its cause if that was lost: the library says some
 * errors as text only.
 */
const withLostConnection = async (client: Client, error: unknown): Promise<unknown> => {
  try {
    await client.query('SELECT 1');
    return error;
  } catch (loss) {
    return isDatabaseUnavailable(loss)
      ? new Error('The connection was lost during the migration.', { cause: loss })
      : error;
  }
};

/** Milliseconds that a migration waits for a table: what uses the table after it waits as long. */
const LOCK_LIMIT_MS = 2_000;
/** Milliseconds in which what queued behind the migration is done. */
const PAUSE_MS = 4_000;
/** Ten minutes of waiting. */
const TRIES = 100;

export interface MigrateOptions {
  /** The names of the migrations that may be applied; otherwise all. */
  readonly only?: readonly string[];
  /** Says in one line that the migration waits for a table. */
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly lockLimitMs?: number;
  readonly pauseMs?: number;
  readonly tries?: number;
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a transaction of the migration ended because others use its tables. */
const isInTheWay = (error: unknown): boolean => hasCode(error, LOCK_NOT_AVAILABLE, DEADLOCK);

/**
 * Repeats `work` while others use its tables. It does not wait long for them, because every later
 * reader of such a table queues behind it, for as long as a backup takes.
 */
const givingWay = async <Result>(
  client: Client,
  options: MigrateOptions,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { say, signal, lockLimitMs = LOCK_LIMIT_MS, pauseMs = PAUSE_MS, tries = TRIES } = options;
  await client.query(`SET lock_timeout = ${lockLimitMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      await client.query('ROLLBACK');
      if (attempt === tries)
        throw new Error(
          'The migration of the database gave up waiting for a table that another connection uses, such as a backup. Start again when that has ended.',
          { cause: error },
        );
      if (attempt === 1)
        say?.('Database: a migration waits for a table that another connection uses …');
    }
    await sleep(pauseMs, undefined, { ...(signal && { signal }) });
  }
};

/**
 * Applies the migrations, each in a transaction of its own, and returns the names of the applied
 * ones. Of nodes that start together one migrates and the others wait for it.
 */
export const migrate = async (
  connectionString: string,
  options: MigrateOptions = {},
): Promise<readonly string[]> => {
  const { only } = options;
  const { Client, ...target } = connectingTo(connectionString);
  const client = new Client({
    ...target,
    application_name: 'izgodno-migrate',
  });
  // A lost connection fails the migration; without a listener it would also end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    const { runner, PG_MIGRATE_LOCK_ID } = await loadLibrary();
    await client.query(KEEP_SERVER_ALIVE);
    // Not by the library, whose wait for another node would have the limit of the tables' locks, and
    // which would give the lock back between two attempts.
    await client.query('SELECT pg_advisory_lock($1)', [PG_MIGRATE_LOCK_ID]);
    const settings: RunnerOption = {
      dbClient: client,
      dir: migrationsFolder,
      migrationsTable: 'migrations',
      direction: 'up',
      ...(only === undefined ? {} : { ignorePattern: await allBut(only) }),
      // A database may have later ones already: of two that are written at the same time, the one
      // with the lower number may reach it last.
      checkOrder: false,
      noLock: true,
      log: () => {},
    };
    const pending = await runner({ ...settings, dryRun: true });
    if (pending.length > 0) await givingWay(client, options, () => runner(settings));
    return pending.map((migration) => migration.name);
  } catch (error) {
    throw await withLostConnection(client, error);
  } finally {
    await client.end();
  }
};
