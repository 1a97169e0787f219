import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { type BinaryPackage, prepareBinaries } from './binaries.ts';
import { prepareCluster, SUPERUSER } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import type { Home } from './home.ts';
import { lastComplaint, limitLog, logSize } from './log-file.ts';
import { findPostmaster, isRunning, spawnPostmaster, stopPostmaster } from './postmaster.ts';
import { clientConfig } from './socket.ts';
import { messageOf } from '#platform/message-of.ts';

/**
 * The supervisor's connection, which reports when PostgreSQL ends, whichever process started it.
 */
interface SuperuserConnection {
  readonly client: Client;
  /** Resolves when the connection has ended for any reason. */
  readonly ended: Promise<void>;
}

/** A blocked PostgreSQL accepts a connection and then does not respond. */
const CONNECT_PATIENCE_MS = 5_000;

/** The caller distinguishes temporary from permanent errors. */
const connectAsSuperuser = async (socketDirectory: string): Promise<SuperuserConnection> => {
  const client = new Client({
    ...clientConfig({ socketDirectory, user: SUPERUSER, database: 'postgres' }),
    application_name: `izgodno server, process ${process.pid}`,
    connectionTimeoutMillis: CONNECT_PATIENCE_MS,
  });
  // Without a listener a lost connection would end the process; `ended` reports it.
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  await client.connect();
  return { client, ended };
};

const POLL_MS = 25;
const FIRST_REPORT_MS = 3_000;
const REPORT_EVERY_MS = 10_000;
/**
 * How long a living PostgreSQL may leave its socket without a response; one in recovery responds.
 */
const SILENCE_PATIENCE_MS = 30_000;

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;

/** Temporary errors: starting up, recovering or shutting down, too many connections. */
const TRANSIENT_REJECTIONS = new Set(['57P01', '57P02', '57P03', '53300']);

export interface Plan {
  readonly home: Home;
  readonly source: BinaryPackage;
  readonly settings: Readonly<Record<string, string>>;
  readonly onStatus: (message: string) => void;
  readonly onSpawned: () => void;
  /** Aborted when PostgreSQL is to stop. */
  readonly stopping: AbortSignal;
}

export interface Running {
  readonly pid: number;
  readonly socketDirectory: string;
  readonly connection: SuperuserConnection;
  /** Whether an earlier server had started it. */
  readonly adopted: boolean;
}

interface Started extends Omit<Running, 'connection'> {
  /** The position of its own lines in the log. */
  readonly logStart: number;
}

const connectWhenReady = async (
  { home, onStatus, stopping }: Plan,
  { pid, socketDirectory, adopted, logStart }: Started,
): Promise<SuperuserConnection> => {
  const begun = performance.now();
  let respondedAt = begun;
  let reportAt = begun + FIRST_REPORT_MS;
  for (;;) {
    stopping.throwIfAborted();
    try {
      return await connectAsSuperuser(socketDirectory);
    } catch (error) {
      if (error instanceof DatabaseError) {
        if (!TRANSIENT_REJECTIONS.has(error.code ?? '')) throw error;
        respondedAt = performance.now();
      }
      if (performance.now() > reportAt) {
        const seconds = Math.round((performance.now() - begun) / 1000);
        onStatus(`Waiting for PostgreSQL (${seconds} s): ${String(error)}`);
        reportAt += REPORT_EVERY_MS;
      }
    }
    if (!(await isRunning(pid, home.cluster))) {
      throw new EmbeddedPostgresError(
        'start-failed',
        adopted
          ? `The PostgreSQL that was running (process ${pid}) ended.`
          : `PostgreSQL ended instead of starting: ${await lastComplaint(home.logFile, logStart)} (log: ${home.logFile})`,
      );
    }
    if (performance.now() - respondedAt > SILENCE_PATIENCE_MS) {
      throw new EmbeddedPostgresError(
        'start-failed',
        `PostgreSQL (process ${pid}) runs but does not answer in ${socketDirectory} (log: ${home.logFile})`,
      );
    }
    await sleep(POLL_MS);
  }
};

/** The type of a file system in memory (statfs(2)). */
const IN_MEMORY = 0x01_02_19_94;

/**
 * Where the cluster is in memory, its segments of shared memory are files of it, so that a killed
 * PostgreSQL leaves none in /dev/shm. On a disk they would be written back again and again.
 */
const sharedMemorySettings = async (cluster: string): Promise<Readonly<Record<string, string>>> =>
  (await statfs(cluster)).type === IN_MEMORY ? { dynamic_shared_memory_type: 'mmap' } : {};

const start = async (plan: Plan, socketDirectory: string): Promise<Started> => {
  const { home, source } = plan;
  const binaries = await prepareBinaries(source, home);
  await prepareCluster(binaries, home, plan.settings['fsync'] !== 'off');
  await limitLog(home.logFile);
  const logStart = await logSize(home.logFile);
  const settings = { ...(await sharedMemorySettings(home.cluster)), ...plan.settings };
  const pid = await spawnPostmaster(binaries, home, socketDirectory, settings);
  plan.onSpawned();
  return { pid, socketDirectory, adopted: false, logStart };
};

/** One try: adopts the running PostgreSQL of the home, or starts one. */
const bringUp = async (
  plan: Plan,
  makeSocketDirectory: () => Promise<string>,
): Promise<Running> => {
  const found = await findPostmaster(plan.home.cluster);
  const started: Started =
    found === undefined
      ? await start(plan, await makeSocketDirectory())
      : { pid: found.pid, socketDirectory: found.socketDirectory, adopted: true, logStart: 0 };
  let connection: SuperuserConnection;
  try {
    connection = await connectWhenReady(plan, started);
  } catch (error) {
    if (!started.adopted) await stopPostmaster(started.pid, plan.home.cluster);
    throw error;
  }
  if (started.adopted) {
    plan.onStatus(`Took over the PostgreSQL that was running (process ${started.pid}).`);
  }
  const { pid, socketDirectory, adopted } = started;
  return { pid, socketDirectory, adopted, connection };
};

/**
 * Starts PostgreSQL, retrying with growing delays, because after a kill of everything the first
 * start may fail while old backends still hold its memory.
 *
 * @param mayRetry called with the number of tries so far
 */
export const bringUpPatiently = async (
  plan: Plan,
  makeSocketDirectory: () => Promise<string>,
  mayRetry: (error: unknown, tries: number) => boolean,
): Promise<Running> => {
  for (let tries = 1, delay = FIRST_DELAY_MS; ; tries += 1) {
    try {
      return await bringUp(plan, makeSocketDirectory);
    } catch (error) {
      if (plan.stopping.aborted || !mayRetry(error, tries)) throw error;
      const reason = messageOf(error);
      plan.onStatus(`${reason} Trying again in ${delay / 1000} s.`);
      await sleep(delay, undefined, { signal: plan.stopping });
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    }
  }
};
