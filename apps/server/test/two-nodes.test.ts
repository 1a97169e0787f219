import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Message } from '@izgodno/contract/chat/message';
import {
  defaultChannel,
  readAll,
  signUp,
  startListener,
  startTalker,
  type Listener,
} from './chat-chaos/chatters.ts';
import { skipAloud } from './services/skip-aloud.ts';
import { useTestDatabase } from './test-database.ts';

const hasNats = spawnSync('nats-server', ['--version']).status === 0;
if (!hasNats) skipAloud('two nodes over NATS', 'Install nats-server.');

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server);
  server.close();
  return port;
};

/** The least a load balancer does: each connection to the next node. */
const startBalancer = (ports: readonly number[]): Server => {
  let turn = 0;
  return createServer((client) => {
    turn += 1;
    const node = connect(ports[turn % ports.length] ?? 0, '127.0.0.1');
    client.pipe(node).pipe(client);
    client.on('error', () => node.destroy());
    node.on('error', () => client.destroy());
    client.on('close', () => node.destroy());
    node.on('close', () => client.destroy());
  });
};

const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);

describe.skipIf(!hasNats)('two processes behind a load balancer', () => {
  const database = useTestDatabase();
  const children: ChildProcess[] = [];
  let nats: ChildProcess;
  let natsPort = 0;
  let balancer: Server;
  let directory = '';
  let url = '';

  const startNats = (): void => {
    nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], { stdio: 'ignore' });
  };

  const startNode = async (name: string): Promise<number> => {
    const port = await freePort();
    const child = spawn(process.execPath, [program], {
      // Test runners have settings of their own in theirs.
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: path.join(directory, name),
        DATABASE_URL: database.current.connectionString,
        BUS_URL: `nats://127.0.0.1:${natsPort}`,
        DEMO_DATA: 'off',
        LOG_LEVEL: 'fatal',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Ready: ')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`A node ended with ${code}`)));
    });
    return port;
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'izgodno-nodes-'));
    natsPort = await freePort();
    startNats();
    balancer = startBalancer([await startNode('one'), await startNode('other')]);
    url = `http://127.0.0.1:${await listen(balancer)}`;
  }, 120_000);

  afterAll(async () => {
    for (const child of children) {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }
    balancer.close();
    nats.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  test('show the same messages in the same order to everybody, whatever the bus between them loses', async () => {
    const people = [await signUp(url, 'one'), await signUp(url, 'two'), await signUp(url, 'three')];
    const [first] = people;
    if (first === undefined) throw new Error('Nobody signed up.');
    const channelId = await defaultChannel(first);
    for (const person of people) await defaultChannel(person);
    const listeners: Listener[] = [...people, ...people].map((person) =>
      startListener(url, person, channelId),
    );
    const talkers = people.map((person) => startTalker(person, channelId));
    const sent = (): number =>
      talkers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

    await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThan(10);
    const gone = once(nats, 'exit');
    nats.kill('SIGKILL');
    await gone;
    const before = sent();
    // The nodes do not hear each other now; the database is still one.
    await expect.poll(sent, { timeout: 30_000 }).toBeGreaterThan(before + 5);
    startNats();
    await Promise.all(talkers.map((talker) => talker.stop()));

    const stored = await readAll(first, channelId);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    for (const listener of listeners) {
      await expect.poll(() => idsOf(listener.held()), { timeout: 15_000 }).toEqual(idsOf(stored));
      listener.stop();
    }
  }, 120_000);
});
