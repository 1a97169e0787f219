import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portOf } from '#test/port-of.ts';
import { boundConnections } from './connection-slots.ts';
import { noteSlowBodies } from './slow-bodies.ts';

const SLOTS = 3;
let app: FastifyInstance;
let port = 0;
let exempt = false;
/** Requests that take long. */
let asked = 0;
const open: Socket[] = [];

beforeEach(async () => {
  exempt = false;
  asked = 0;
  app = fastify({ forceCloseConnections: true });
  boundConnections(app, {
    perNetwork: SLOTS,
    isExempt: () => exempt,
    slow: noteSlowBodies(app),
  });
  app.get('/', async () => 'here');
  app.get('/slow', (_request, reply) => {
    asked += 1;
    setTimeout(() => void reply.send('late'), 500);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = portOf(app.server);
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await app.close();
});

const begin = async (text: string): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
};
const closed = (socket: Socket): Promise<unknown> =>
  new Promise((resolve) => socket.once('close', resolve));

const get = (url: string, more = ''): string => `GET ${url} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const DRIPPING = 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: a';

test('in a full network the oldest without a complete request is closed', async () => {
  const first = await begin(DRIPPING);
  await begin(DRIPPING);
  const last = await begin(DRIPPING);
  const ended = closed(first);
  const next = await begin(get('/'));
  expect(String((await once(next, 'data'))[0])).toContain('here');
  await ended;
  expect(last.closed).toBe(false);
});

test('a connection that waits for a response keeps its place, an idle one is closed', async () => {
  const waiting = await begin(get('/slow'));
  const idle = await begin(get('/'));
  await once(idle, 'data');
  const second = await begin(get('/slow'));
  await expect.poll(() => asked).toBe(2);
  const responses = Promise.all([waiting, second].map((socket) => once(socket, 'data')));
  const ended = closed(idle);
  const next = await begin(get('/'));
  expect(String((await once(next, 'data'))[0])).toContain('here');
  await ended;
  for (const [data] of await responses) expect(String(data)).toContain('late');
});

test('if all are busy, a new one is rejected', async () => {
  for (let count = 0; count < SLOTS; count += 1) await begin(get('/slow'));
  await expect.poll(() => asked).toBe(SLOTS);
  const rejected = connect(port, '127.0.0.1');
  open.push(rejected);
  rejected.on('error', () => {});
  await closed(rejected);
});

test('a proxy of ours has no limit', async () => {
  exempt = true;
  const all = [];
  for (let count = 0; count < 2 * SLOTS; count += 1) all.push(await begin(DRIPPING));
  const next = await begin(get('/'));
  await once(next, 'data');
  expect(all.some((socket) => socket.closed)).toBe(false);
});
