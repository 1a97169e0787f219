import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { checkDatabaseLocale } from '#platform/database/locale-check.ts';
import { chooseAccount } from './account.ts';
import { type BinaryPackage, locatePackage } from './binaries.ts';
import { SUPERUSER, VERSION_FILE } from './cluster.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { findCluster, openHome } from './home.ts';
import { limitLog } from './log-file.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
import { connectionString, makeSocketDirectory, type Target } from './socket.ts';
import { bringUpPatiently, type Plan, type Running } from './supervisor.ts';

/** Settings of the product for two cores, and bulk imports. */
const PRODUCT_SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  // An import writes gigabytes at once, so checkpoints go by time, not by every 1 GB.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  // Compiling takes longer than any of our queries.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %a ',
} as const;

const BYTES_PER_MIB = 2 ** 20;
/** PostgreSQL's own cache, in MiB: more than the most gained nothing in an import. */
const SHARED_BUFFERS_MIB = { least: 256, most: 2_048 };
/** The rest is for the search index, the server and the system's cache of files. */
const SHARED_BUFFERS_PART = 1 / 8;

/** The setting `shared_buffers` for a machine or container with that many bytes of memory. */
export const sharedBuffers = (memory: number): string => {
  const { least, most } = SHARED_BUFFERS_MIB;
  const part = Math.floor((memory * SHARED_BUFFERS_PART) / BYTES_PER_MIB);
  return `${Math.min(most, Math.max(least, part))}MB`;
};

/** The memory of the machine or of its container, in bytes. */
const memoryOf = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);

export const serverSettings = (
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({
  ...PRODUCT_SETTINGS,
  shared_buffers: sharedBuffers(memoryOf()),
  ...given,
});

export interface EmbeddedPostgres {
  /**
   * The product's database as its owner, who is no superuser; stays valid when PostgreSQL restarts.
   */
  readonly connectionString: string;
  /** The same database as superuser, for test harnesses and benches. */
  readonly adminConnectionString: string;
  /** Stops PostgreSQL, also an adopted one. Close pools before. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder of cluster, log, socket and binaries. Nothing else should be in it. */
  readonly directory: string;
  /** Server settings, as in `postgresql.conf`, that override the product's. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives progress and errors as sentences for the operator. */
  readonly onStatus?: (message: string) => void;
  /** Called when a process of PostgreSQL runs, before it is ready: time for work that blocks. */
  readonly onSpawned?: () => void;
  /** PostgreSQL's programs, if not those of the installed package. */
  readonly binaries?: BinaryPackage;
}

/** Role and database of the product. */
const PRODUCT = 'izgodno';

/** Including the delays between them about 8 s. */
const MOST_TRIES_AT_START = 6;
const LIMIT_LOG_EVERY_MS = 10 * 60_000;
const POLL_MS = 100;

const productTarget = (socketDirectory: string): Target => ({
  socketDirectory,
  user: PRODUCT,
  database: PRODUCT,
});

const makeProductDatabase = async (client: Client): Promise<void> => {
  const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [PRODUCT]);
  if (role.rowCount === 0) await client.query(`CREATE ROLE ${PRODUCT} LOGIN CREATEDB`);
  const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [PRODUCT]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${PRODUCT} OWNER ${PRODUCT}`);
};

const stopRunning = async (
  { pid, socketDirectory }: Pick<Running, 'pid' | 'socketDirectory'>,
  cluster: string,
): Promise<void> => {
  await stopPostmaster(pid, cluster);
  // It is empty now; the next start creates it again.
  await rmdir(socketDirectory).catch(() => {});
};

/** Keeps PostgreSQL running until `plan.stopping`; the result always has the present process. */
const supervise = (
  plan: Plan,
  first: Running,
): { running: Running; readonly done: Promise<void> } => {
  const state = { running: first, done: Promise.resolve() };
  const keepUp = async (): Promise<void> => {
    const stopping = once(plan.stopping, 'abort');
    while (!plan.stopping.aborted) {
      await Promise.race([state.running.connection.ended, stopping]);
      if (plan.stopping.aborted) return;
      plan.onStatus('The connection to PostgreSQL broke; bringing it up again.');
      const { socketDirectory } = state.running;
      try {
        state.running = await bringUpPatiently(
          plan,
          () => Promise.resolve(socketDirectory),
          () => true,
        );
      } catch (error) {
        if (plan.stopping.aborted) return;
        throw error;
      }
      plan.onStatus('PostgreSQL serves again.');
    }
  };
  state.done = keepUp();
  return state;
};

/** Starts PostgreSQL in a directory locked for this server. */
const startOn = async (
  directory: string,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const { onStatus = () => {}, onSpawned = () => {} } = options;
  const source = options.binaries ?? (await locatePackage());
  const home = await openHome(directory, onStatus);
  const stopping = new AbortController();
  const plan: Plan = {
    home,
    source,
    settings: serverSettings(options.settings ?? {}),
    onStatus,
    onSpawned,
    stopping: stopping.signal,
  };
  const first = await bringUpPatiently(
    plan,
    () => makeSocketDirectory(home),
    (error, tries) =>
      error instanceof EmbeddedPostgresError &&
      error.code === 'start-failed' &&
      tries < MOST_TRIES_AT_START,
  );
  const product = productTarget(first.socketDirectory);
  try {
    await makeProductDatabase(first.connection.client);
    await checkDatabaseLocale(connectionString(product));
  } catch (error) {
    await stopRunning(first, home.cluster);
    throw error;
  }
  const supervised = supervise(plan, first);
  const logTimer = setInterval(() => {
    limitLog(home.logFile).catch((error: unknown) => {
      onStatus(`PostgreSQL's log could not be shortened: ${String(error)}`);
    });
  }, LIMIT_LOG_EVERY_MS).unref();

  const stop = async (): Promise<void> => {
    clearInterval(logTimer);
    stopping.abort();
    await stopRunning(supervised.running, home.cluster);
    await supervised.done;
    // A restart may have finished meanwhile.
    await stopRunning(supervised.running, home.cluster);
  };
  return {
    connectionString: connectionString(product),
    adminConnectionString: connectionString({ ...product, user: SUPERUSER }),
    stop,
  };
};

/**
 * Runs PostgreSQL in `directory` until `stop`: starts it, or adopts one that a killed server left
 * behind, and restarts it when it dies. It listens on a Unix socket only.
 *
 * @throws EmbeddedPostgresError `in-use` if another server has the directory; see its other codes
 * @throws DatabaseLocaleError if the database there handles Cyrillic wrongly
 */
export const startEmbeddedPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> => {
  const directory = path.resolve(options.directory);
  // Another account's directory is rejected before anything is written there.
  await chooseAccount(await findCluster(directory));
  const lock = await lockDirectory(directory);
  try {
    const postgres = await startOn(directory, options);
    const stop = async (): Promise<void> => {
      try {
        await postgres.stop();
      } finally {
        await lock.release();
      }
    };
    let stopped: Promise<void> | undefined;
    return { ...postgres, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

/** Whether a server has ever started in `directory`. */
export const hasPostgres = async (directory: string): Promise<boolean> =>
  existsSync(path.join(await findCluster(path.resolve(directory)), VERSION_FILE));

/**
 * The connection string of the PostgreSQL that a server runs in `directory`, for another process
 * such as an import, once it is ready; `undefined` if none runs.
 *
 * @throws EmbeddedPostgresError `directory-of-another-account`
 */
export const findRunningPostgres = async (directory: string): Promise<string | undefined> => {
  const cluster = await findCluster(path.resolve(directory));
  for (;;) {
    const found = await findPostmaster(cluster);
    if (found === undefined) return undefined;
    if (found.ready) return connectionString(productTarget(found.socketDirectory));
    await sleep(POLL_MS);
  }
};

/**
 * Stops the PostgreSQL that a killed server left running in `directory`, but not one of a running
 * server.
 */
export const stopLeftPostgres = async (directory: string): Promise<void> => {
  const absolute = path.resolve(directory);
  const cluster = await findCluster(absolute);
  if ((await findPostmaster(cluster)) === undefined) return;
  let lock: DirectoryLock;
  try {
    lock = await lockDirectory(absolute);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError && error.code === 'in-use') return;
    throw error;
  }
  try {
    const left = await findPostmaster(cluster);
    if (left !== undefined) await stopRunning(left, cluster);
  } finally {
    await lock.release();
  }
};
