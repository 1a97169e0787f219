import { beforeAll, beforeEach, expect, test } from 'vitest';
import { liftSuspension, suspendUser } from '@izgodno/contract/accounts/administration-calls';
import { addMember, createChannel, openDirect } from '@izgodno/contract/chat/channel-calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { createDeal, updateDeal } from '@izgodno/contract/posts/calls';
import * as calls from '@izgodno/contract/webhooks/calls';
import { insertSources, updateDeal as changeRow } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp({ OUTGOING_ALLOW: '127.0.0.1', BUDGET_PER_MINUTE: '0' });
/** Where nothing receives: these tests look at what is recorded. */
const URL = 'http://127.0.0.1:9/hook';

let owner: Member;

beforeAll(async () => {
  await insertSources(users.current.database.database);
  // The reader of changes begins here.
  await users.current.jobs.fire('webhooks.deals');
});
beforeEach(async () => {
  owner = await users.current.member();
});

const make = async () => {
  const body = { url: URL, events: calls.webhookEvents };
  return (await users.current.ask(calls.createWebhook, { token: owner.token, body })).webhook;
};

const enable = (id: string, enabled: boolean) =>
  users.current.ask(calls.changeWebhook, {
    token: owner.token,
    params: { id },
    body: { enabled },
  });

const post = async (title: string) => {
  const body = { title, price: { amount: 20_00, currency: 'EUR' }, category: 'sports' };
  return (await users.current.ask(createDeal, { token: owner.token, body })).deal.id;
};

const change = (id: string, body: object) =>
  users.current.ask(updateDeal, { token: owner.token, params: { id }, body });

const recordDealEvents = () => users.current.jobs.fire('webhooks.deals');

/** The recorded events of a webhook, oldest first. */
const recordedFor = async (id: string) => {
  await recordDealEvents();
  return users.current.database.database
    .selectFrom('webhook_deliveries')
    .select(['event', 'body'])
    .where('webhook_id', '=', id)
    .orderBy('id')
    .execute();
};

test('a webhook that is turned on again knows the deals of meanwhile', async () => {
  const webhook = await make();
  const known = await post('Known before');
  const before = await recordedFor(webhook.id);
  await enable(webhook.id, false);
  const meanwhile = await post('Posted meanwhile');
  await change(known, { price: { amount: 30_00, currency: 'EUR' } });
  await recordDealEvents();
  await enable(webhook.id, true);
  expect(await recordedFor(webhook.id)).toEqual(before);

  await change(meanwhile, { title: 'Posted in the meantime' });
  await recordDealEvents();
  await change(known, { price: { amount: 25_00, currency: 'EUR' } });
  const events = (await recordedFor(webhook.id)).slice(before.length);
  expect(events.map(({ event }) => event)).toEqual(['deal.changed', 'deal.price_dropped']);
  expect(events[1]?.body).toContain('"previousPrice":{"amount":3000');
});

test('a webhook that is turned on again skips the messages of meanwhile', async () => {
  const webhook = await make();
  const other = await users.current.member();
  const body = { userIds: [owner.id] };
  const { channel } = await users.current.ask(openDirect, { token: other.token, body });
  const send = (text: string) =>
    users.current.ask(sendMessage, {
      token: other.token,
      body: { channelId: channel.id, clientId: crypto.randomUUID(), text },
    });
  await enable(webhook.id, false);
  await send('Missed');
  await enable(webhook.id, true);
  await send('Sent');
  await users.current.jobs.fire('webhooks.messages');
  const texts = (await recordedFor(webhook.id)).map(({ body: sent }) => sent);
  expect(texts).toEqual([expect.stringContaining('Sent')]);
});

test('a lifted suspension reports no changes of meanwhile', async () => {
  const webhook = await make();
  const id = await post('Suspended');
  const before = await recordedFor(webhook.id);
  const admin = await users.current.member('admin');
  const act = { token: admin.token, params: { userId: owner.id } };
  await users.current.ask(suspendUser, { ...act, body: { reason: 'Спам' } });
  const { database } = users.current.database;
  await changeRow(database, Number(id), { price_amount: 15_00, price_eur: 15_00 });
  await recordDealEvents();
  await users.current.ask(liftSuspension, act);
  expect(await recordedFor(webhook.id)).toEqual(before);
});

test('a webhook that begins to get messages skips those of before', async () => {
  const body = { url: URL, events: ['deal.created' as const] };
  const { webhook } = await users.current.ask(calls.createWebhook, { token: owner.token, body });
  const other = await users.current.member();
  const { channel } = await users.current.ask(openDirect, {
    token: other.token,
    body: { userIds: [owner.id] },
  });
  const send = (text: string) =>
    users.current.ask(sendMessage, {
      token: other.token,
      body: { channelId: channel.id, clientId: crypto.randomUUID(), text },
    });
  const want = (events: readonly calls.WebhookEvent[]) =>
    users.current.ask(calls.changeWebhook, {
      token: owner.token,
      params: { id: webhook.id },
      body: { events },
    });
  expect(webhook.events).toEqual(['deal.created']);
  const deal = await post('Kayak');
  await recordDealEvents();
  await change(deal, { title: 'Blue kayak' });
  expect(await recordedFor(webhook.id)).toMatchObject([{ event: 'deal.created' }]);
  await send('Before');
  await want(['deal.created', 'message.posted']);
  users.current.time += 1_000;
  const later = await make();
  await send('After');
  // Wanted already: nothing is skipped.
  await want(['message.posted']);
  await users.current.jobs.fire('webhooks.messages');
  for (const { id } of [webhook, later]) {
    const messages = (await recordedFor(id)).filter(({ event }) => event === 'message.posted');
    expect(messages.map(({ body: sent }) => sent)).toEqual([expect.stringContaining('After')]);
  }
});

test('a further webhook takes no change from the first', async () => {
  const webhook = await make();
  const id = await post('Kayak');
  await recordDealEvents();
  await change(id, { title: 'Blue kayak' });
  await make();
  expect((await recordedFor(webhook.id)).map(({ event }) => event)).toEqual([
    'deal.created',
    'deal.changed',
  ]);
});

test('a webhook gets no messages from before its owner joined their channel', async () => {
  const webhook = await make();
  const other = await users.current.member();
  const body = { name: 'Kayaks', kind: 'public' };
  const { channel } = await users.current.ask(createChannel, { token: other.token, body });
  const send = (text: string) =>
    users.current.ask(sendMessage, {
      token: other.token,
      body: { channelId: channel.id, clientId: crypto.randomUUID(), text },
    });
  await send('Before');
  users.current.time += 1_000;
  const params = { id: channel.id, userId: owner.id };
  await users.current.ask(addMember, { token: owner.token, params });
  await send('After');
  await users.current.jobs.fire('webhooks.messages');
  const texts = (await recordedFor(webhook.id)).map(({ body: sent }) => sent);
  expect(texts).toEqual([expect.stringContaining('After')]);
});

test('a webhook that is not on is neither tried nor sent anything again', async () => {
  const webhook = await make();
  await post('Sent before');
  await recordedFor(webhook.id);
  const { database } = users.current.database;
  const waiting = await database
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhook.id)
    .executeTakeFirstOrThrow();
  for (const state of ['off', 'ended'] as const) {
    await database.updateTable('webhooks').set({ state }).where('id', '=', webhook.id).execute();
    const given = { token: owner.token, params: { id: webhook.id, deliveryId: waiting.id } };
    const rejected = { status: 409, code: 'webhook_off', fields: [] };
    expect(
      await users.current.rejection(calls.testWebhook, { ...given, params: { id: webhook.id } }),
    ).toEqual(rejected);
    expect(await users.current.rejection(calls.redeliver, given)).toEqual(rejected);
  }
  await database
    .updateTable('webhook_deliveries')
    .set({ error: null })
    .where('id', '=', waiting.id)
    .execute();
  await database
    .insertInto('webhook_deliveries')
    .values({
      id: crypto.randomUUID(),
      webhook_id: webhook.id,
      event: 'deal.created',
      body: '',
      state: 'delivered',
      created_at: new Date(users.current.time - 30 * DAY_MS - 1),
    })
    .execute();
  await users.current.jobs.fire('webhooks.sweep');
  const { deliveries } = await users.current.ask(calls.listDeliveries, {
    token: owner.token,
    params: { id: webhook.id },
  });
  expect(deliveries).toMatchObject([{ id: waiting.id, state: 'failed', error: 'turned_off' }]);
});
