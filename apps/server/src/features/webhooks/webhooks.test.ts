import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  deleteUser,
  liftSuspension,
  suspendUser,
} from '@izgodno/contract/accounts/administration-calls';
import { openDirect } from '@izgodno/contract/chat/channel-calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { createDeal, changeDealStatus, updateDeal } from '@izgodno/contract/posts/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import * as calls from '@izgodno/contract/webhooks/calls';
import { insertSources } from '#test/deal-factory.ts';
import { somebody } from '#test/session-app.ts';
import { serveInTest } from '#test/serve-in-test.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';
import { MAX_PENDING } from './record-event.ts';
import { deliverJob, repeatJob } from './webhooks-context.ts';

const users = provideUsersApp({ OUTGOING_ALLOW: '127.0.0.1', BUDGET_PER_MINUTE: '0' });
const ALL = [...calls.webhookEvents];

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
}

const noRequest: Pick<Received, 'headers' | 'body'> = { headers: {}, body: '' };

/** A receiver of webhooks; it responds with `status`. */
const receive = async () => {
  const receiver = { url: '', status: 204, location: '', received: new Array<Received>() };
  const origin = await serveInTest((request, response) => {
    const respond = async (): Promise<void> => {
      const body = await text(request);
      receiver.received.push({ headers: request.headers, body, event: JSON.parse(body) });
      const { location } = receiver;
      response.writeHead(receiver.status, location === '' ? {} : { location }).end();
    };
    void respond();
  });
  receiver.url = `${origin}/hook`;
  return receiver;
};

let owner: Member;
let other: Member;

beforeAll(() => insertSources(users.current.database.database));
beforeEach(async () => {
  owner = await users.current.member();
  other = await users.current.member();
});

const make = async (url: string, events = ALL, who = owner) =>
  users.current.ask(calls.createWebhook, { token: who.token, body: { url, events } });

const stateOf = async (id: string) => {
  const { webhooks } = await users.current.ask(calls.listWebhooks, { token: owner.token });
  return webhooks.find((webhook) => webhook.id === id)?.state;
};

const logOf = async (id: string) =>
  (await users.current.ask(calls.listDeliveries, { token: owner.token, params: { id } }))
    .deliveries;

const post = async (who: Member, title: string) => {
  const body = { title, price: { amount: 20_00, currency: 'EUR' }, category: 'sports' };
  return (await users.current.ask(createDeal, { token: who.token, body })).deal.id;
};

/** As if the first failure since the last success had been so long ago. */
const failingFor = (id: string, ms: number) =>
  users.current.database.database
    .updateTable('webhooks')
    .set({ failing_since: new Date(users.current.time - ms) })
    .where('id', '=', id)
    .execute();

const recordDealEvents = () => users.current.jobs.fire('webhooks.deals');

test('a test event is signed as Standard Webhooks says, and logged', async () => {
  const receiver = await receive();
  const { webhook, secret } = await make(receiver.url);
  const params = { id: webhook.id };
  const { deliveryId } = await users.current.ask(calls.testWebhook, {
    token: owner.token,
    params,
  });
  await expect
    .poll(() => logOf(webhook.id))
    .toMatchObject([
      { id: deliveryId, event: 'webhook.test', state: 'delivered', status: 204, attempts: 1 },
    ]);
  const [{ headers, body } = noRequest] = receiver.received;
  expect(headers['webhook-id']).toBe(deliveryId);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  expect(key).toHaveLength(32);
  const signed = `${deliveryId}.${String(headers['webhook-timestamp'])}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  const listed = await users.current.ask(calls.listWebhooks, { token: owner.token });
  expect(JSON.stringify(listed)).not.toContain(secret.replace('whsec_', ''));
});

test('a delivery whose job was lost between two attempts is attempted again', async () => {
  const receiver = await receive();
  receiver.status = 500;
  const { webhook } = await make(receiver.url);
  const params = { id: webhook.id };
  await users.current.ask(calls.testWebhook, { token: owner.token, params });
  await expect.poll(() => logOf(webhook.id)).toMatchObject([{ attempts: 1 }]);
  receiver.status = 204;
  await users.current.database.database
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhook.id)
    .execute();

  // The queue may still wait for the next attempt.
  users.current.time += 20 * MINUTE_MS;
  await users.current.jobs.fire('webhooks.sweep');
  expect(receiver.received).toHaveLength(1);
  users.current.time += 20 * MINUTE_MS;
  owner = {
    ...owner,
    token: (await users.current.login({ ...somebody(), email: owner.email })).accessToken,
  };
  await users.current.jobs.fire('webhooks.sweep');
  await expect.poll(() => logOf(webhook.id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  // The lost job, which finds nothing to do.
  await users.current.jobs.runDue(new Date(users.current.time));
  expect(receiver.received).toHaveLength(2);
});

test("sends one's own deals, matches and messages, each once, and nothing else", async () => {
  const receiver = await receive();
  const first = await post(owner, 'Каяк отпреди');
  await recordDealEvents();
  await users.current.jobs.fire('saved-searches.match');
  await make(receiver.url);
  await users.current.ask(saveSearch, {
    token: owner.token,
    body: { query: 'q=велосипед', name: 'Колело' },
  });
  const id = await post(owner, 'Палатка');
  await post(other, 'Планински велосипед');
  await recordDealEvents();
  await users.current.jobs.fire('saved-searches.match');
  const params = { id };
  const price = { amount: 15_00, currency: 'EUR' } as const;
  await users.current.ask(updateDeal, { token: owner.token, params, body: { price } });
  await recordDealEvents();
  await users.current.ask(changeDealStatus, {
    token: owner.token,
    params,
    body: { status: 'sold' },
  });
  await users.current.ask(updateDeal, {
    token: owner.token,
    params: { id: first },
    body: { title: 'Каяк за двама' },
  });
  await recordDealEvents();
  await recordDealEvents();

  const { channel } = await users.current.ask(openDirect, {
    token: other.token,
    body: { userIds: [owner.id] },
  });
  for (const [who, said] of [
    [other, 'Още ли е налична?'],
    [owner, 'Да'],
  ] as const) {
    const body = { channelId: channel.id, clientId: crypto.randomUUID(), text: said };
    await users.current.ask(sendMessage, { token: who.token, body });
  }
  await users.current.jobs.fire('webhooks.messages');
  await users.current.jobs.fire('webhooks.messages');

  await expect.poll(() => receiver.received.length).toBeGreaterThan(5);
  const sent = receiver.received.map(({ event: { type, data } }) => [
    type,
    data['title'] ?? data['text'] ?? data['savedSearch'],
  ]);
  expect(new Set(sent)).toEqual(
    new Set([
      ['deal.created', 'Палатка'],
      ['deal.price_dropped', 'Палатка'],
      ['deal.sold', 'Палатка'],
      ['deal.changed', 'Каяк за двама'],
      ['search.matched', expect.objectContaining({ name: 'Колело' })],
      ['message.posted', 'Още ли е налична?'],
    ]),
  );
  expect(sent).toHaveLength(6);
  const dropped = receiver.received.find(({ event }) => event.type === 'deal.price_dropped');
  expect(dropped?.event.data).toMatchObject({
    id,
    price,
    previousPrice: { amount: 20_00, currency: 'EUR' },
  });
});

test('a failing webhook is repeated, and turned off after a week; 410 ends it at once', async () => {
  const receiver = await receive();
  receiver.status = 500;
  const { webhook } = await make(receiver.url, ['deal.created']);
  const attempt = async () => {
    const [newest] = await logOf(webhook.id);
    await users.current.jobs.enqueue(repeatJob, { deliveryId: newest?.id ?? '' }).catch(() => {});
  };
  await users.current.ask(calls.testWebhook, { token: owner.token, params: { id: webhook.id } });
  await expect
    .poll(() => logOf(webhook.id))
    .toMatchObject([{ state: 'pending', status: 500, attempts: 1, error: 'rejected' }]);
  await failingFor(webhook.id, 7 * DAY_MS - 1);
  await attempt();
  expect(await stateOf(webhook.id)).toBe('enabled');
  await failingFor(webhook.id, 7 * DAY_MS);
  await attempt();
  expect(await stateOf(webhook.id)).toBe('failing');
  expect(await logOf(webhook.id)).toMatchObject([{ state: 'failed', attempts: 3 }]);
  const params = { id: webhook.id };
  await users.current.ask(calls.changeWebhook, {
    token: owner.token,
    params,
    body: { enabled: true },
  });
  const redeliver = async () => {
    const [failed] = await logOf(webhook.id);
    await users.current.ask(calls.redeliver, {
      token: owner.token,
      params: { id: webhook.id, deliveryId: failed?.id ?? '' },
    });
  };
  await redeliver();
  await expect.poll(() => logOf(webhook.id)).toMatchObject([{ state: 'pending', attempts: 1 }]);
  for (const [attempts, state] of [
    [19, 'pending'],
    [20, 'failed'],
  ] as const) {
    await users.current.database.database
      .updateTable('webhook_deliveries')
      .set({ attempts: attempts - 1 })
      .where('webhook_id', '=', webhook.id)
      .execute();
    await attempt();
    expect(await logOf(webhook.id)).toMatchObject([{ state, attempts }]);
  }
  expect(await stateOf(webhook.id)).toBe('enabled');
  receiver.status = 410;
  await redeliver();
  await attempt();
  expect(await stateOf(webhook.id)).toBe('ended');
});

test('deliveries of a failing webhook wait apart from those of others', async () => {
  const enqueue = vi.spyOn(users.current.jobs, 'enqueue');
  onTestFinished(() => enqueue.mockRestore());
  const receiver = await receive();
  receiver.status = 500;
  const { webhook } = await make(receiver.url, ['deal.created']);
  const sendTest = () =>
    users.current.ask(calls.testWebhook, { token: owner.token, params: { id: webhook.id } });
  const { deliveryId: first } = await sendTest();
  await expect.poll(() => logOf(webhook.id)).toMatchObject([{ attempts: 1 }]);
  const { deliveryId: second } = await sendTest();
  for (const deliveryId of [first, second])
    await expect
      .poll(() => enqueue)
      .toHaveBeenCalledWith(
        repeatJob,
        { deliveryId },
        expect.objectContaining({ singletonKey: deliveryId, group: owner.id }),
      );
  expect(enqueue).toHaveBeenCalledWith(
    deliverJob,
    { deliveryId: second },
    { singletonKey: second, group: owner.id },
  );
  expect(receiver.received).toHaveLength(1);
  receiver.status = 204;
  await users.current.jobs.runDue(new Date(users.current.time + 1_000));
  await expect
    .poll(() => logOf(webhook.id))
    .toMatchObject([
      { id: second, state: 'delivered', attempts: 1 },
      { id: first, state: 'delivered', attempts: 2 },
    ]);
});

test('a webhook for which many deliveries wait gets no more', async () => {
  const receiver = await receive();
  const { webhook } = await make(receiver.url, ['deal.created']);
  const { webhook: another } = await make(receiver.url, ['deal.created']);
  await sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event, body, state, created_at)
    SELECT gen_random_uuid(), ${webhook.id}, 'deal.created', '{}', 'pending', ${new Date(users.current.time - DAY_MS)}
      FROM generate_series(1, ${MAX_PENDING})`.execute(users.current.database.database);
  await post(owner, 'Шейна');
  await recordDealEvents();
  const [newest] = await logOf(webhook.id);
  expect(newest).toMatchObject({ state: 'failed', attempts: 0, error: 'too_many' });
  await expect.poll(() => logOf(another.id)).toMatchObject([{ state: 'delivered' }]);
  expect(receiver.received).toHaveLength(1);
});

test('of many events recorded at once, a webhook gets as many as may wait', async () => {
  const receiver = await receive();
  const { webhook } = await make(receiver.url, ['deal.created']);
  await sql`
    INSERT INTO webhook_deliveries (id, webhook_id, event, body, state, error, created_at)
    SELECT gen_random_uuid(), ${webhook.id}, 'deal.created', '{}', 'pending', 'rejected', ${new Date(users.current.time - DAY_MS)}
      FROM generate_series(1, ${MAX_PENDING - 2})`.execute(users.current.database.database);
  for (const title of ['Шейна', 'Ски', 'Кънки']) await post(owner, title);
  await recordDealEvents();
  await expect
    .poll(async () => (await logOf(webhook.id)).slice(0, 3))
    .toMatchObject([
      { state: 'failed', error: 'too_many' },
      { state: 'delivered' },
      { state: 'delivered' },
    ]);
  expect(receiver.received.map(({ event }) => event.data['title'])).toEqual(
    expect.arrayContaining(['Шейна', 'Ски']),
  );
});

test('nothing is sent to private networks or along redirects', async () => {
  for (const url of ['http://10.0.0.7/x', 'http://[::1]/', 'http://shop.example:8080/'])
    expect(
      await users.current.rejection(calls.createWebhook, {
        token: owner.token,
        body: { url, events: ALL },
      }),
    ).toEqual({ status: 400, code: 'validation_failed', fields: ['url'] });
  const receiver = await receive();
  receiver.status = 302;
  receiver.location = 'http://169.254.169.254/latest';
  const { webhook } = await make(receiver.url);
  expect(
    await users.current.rejection(calls.changeWebhook, {
      token: owner.token,
      params: { id: webhook.id },
      body: { url: 'http://10.0.0.7/x' },
    }),
  ).toMatchObject({ code: 'validation_failed', fields: ['url'] });
  const resolved = await make('http://localhost/hook');
  for (const { id } of [webhook, resolved.webhook])
    await users.current.ask(calls.testWebhook, { token: owner.token, params: { id } });
  await expect
    .poll(() => logOf(webhook.id))
    .toMatchObject([{ error: expect.stringMatching(/redirected|forbidden/) }]);
  await expect.poll(() => logOf(resolved.webhook.id)).toMatchObject([{ error: 'ip_forbidden' }]);
  expect(receiver.received).toHaveLength(1);
});

test('a user has a limited number of webhooks', async () => {
  for (let count = 0; count < calls.MAX_WEBHOOKS; count += 1) await make('http://127.0.0.1:9/');
  const body = { url: 'http://127.0.0.1:9/', events: ALL };
  expect(
    await users.current.rejection(calls.createWebhook, { token: owner.token, body }),
  ).toMatchObject({ code: 'limit_reached' });
});

test("webhooks are their owner's, pause with a suspension and end with the account", async () => {
  const receiver = await receive();
  const { webhook } = await make(receiver.url);
  const params = { id: webhook.id };
  const theirs = { token: other.token, params };
  for (const [call, body] of [
    [calls.changeWebhook, { enabled: false }],
    [calls.deleteWebhook, undefined],
    [calls.testWebhook, undefined],
    [calls.listDeliveries, undefined],
  ] as const)
    expect(
      await users.current.rejection(call, body === undefined ? theirs : { ...theirs, body }),
    ).toMatchObject({ status: 404 });
  const { deliveryId } = await users.current.ask(calls.testWebhook, { token: owner.token, params });
  const { webhook: own } = await make(receiver.url, ALL, other);
  const redelivering = { token: other.token, params: { id: own.id, deliveryId } };
  expect((await users.current.rejection(calls.redeliver, redelivering)).status).toBe(404);
  const admin = await users.current.member('admin');
  const act = { token: admin.token, params: { userId: owner.id } };
  await users.current.ask(suspendUser, { ...act, body: { reason: 'Спам' } });
  const states = async () =>
    (
      await users.current.database.database
        .selectFrom('webhooks')
        .select('state')
        .where('user_id', '=', owner.id)
        .execute()
    ).map(({ state }) => state);
  expect(await states()).toEqual(['suspended']);
  await users.current.ask(liftSuspension, act);
  expect(await states()).toEqual(['enabled']);
  await users.current.ask(deleteUser, {
    token: admin.token,
    params: { userId: other.id },
    body: { reason: 'Спам' },
  });
  const left = await users.current.database.database
    .selectFrom('webhooks')
    .select('user_id')
    .where('user_id', '=', other.id)
    .execute();
  expect(left).toEqual([]);
});
