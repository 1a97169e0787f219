import { setTimeout } from 'node:timers/promises';
import { sql, type KyselyPlugin } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createIpGuard } from '#platform/http/ip-guard.ts';
import * as calls from '@izgodno/contract/webhooks/calls';
import { untilWaiting } from '#test/lock-waits.ts';
import { countRowsRead } from '#test/rows-read.ts';
import { serveInTest } from '#test/serve-in-test.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import type { Database } from '#schema/schema.ts';
import { recordFor } from './record-event.ts';
import { deliver } from './deliver.ts';
import { deliverJob } from './webhooks-context.ts';

const users = provideUsersApp({ OUTGOING_ALLOW: '127.0.0.1', BUDGET_PER_MINUTE: '0' });
/** For a busy machine. */
const PATIENCE = { timeout: 10_000 };
let owner: Member;

beforeEach(async () => {
  owner = await users.current.member();
});

/** A receiver that responds after `delayOf` milliseconds. */
const receive = async (delayOf: (count: number) => number = () => 0) => {
  const receiver = { url: '', status: 204, ids: new Array<string>(), most: 0 };
  let current = 0;
  const origin = await serveInTest((request, response) => {
    const respond = async (): Promise<void> => {
      current += 1;
      receiver.most = Math.max(receiver.most, current);
      receiver.ids.push(String(request.headers['webhook-id']));
      await setTimeout(delayOf(receiver.ids.length));
      current -= 1;
      response.writeHead(receiver.status).end();
    };
    request.resume();
    void respond();
  });
  receiver.url = `${origin}/hook`;
  return receiver;
};

const make = async (url: string) =>
  (
    await users.current.ask(calls.createWebhook, {
      token: owner.token,
      body: { url, events: calls.webhookEvents },
    })
  ).webhook.id;

const record = (webhookId: string, count: number) => {
  const { database, jobs, time } = users.current;
  return database.database.transaction().execute((transaction) =>
    recordFor(
      { clock: { now: () => time }, jobs },
      transaction,
      Array.from({ length: count }, () => ({
        webhookId,
        happened: { event: calls.TEST_EVENT, data: { webhookId, message: 'It works.' } },
      })),
    ),
  );
};

test('a receiver that responds gets events in their order, one at a time', async () => {
  // The first ones take longest.
  const receiver = await receive((count) => Math.max(0, 30 - 5 * count));
  const webhookId = await make(receiver.url);
  const first = await record(webhookId, 10);
  const second = await record(webhookId, 10);
  await vi.waitFor(() => expect(receiver.ids).toHaveLength(20), PATIENCE);
  expect(receiver.ids).toEqual([...first, ...second]);
  expect(receiver.ids).toEqual(receiver.ids.toSorted());
  expect(receiver.most).toBe(1);
});

test('after a failure the next events wait, and none is lost', async () => {
  const receiver = await receive();
  receiver.status = 500;
  const webhookId = await make(receiver.url);
  const ids = await record(webhookId, 5);
  const { database } = users.current.database;
  const pending = () =>
    database
      .selectFrom('webhook_deliveries')
      .select(['id', 'attempts'])
      .where('webhook_id', '=', webhookId)
      .where('state', '=', 'pending')
      .orderBy('id')
      .execute();
  await vi.waitFor(async () => expect((await pending())[0]?.attempts).toBe(1), PATIENCE);
  await vi.waitFor(() => expect(users.current.jobs.waiting).toHaveLength(5), PATIENCE);
  expect(receiver.ids).toEqual(ids.slice(0, 1));
  receiver.status = 204;
  await users.current.jobs.runDue(new Date(users.current.time + 1_000));
  await vi.waitFor(async () => expect(await pending()).toEqual([]), PATIENCE);
  expect(receiver.ids).toEqual([ids[0], ...ids]);
});

test('an attempt whose node was killed is made again', async () => {
  const receiver = await receive();
  const webhookId = await make(receiver.url);
  const [id = ''] = await record(webhookId, 1);
  const { database } = users.current.database;
  const stateOf = () =>
    database
      .selectFrom('webhook_deliveries')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await expect.poll(stateOf, PATIENCE).toEqual({ state: 'delivered' });
  const begun = (secondsAgo: number) =>
    database
      .updateTable('webhook_deliveries')
      .set({
        state: 'pending',
        status: null,
        attempted_at: new Date(users.current.time - secondsAgo * 1_000),
      })
      .where('id', '=', id)
      .execute();
  await begun(1);
  await users.current.jobs.enqueue(deliverJob, { deliveryId: id });
  expect(receiver.ids).toHaveLength(1);
  await begun(20);
  await users.current.jobs.enqueue(deliverJob, { deliveryId: id });
  expect(receiver.ids).toEqual([id, id]);
});

/** Keeps jobs from running; the test makes the attempts itself. */
const holdJobs = () => {
  const enqueue = vi.spyOn(users.current.jobs, 'enqueue').mockResolvedValue();
  onTestFinished(() => enqueue.mockRestore());
  return enqueue;
};

const deliverWith = (
  connection: Database,
  deliveryId: string,
  { signal } = new AbortController(),
): Promise<void> => {
  const { jobs, time } = users.current;
  const guard = createIpGuard({ allow: ['127.0.0.1'] });
  const clock = { now: () => time };
  const webhooks = { database: connection, clock, jobs, guard, baseUrl: 'http://localhost' };
  return deliver(webhooks, deliveryId, signal);
};

test('an attempt that ends because its node stops is made again without delay', async () => {
  const receiver = await receive(() => 5_000);
  const webhookId = await make(receiver.url);
  const { database } = users.current.database;
  holdJobs();
  const [id = ''] = await record(webhookId, 1);
  const stop = new AbortController();
  const attempt = deliverWith(database, id, stop);
  await vi.waitFor(() => expect(receiver.ids).toHaveLength(1), PATIENCE);
  stop.abort();
  await expect(attempt).rejects.toThrow('aborted');
  const { state, attempted_at } = await database
    .selectFrom('webhook_deliveries')
    .select(['state', 'attempted_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect({ state, attempted_at }).toEqual({ state: 'pending', attempted_at: null });
});

test('an attempt that begins while another one fails is left to the repetition', async () => {
  const receiver = await receive();
  const webhookId = await make(receiver.url);
  const { database } = users.current.database;
  holdJobs();
  const [id = ''] = await record(webhookId, 1);
  let attempt = Promise.resolve();
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('webhooks')
      .set({ failing_since: new Date(users.current.time) })
      .where('id', '=', webhookId)
      .execute();
    attempt = deliverWith(database, id);
    await untilWaiting(database, 1);
  });
  await attempt;
  expect(receiver.ids).toEqual([]);
});

test('a delivery whose message is unavailable leaves the next one to no repetition', async () => {
  const receiver = await receive();
  const webhookId = await make(receiver.url);
  const { database } = users.current.database;
  const enqueue = holdJobs();
  const [id = '', next] = await record(webhookId, 2);
  await database
    .updateTable('webhook_deliveries')
    .set({ event: 'message.posted', body: JSON.stringify({ data: { id } }) })
    .where('id', '=', id)
    .execute();
  enqueue.mockClear();
  await deliverWith(database, id);
  expect(receiver.ids).toEqual([]);
  const queued = [deliverJob, { deliveryId: next }, expect.anything()];
  expect(enqueue.mock.calls).toEqual([queued]);
});

test('an attempt reads what waits, and takes one of it', async () => {
  const receiver = await receive();
  const webhookId = await make(receiver.url);
  const { database, time } = users.current;
  holdJobs();
  await record(webhookId, 3_000);
  await database.database
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered', created_at: new Date(time - 60_000) })
    .where('webhook_id', '=', webhookId)
    .execute();
  const [oldest = '', ...later] = await record(webhookId, 100);
  await sql`ANALYZE webhook_deliveries`.execute(database.database);
  let taken = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      taken += result.rows.length;
      return result;
    },
  };
  const read = await countRowsRead(database.connectionString, 'webhook_deliveries', (connection) =>
    deliverWith(connection.withPlugin(counter), later.at(-1) ?? ''),
  );
  expect(receiver.ids).toEqual([oldest]);
  expect(taken).toBeLessThan(10);
  expect(Math.max(...read)).toBeLessThanOrEqual(100);
});
