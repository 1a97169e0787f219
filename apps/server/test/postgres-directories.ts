import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach } from 'vitest';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { findCluster } from '#platform/embedded-postgres/home.ts';
import { findPostmaster, stopPostmaster } from '#platform/embedded-postgres/postmaster.ts';

/** Starts fast; these tests do not depend on durability. */
export const FAST_SETTINGS = { fsync: 'off', shared_buffers: '16MB', max_connections: '20' };

const MODULE = new URL('../src/platform/embedded-postgres/embedded-postgres.ts', import.meta.url);

/**
 * A server in a separate process: prints a line when PostgreSQL is ready, ignores SIGINT, stops on
 * SIGTERM.
 */
const hostProgram = (directory: string): string => `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE.href)});
  process.on('SIGINT', () => console.log('interrupted'));
  const postgres = await startEmbeddedPostgres({
    directory: ${JSON.stringify(directory)},
    settings: ${JSON.stringify(FAST_SETTINGS)},
  });
  process.on('SIGTERM', () => void postgres.stop());
  console.log('serves');`;

export interface Host {
  readonly pid: number;
  /** The next line that it prints. */
  nextLine(): Promise<string>;
  /** Sends the signal and returns when the process has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

const startHost = async (directory: string): Promise<Host> => {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', hostProgram(directory)],
    // A process group of its own, like a program started from a terminal.
    { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const host: Host = {
    pid: child.pid ?? 0,
    nextLine: async () => String((await lines.next()).value),
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
  const line = await host.nextLine();
  if (line !== 'serves') throw new Error(`The host says: ${line}`);
  return host;
};

/** Runs one statement on a connection of its own and returns its rows. */
export const ask = async (connectionString: string, statement: string): Promise<unknown[]> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** The process id of the PostgreSQL that runs on the directory. */
export const postmasterPid = async (directory: string): Promise<number | undefined> =>
  (await findPostmaster(await findCluster(directory)))?.pid;

const endWhatRunsOn = async (directory: string): Promise<void> => {
  const cluster = await findCluster(directory);
  const left = await findPostmaster(cluster);
  if (left !== undefined) await stopPostmaster(left.pid, cluster);
};

const remove = async (directory: string): Promise<void> => {
  const elsewhere = await readlink(path.join(directory, 'elsewhere')).catch(() => undefined);
  if (elsewhere !== undefined) await rm(elsewhere, { recursive: true });
  await rm(directory, { recursive: true, force: true });
};

const makeDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'izgodno-postgres-'));
  // Passable, as the folders above a directory usually are.
  await chmod(directory, 0o755);
  return directory;
};

/**
 * Directories, servers and host processes that are removed after each test, whatever its result.
 */
export const usePostgresDirectories = () => {
  let shared: string | undefined;
  /** The folder of the shared directory that has the cluster. */
  let sharedCluster = '';
  const directories: string[] = [];
  const servers: EmbeddedPostgres[] = [];
  const hosts: Host[] = [];

  afterEach(async () => {
    for (const host of hosts.splice(0)) await host.end('SIGKILL');
    for (const server of servers.splice(0)) await server.stop();
    if (shared !== undefined) await endWhatRunsOn(sharedCluster);
    for (const directory of directories.splice(0)) {
      await endWhatRunsOn(directory);
      await remove(directory);
    }
  });

  afterAll(async () => {
    if (shared === undefined) return;
    await remove(sharedCluster);
    await remove(shared);
  });

  return {
    make: async (): Promise<string> => {
      const directory = await makeDirectory();
      directories.push(directory);
      return directory;
    },
    /**
     * The same directory for all tests of the file, whose cluster is created once; it does not run
     * between tests. The cluster is in the folder `below`, by default in the directory itself.
     */
    share: async (below = ''): Promise<string> => {
      shared ??= await makeDirectory();
      sharedCluster = path.join(shared, below);
      return shared;
    },
    /** Removes a directory made by the test, below one from `make`, at the end. */
    watch: (directory: string): string => {
      directories.unshift(directory);
      return directory;
    },
    start: async (
      directory: string,
      options: Omit<EmbeddedPostgresOptions, 'directory'> = {},
    ): Promise<EmbeddedPostgres> => {
      const server = await startEmbeddedPostgres({
        directory,
        settings: FAST_SETTINGS,
        ...options,
      });
      servers.push(server);
      return server;
    },
    startHost: async (directory: string): Promise<Host> => {
      const host = await startHost(directory);
      hosts.push(host);
      return host;
    },
  };
};
