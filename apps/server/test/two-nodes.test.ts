import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Message } from '@izgodno/contract/chat/message';
import { createApiClient, type ApiClient } from '@izgodno/contract/common/client';
import { closeReasons, parseServerFrame, REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import {
  getMe,
  listSessions,
  logoutEverywhere,
  revokeSession,
  signUserOut,
} from '@izgodno/contract/accounts/calls';
import { RESUMABLE_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import {
  defaultChannel,
  readAll,
  signUp,
  startListener,
  startTalker,
  type Account,
  type Listener,
} from './chat-chaos/chatters.ts';
import { startProgram, type RunningProgram } from '../../../scripts/start-program.ts';
import { freePort } from './free-port.ts';
import { programEnvironment } from './program-environment.ts';
import { skipAloud } from './services/skip-aloud.ts';
import { useTestDatabase } from './test-database.ts';
import { uploadMetadata } from './upload-metadata.ts';
import { portOf } from './port-of.ts';

const hasNats = spawnSync('nats-server', ['--version']).status === 0;
if (!hasNats) skipAloud('two nodes over NATS', 'Install nats-server.');

const program = fileURLToPath(new URL('../src/app/serve.ts', import.meta.url));

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
};

/** A minimal load balancer: each connection to the next node. */
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

const clientOf = (baseUrl: string, { token }: Account): ApiClient =>
  createApiClient({ baseUrl, readToken: () => token, onUnauthorized: () => {} });

/** A signed-in socket: `closed` is the reason of the server's close, null until then. */
const openSocket = async (baseUrl: string, token: string) => {
  const socket = new WebSocket(baseUrl.replace('http', 'ws') + REALTIME_PATH);
  let closed: number | null = null;
  socket.on('close', (code) => (closed = code));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  const [frame] = await once(socket, 'message');
  expect(parseServerFrame(String(frame))?.type).toBe('welcome');
  return { closed: () => closed, close: () => socket.terminate() };
};

const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);

describe.skipIf(!hasNats)('two processes behind a load balancer', () => {
  const database = useTestDatabase();
  const programs: RunningProgram[] = [];
  let nats: ChildProcess;
  let natsPort = 0;
  let balancer: Server;
  let directory = '';
  let url = '';
  let nodes: readonly number[] = [];

  const startNats = (): void => {
    nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], { stdio: 'ignore' });
  };

  const startNode = async (name: string): Promise<number> => {
    const port = await freePort();
    // Files are on a disk that the nodes share.
    await mkdir(path.join(directory, 'files'), { recursive: true });
    await mkdir(path.join(directory, name));
    await symlink(path.join(directory, 'files'), path.join(directory, name, 'files'));
    programs.push(
      await startProgram(program, {
        environment: {
          ...programEnvironment(),
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: path.join(directory, name),
          DATABASE_URL: database.current.connectionString,
          BUS_URL: `nats://127.0.0.1:${natsPort}`,
          DEMO_DATA: 'off',
          LOG_LEVEL: 'fatal',
          DRAIN_SECONDS: '0',
        },
      }),
    );
    return port;
  };

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'izgodno-nodes-'));
    natsPort = await freePort();
    startNats();
    nodes = [await startNode('one'), await startNode('other')];
    balancer = startBalancer(nodes);
    url = `http://127.0.0.1:${await listen(balancer)}`;
  }, 300_000);

  afterAll(async () => {
    for (const running of programs) await running.end('SIGTERM');
    balancer.close();
    nats.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  test('show the same messages in the same order to all users, whatever the bus between them loses', async () => {
    const users = [await signUp(url, 'one'), await signUp(url, 'two'), await signUp(url, 'three')];
    const [first] = users;
    if (first === undefined) throw new Error('No user has registered.');
    const channelId = await defaultChannel(first);
    for (const user of users) await defaultChannel(user);
    const listeners: Listener[] = [...users, ...users].map((user) =>
      startListener(url, user, channelId),
    );
    const talkers = users.map((user) => startTalker(user, channelId, 20));
    const sent = (): number =>
      talkers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);

    await expect.poll(sent).toBeGreaterThan(10);
    const gone = once(nats, 'exit');
    nats.kill('SIGKILL');
    await gone;
    const before = sent();
    // The nodes do not receive each other's messages now; the database is still one.
    await expect.poll(sent).toBeGreaterThan(before + 5);
    startNats();
    await Promise.all(talkers.map((talker) => talker.stop()));

    const stored = await readAll(first, channelId);
    expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_, index) => index + 1));
    for (const listener of listeners) {
      await expect.poll(() => idsOf(listener.held())).toEqual(idsOf(stored));
      listener.stop();
    }
  }, 300_000);

  const waysOut: Readonly<Record<string, (own: ApiClient, admins: ApiClient) => Promise<unknown>>> =
    {
      'signs out everywhere': (own) => own.call(logoutEverywhere, {}),
      'is signed out by an administrator': async (own, admins) => {
        const { user } = await own.call(getMe, {});
        const body = { reason: 'Account taken over' };
        return admins.call(signUserOut, { params: { userId: user.id }, body });
      },
      'has one session ended by an administrator': async (own, admins) => {
        const [session] = (await own.call(listSessions, { query: {} })).sessions;
        return admins.call(revokeSession, { params: { id: session?.id ?? '' } });
      },
    };

  test.each(Object.keys(waysOut))(
    'reject a user on the other node, in calls and sockets, who %s on one',
    async (way) => {
      const [one = '', other = ''] = nodes.map((port) => `http://127.0.0.1:${port}`);
      const name = way.replaceAll(' ', '-');
      const user = await signUp(one, name);
      const admin = await signUp(one, `${name}-admin`);
      // Before either node has cached the user.
      await database.current.database
        .updateTable('users')
        .set({ role: 'admin' })
        .where('email', '=', `${name}-admin@chaos.example`)
        .execute();
      const statusOnOther = async ({ token }: Account): Promise<number> =>
        (await fetch(other + getMe.path, { headers: { authorization: `Bearer ${token}` } })).status;
      const socket = await openSocket(other, user.token);
      const bystander = await openSocket(other, admin.token);
      expect(await statusOnOther(user)).toBe(200);

      await waysOut[way]?.(clientOf(one, user), clientOf(one, admin));

      await expect.poll(() => statusOnOther(user)).toBe(401);
      await expect.poll(socket.closed).toBe(closeReasons.session_revoked.code);
      expect(await statusOnOther(admin)).toBe(200);
      expect(bystander.closed()).toBeNull();
      bystander.close();
    },
    60_000,
  );

  test('let one of them at a time work on an upload, the newest', async () => {
    const person = await signUp(url, 'four');
    const { user } = await person.api.call(getMe, {});
    const [one = '', other = ''] = nodes.map((port) => `http://127.0.0.1:${port}`);
    const bytes = randomBytes(4_000_000);
    const headers = { authorization: `Bearer ${person.token}`, 'tus-resumable': '1.0.0' };
    const metadata = uploadMetadata({
      userId: user.id,
      channelId: 'deals',
      messageId: 'm',
      uploadId: 'upload_m_0',
      filename: 'a.bin',
    });
    const created = await fetch(`${one}${RESUMABLE_UPLOAD_PATH}`, {
      method: 'POST',
      headers: {
        ...headers,
        'upload-length': String(bytes.length),
        'upload-metadata': metadata,
      },
    });
    const address = created.headers.get('location') ?? '';
    const begin = (offset: number) => ({
      ...headers,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    });

    // A sender whose connection hangs: half of the body arrives, and then nothing.
    const hanging = connect(nodes[0] ?? 0, '127.0.0.1');
    hanging.on('error', () => {});
    const lines = Object.entries({ ...begin(0), host: 'x', 'content-length': bytes.length });
    hanging.write(`PATCH ${address} HTTP/1.1\r\n`);
    hanging.write(`${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    hanging.write(bytes.subarray(0, 2_000_000));
    const file = path.join(directory, 'files/resumable', path.basename(address));
    await expect.poll(async () => (await stat(file)).size).toBe(2_000_000);

    const state = await fetch(`${other}${address}`, { method: 'HEAD', headers });
    const kept = Number(state.headers.get('upload-offset'));
    expect(kept).toBe(2_000_000);
    // Data on the old connection now comes too late.
    hanging.write(Buffer.alloc(1_000_000));
    const rest = await fetch(`${other}${address}`, {
      method: 'PATCH',
      headers: begin(kept),
      body: bytes.subarray(kept),
    });
    expect(rest.status).toBe(204);
    hanging.destroy();
    const stored = await fetch(`${one}/api/files/${path.basename(address)}`, { headers });
    expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
  }, 60_000);
});
