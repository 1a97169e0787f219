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
  /** Ends a copy of a shard as a crash does, or all of them. */
  kill(shard: number, copy?: number): Promise<void>;
  /** Starts what is killed, of a copy, of a shard, or of all. */
  start(shard?: number, copy?: number): Promise<void>;
  /** Lets the copies of a shard accept connections and not respond, as with a hanging disk. */
  freeze(shard: number): void;
  /** Lets them respond again. */
  thaw(shard: number): void;
  stop(): Promise<void>;
}

/** Copies of each shard. */
const COPIES = [2, 1];
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
export const startSearchd = async (configuration: string): Promise<ChildProcess> => {
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

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

export const endSearchd = async (server: ChildProcess): Promise<void> => {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
};

const HOST = '127.0.0.1';

/** A server of a shard. */
interface Copy {
  readonly port: number;
  readonly api: number;
  readonly configuration: string;
  process: ChildProcess;
}

const startCopy = async (folder: string): Promise<Copy> => {
  await mkdir(folder);
  const [port, api] = await Promise.all([freePort(), freePort()]);
  const values = { FOLDER: folder, LISTEN: `${HOST}:${port}`, API: `${HOST}:${api}` };
  const configuration = path.join(folder, 'conf');
  await writeFile(configuration, await configurationOf('search-shard.conf', values));
  return { port, api, configuration, process: await startSearchd(configuration) };
};

/** Starts two shards, the first of them with two copies, and a front over them. */
export const startSearchServers = async (): Promise<SearchServerProcesses> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-search-'));
  const isRemoved = cleanUpAfterEnd({ folder });
  const shards = await Promise.all(
    COPIES.map((count, place) =>
      Promise.all(
        Array.from({ length: count }, (_, copy) =>
          startCopy(path.join(folder, `shard-${place}-${copy}`)),
        ),
      ),
    ),
  );
  const port = await freePort();
  const agents = (table: string): string =>
    shards
      .map((copies) => `${copies.map(({ api }) => `${HOST}:${api}`).join('|')}:${table}`)
      .join('\n  agent = ');
  const tables = ['deals_a', 'deals_b', 'words_a', 'words_b'];
  await writeFile(
    path.join(folder, 'conf'),
    await configurationOf('search-front.conf', {
      FOLDER: folder,
      LISTEN: `${HOST}:${port}`,
      ...Object.fromEntries(tables.map((table) => [`SHARD:${table}`, agents(table)])),
    }),
  );
  const front = await startSearchd(path.join(folder, 'conf'));
  const copiesOf = (shard?: number, copy?: number): readonly Copy[] =>
    (shard === undefined ? shards.flat() : (shards[shard] ?? [])).filter(
      (_, at) => copy === undefined || at === copy,
    );
  const signal = (shard: number, name: NodeJS.Signals): void => {
    for (const { process: server } of copiesOf(shard)) server.kill(name);
  };
  return {
    freeze: (shard) => signal(shard, 'SIGSTOP'),
    thaw: (shard) => signal(shard, 'SIGCONT'),
    servers: {
      dialect: 'sphinx',
      user: '',
      password: '',
      front: { host: HOST, port },
      shards: shards.map((copies) => copies.map((copy) => ({ host: HOST, port: copy.port }))),
    },
    async kill(...which) {
      await Promise.all(copiesOf(...which).map(({ process }) => endSearchd(process)));
    },
    async start(...which) {
      for (const copy of copiesOf(...which))
        if (hasEnded(copy.process)) copy.process = await startSearchd(copy.configuration);
    },
    async stop() {
      const processes = shards.flat().map(({ process }) => process);
      await Promise.all([front, ...processes].map(endSearchd));
      await rm(folder, { recursive: true, force: true });
      isRemoved();
    },
  };
};
