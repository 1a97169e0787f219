import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cleanUpAfterEnd } from '../../../../scripts/clean-up.ts';
import type { SearchServers } from '#config/search-url.ts';
import { freePort } from '../free-port.ts';
import { skipAloud } from './skip-aloud.ts';

/** Servers of the search tables for tests, with the configuration of `deploy/`. */
export interface SearchServerProcesses {
  readonly servers: SearchServers;
  /** Ends a shard as a crash does. */
  kill(shard: number): Promise<void>;
  start(shard: number): Promise<void>;
  stop(): Promise<void>;
}

const SHARDS = 2;
const START_LIMIT_MS = 20_000;

/** Whether Sphinx is installed; says it if not. */
export const hasSearchServer = (): boolean => {
  const isInstalled = spawnSync('searchd', ['--help']).error === undefined;
  if (!isInstalled) skipAloud('the search tables', 'Install sphinxsearch.');
  return isInstalled;
};

const configurationOf = async (
  name: string,
  values: Readonly<Record<string, string>>,
): Promise<string> => {
  const text = await readFile(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');
  return Object.entries(values).reduce(
    (filled, [key, value]) => filled.replaceAll(key, value),
    text,
  );
};

/** Resolves when the server says that it accepts connections. */
const startProcess = async (configuration: string): Promise<ChildProcess> => {
  const server = spawn('searchd', ['--console', '--config', configuration], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise: accepting, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new Error('searchd did not start in time')),
    START_LIMIT_MS,
  );
  let said = '';
  const read = (chunk: Buffer): void => {
    said += chunk.toString();
    if (said.includes('accepting connections')) resolve();
  };
  server.stdout.on('data', read);
  server.stderr.on('data', read);
  server.once('exit', () => reject(new Error(`searchd ended: ${said}`)));
  await accepting.finally(() => clearTimeout(timer));
  return server;
};

const end = async (server: ChildProcess | undefined): Promise<void> => {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
};

/** Starts two shards and a front over them. */
export const startSearchServers = async (): Promise<SearchServerProcesses> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-search-'));
  const isRemoved = cleanUpAfterEnd({ folder });
  const host = '127.0.0.1';
  const shards = await Promise.all(
    Array.from({ length: SHARDS }, async (_, place) => {
      const at = path.join(folder, `shard-${place}`);
      await mkdir(at);
      const [port, api] = await Promise.all([freePort(), freePort()]);
      const values = { FOLDER: at, LISTEN: `${host}:${port}`, API: `${host}:${api}` };
      await writeFile(path.join(at, 'conf'), await configurationOf('search-shard.conf', values));
      return { port, api, configuration: path.join(at, 'conf') };
    }),
  );
  const port = await freePort();
  const agents = (table: string): string =>
    shards.map(({ api }) => `${host}:${api}:${table}`).join('\n  agent = ');
  const tables = ['deals_a', 'deals_b', 'words_a', 'words_b'];
  await writeFile(
    path.join(folder, 'conf'),
    await configurationOf('search-front.conf', {
      FOLDER: folder,
      LISTEN: `${host}:${port}`,
      ...Object.fromEntries(tables.map((table) => [`SHARD:${table}`, agents(table)])),
    }),
  );
  const processes: ChildProcess[] = await Promise.all(
    shards.map(({ configuration }) => startProcess(configuration)),
  );
  const front = await startProcess(path.join(folder, 'conf'));
  return {
    servers: {
      dialect: 'sphinx',
      user: '',
      password: '',
      front: { host, port },
      shards: shards.map((shard) => ({ host, port: shard.port })),
    },
    kill: (shard) => end(processes[shard]),
    async start(shard) {
      processes[shard] = await startProcess(shards[shard]?.configuration ?? '');
    },
    async stop() {
      await Promise.all([front, ...processes].map(end));
      await rm(folder, { recursive: true, force: true });
      isRemoved();
    },
  };
};
