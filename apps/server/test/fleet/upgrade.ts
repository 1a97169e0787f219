import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { defaultChannel, readAll, startListener } from '../chat-chaos/chatters.ts';
import { findErrors } from '../chat-chaos/run-chat-chaos.ts';
import { freePort } from '../free-port.ts';
import { PRESENT, requireReady, startNode, type NodeProcess } from './node-process.ts';
import { findPreviousRelease, unpackRelease } from './previous-release.ts';
import { startCaddy } from './start-caddy.ts';
import { signUpInTurn, startLoad } from './steady-load.ts';

const CALLS_A_SECOND = 50;
const NODES = 3;
const USERS = 10;
/** For the balancer to see that a new node is ready; also the calls that precede each replacement. */
const BETWEEN_MS = 6_000;
const SETTLE_MS = 30_000;
const POLL_MS = 100;

interface Place {
  readonly port: number;
  readonly folder: string;
  node: NodeProcess;
}

/** Waits until the balancer responds with a ready node. */
const requireServing = async (url: string): Promise<void> => {
  for (let waited = 0; waited < SETTLE_MS; waited += POLL_MS) {
    const isServing = await fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isServing) return;
    await sleep(POLL_MS);
  }
  throw new Error('The balancer reaches no node.');
};

const endProcess = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

export interface UpgradeOptions {
  /** The commit of the release to upgrade from; without it the previous release. */
  readonly from: string | undefined;
  readonly say: (line: string) => void;
}

/**
 * Replaces the nodes of the previous release one by one under a steady load, and once more those of
 * this release. No call may fail, and no acknowledged message may be lost.
 */
export const runUpgrade = async ({ from, say }: UpgradeOptions) => {
  const commit = from ?? (await findPreviousRelease());
  if (commit === null) throw new Error('There is no previous release in the history.');
  const folder = await mkdtemp(path.join(tmpdir(), 'izgodno-upgrade-'));
  const ending: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    return await upgrade(commit, folder, (end) => void ending.unshift(end), say);
  } finally {
    for (const end of ending) await end();
  }
};

const upgrade = async (
  commit: string,
  folder: string,
  onEnd: (end: () => Promise<void>) => void,
  say: UpgradeOptions['say'],
) => {
  say(`unpacking ${commit}`);
  const release = path.join(folder, 'release');
  await unpackRelease(commit, release);
  await symlink(path.join(PRESENT, 'apps/web/dist'), path.join(release, 'apps/web/dist'));
  const start = await prepareNodes(folder, onEnd);
  const places: Place[] = [];
  for (let count = 0; count < NODES; count += 1) {
    const place = { port: await freePort(), folder: path.join(folder, `node-${count}`) };
    await mkdir(place.folder);
    await symlink(path.join(folder, 'files'), path.join(place.folder, 'files'));
    const started: Place = { ...place, node: await start(release, place) };
    places.push(started);
    onEnd(() => started.node.end());
  }
  const { part: caddy, url } = await startCaddy(
    folder,
    places.map(({ port }) => `127.0.0.1:${port}`),
  );
  onEnd(() => caddy.end());
  await requireServing(url);

  const accounts = await signUpInTurn([url], 'user-', USERS);
  const [first] = accounts;
  if (first === undefined) throw new Error('The load needs users.');
  const channelId = await defaultChannel(first);
  for (const account of accounts) await defaultChannel(account);
  const listener = startListener(url, first, channelId);
  const load = await startLoad({ urls: [url], accounts, channelId, callsASecond: CALLS_A_SECOND });
  const logged: string[] = [];
  for (const to of [PRESENT, PRESENT]) {
    for (const [count, place] of places.entries()) {
      await sleep(BETWEEN_MS);
      await place.node.end();
      logged.push(...place.node.loggedErrors());
      place.node = await start(to, place);
      const last = load.failed().at(-1);
      say(
        `node ${count + 1} replaced: ${load.calls()} calls, ${load.failed().length} failed${last === undefined ? '' : `, the last: ${last}`}`,
      );
    }
  }
  await sleep(BETWEEN_MS);
  const { acknowledged, slowestMs } = await load.stop();

  const stored = await readAll(first, channelId);
  const errors = [...load.failed(), ...findErrors(stored, acknowledged)];
  const isBehind = (): boolean => listener.held().length < stored.length;
  for (let waited = 0; isBehind() && waited < SETTLE_MS; waited += POLL_MS) await sleep(POLL_MS);
  if (listener.held().length !== stored.length)
    errors.push(`the listener holds ${listener.held().length} of ${stored.length} messages`);
  listener.stop();
  const messages = acknowledged.flat().length;
  const calls = load.calls();
  return { from: commit, replaced: 2 * NODES, calls, messages, slowestMs, errors, logged };
};

/** Starts what the nodes share; returns what starts a node of a release at its place. */
const prepareNodes = async (folder: string, onEnd: (end: () => Promise<void>) => void) => {
  const postgres = await startEmbeddedPostgres({
    directory: path.join(folder, 'postgres'),
    settings: { max_connections: '200' },
  });
  onEnd(() => postgres.stop());
  const natsPort = String(await freePort());
  const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', natsPort], { stdio: 'ignore' });
  onEnd(() => endProcess(nats));
  await mkdir(path.join(folder, 'files'));
  return async (product: string, { port, folder: data }: Omit<Place, 'node'>) => {
    const node = startNode({
      product,
      environment: {
        PORT: String(port),
        DATA_DIR: data,
        DATABASE_URL: postgres.connectionString,
        BUS_URL: `nats://127.0.0.1:${natsPort}`,
        // All calls come from one address.
        BUDGET_PER_MINUTE: '100000',
        DEMO_DATA: 'on',
      },
    });
    await requireReady(node);
    return node;
  };
};
