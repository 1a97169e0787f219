import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registerOutages } from './outages.ts';

const away = (): Error => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

let app: FastifyInstance;
let isAway: boolean;
/** Calls of the route. */
let calls: number;

const respond = async () => {
  calls += 1;
  if (isAway) throw away();
  return { success: true };
};

const build = (patienceMs: number): void => {
  app = fastify();
  registerOutages(app, {
    // Back at the second look.
    reach: async () => {
      if (!isAway) return;
      isAway = false;
      throw away();
    },
    patienceMs,
  });
  app.get('/read', respond);
  app.post('/write', respond);
};

beforeEach(() => {
  isAway = true;
  calls = 0;
});
afterEach(() => app.close());

test('a read waits for the end of a failover and is made again', async () => {
  build(60_000);
  const response = await app.inject('/read');
  expect(response.statusCode).toBe(200);
  expect(calls).toBe(2);
});

test('a write fails at once, because it may have been made', async () => {
  build(60_000);
  const response = await app.inject({ method: 'POST', url: '/write' });
  expect(response.statusCode).toBe(500);
  expect(calls).toBe(1);
});

test('a read fails once an outage has outlasted a failover', async () => {
  build(0);
  expect((await app.inject('/read')).statusCode).toBe(500);
  expect(calls).toBe(1);
});

test('a read that fails for another reason is not repeated', async () => {
  build(60_000);
  app.get('/wrong', async () => {
    calls += 1;
    throw new Error('wrong');
  });
  expect((await app.inject('/wrong')).statusCode).toBe(500);
  expect(calls).toBe(1);
});

test('a read that has begun to respond is not repeated', async () => {
  build(60_000);
  app.get('/begun', async (_, reply) => {
    calls += 1;
    await reply.send({ success: true });
    throw away();
  });
  expect((await app.inject('/begun')).statusCode).toBe(200);
  expect(calls).toBe(1);
});

test('an outage is brief until its patience has passed', async () => {
  build(0);
  expect(app.outages.isBrief()).toBe(false);
  await app.close();
  build(60_000);
  expect(app.outages.isBrief()).toBe(true);
});
