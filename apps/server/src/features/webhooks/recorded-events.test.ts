import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openDirect } from '@izgodno/contract/chat/channel-calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import {
  changeDealStatus,
  createDeal,
  deleteDeal,
  dealChangesSchema,
  restoreDeal,
  updateDeal,
  type DealChanges,
} from '@izgodno/contract/posts/calls';
import { fileIdOfUrl } from '@izgodno/contract/uploads/file';
import { CHUNKED_UPLOAD_PATH } from '@izgodno/contract/uploads/multipart';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import * as calls from '@izgodno/contract/webhooks/calls';
import { webhookBodySchema, webhookData, type SentEvent } from '@izgodno/contract/webhooks/events';
import { insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp({ OUTGOING_ALLOW: '127.0.0.1', BUDGET_PER_MINUTE: '0' });
/** Where nothing receives: these tests look at what is recorded. */
const URL = 'http://127.0.0.1:9/hook';

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let owner: Member;
let url = '';

beforeAll(async () => {
  await insertSources(users.current.database.database);
  // The reader of changes begins here.
  await users.current.jobs.fire('webhooks.deals');
  // Uploads are read from a socket.
  url = await users.current.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  owner = await users.current.member();
});

const make = async () => {
  const body = { url: URL, events: calls.webhookEvents };
  return (await users.current.ask(calls.createWebhook, { token: owner.token, body })).webhook;
};

const post = async (who = owner, title = 'Tent') => {
  const body = { title, price: { amount: 20_00, currency: 'EUR' }, category: 'sports' };
  return (await users.current.ask(createDeal, { token: who.token, body })).deal.id;
};

const change = (id: string, body: object) =>
  users.current.ask(updateDeal, { token: owner.token, params: { id }, body });

const upload = async (): Promise<string> => {
  const form = new FormData();
  const names = { channelId: 'deals', messageId: 'm', uploadId: 'upload_m_0', placeholderId: 'p' };
  for (const [name, value] of Object.entries({ userId: owner.id, ...names }))
    form.append(name, value);
  form.append('file', new File([PNG], 'picture.png', { type: 'image/png' }));
  const response = await fetch(`${url}${CHUNKED_UPLOAD_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
    body: form,
  });
  const { fileUrl } = z.object({ fileUrl: z.string() }).parse(await response.json());
  return fileIdOfUrl(fileUrl) ?? '';
};

/** What was recorded for a webhook since the last look, oldest first. */
const newEvents = async (id: string) => {
  await users.current.jobs.fire('webhooks.deals');
  const { database } = users.current.database;
  const rows = await database
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', id)
    .returning(['id', 'event', 'body'])
    .execute();
  return rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ event, body }) => ({ event, body: z.json().parse(JSON.parse(body)) }));
};

/** The documented body, with nothing that is not documented. */
const bodyWithoutMore = (event: SentEvent) =>
  z.strictObject({
    ...webhookBodySchema(event).def.shape,
    data: z.strictObject(webhookData[event].def.shape),
  });

const statuses = (events: Awaited<ReturnType<typeof newEvents>>) =>
  events.map(({ event, body }) => [
    event,
    z.object({ data: z.object({ status: z.string() }) }).parse(body).data.status,
  ]);

test('a change of each field that a member can change is an event', async () => {
  const webhook = await make();
  const id = await post();
  await newEvents(webhook.id);
  const { id: location } = await users.current.database.database
    .selectFrom('locations')
    .select('id')
    .executeTakeFirstOrThrow();
  const changes: Required<DealChanges> = {
    title: 'Large tent',
    description: 'For four',
    price: { amount: 30_00, currency: 'EUR' },
    originalPrice: { amount: 50_00, currency: 'EUR' },
    delivery: { amount: 5_00, currency: 'EUR' },
    category: 'other',
    condition: 'fair',
    location,
    tags: ['camping'],
    media: [await upload()],
    link: 'https://shop.example/tent',
    expiresAt: new Date(users.current.time + 3 * DAY_MS).toISOString(),
  };
  expect(Object.keys(changes).toSorted()).toEqual(
    Object.keys(dealChangesSchema.def.shape).toSorted(),
  );
  const found: [string, string[]][] = [];
  for (const [key, value] of Object.entries(changes)) {
    await change(id, { [key]: value });
    found.push([key, (await newEvents(webhook.id)).map(({ event }) => event)]);
  }
  expect(found).toEqual(Object.keys(changes).map((key) => [key, ['deal.changed']]));
  await change(id, changes);
  expect(await newEvents(webhook.id)).toEqual([]);
  // A smaller amount in another currency may cost more.
  await change(id, { price: { amount: 29_00, currency: 'BGN' } });
  expect(statuses(await newEvents(webhook.id))).toEqual([['deal.changed', 'active']]);
});

test('a deal with a digest of the former release is reported when it changes, and only then', async () => {
  const webhook = await make();
  const id = await post();
  await newEvents(webhook.id);
  const { database } = users.current.database;
  await sql`
    UPDATE webhook_deals SET digest = (
      SELECT md5(concat_ws('|', title, description, price_amount, price_currency, status, category,
                           condition, location_id, media))
        FROM deals WHERE id = deal_id)`.execute(database);
  await sql`UPDATE deals SET change_seq = nextval('deal_change_seq') WHERE id = ${id}`.execute(
    database,
  );
  expect(await newEvents(webhook.id)).toEqual([]);
  await change(id, { tags: ['new'] });
  expect(statuses(await newEvents(webhook.id))).toEqual([['deal.changed', 'active']]);
});

test('a deletion and its undoing are changes of the deal', async () => {
  const before = await post();
  const params = { id: before };
  await users.current.ask(changeDealStatus, {
    token: owner.token,
    params,
    body: { status: 'sold' },
  });
  await users.current.ask(deleteDeal, { token: owner.token, params });
  const webhook = await make();
  expect(await newEvents(webhook.id)).toEqual([]);
  await users.current.ask(restoreDeal, { token: owner.token, params });
  expect(statuses(await newEvents(webhook.id))).toEqual([['deal.changed', 'sold']]);

  const unseen = await post();
  await users.current.ask(deleteDeal, { token: owner.token, params: { id: unseen } });
  expect(await newEvents(webhook.id)).toEqual([]);

  const id = await post();
  expect(statuses(await newEvents(webhook.id))).toEqual([['deal.created', 'active']]);
  await users.current.ask(deleteDeal, { token: owner.token, params: { id } });
  expect(statuses(await newEvents(webhook.id))).toEqual([['deal.changed', 'deleted']]);
  await users.current.ask(restoreDeal, { token: owner.token, params: { id } });
  expect(statuses(await newEvents(webhook.id))).toEqual([['deal.changed', 'active']]);
});

test('each event has the documented body', async () => {
  const webhook = await make();
  const other = await users.current.member();
  const id = await post();
  const params = { id };
  const found = await newEvents(webhook.id);
  const look = async () => void found.push(...(await newEvents(webhook.id)));
  await change(id, { title: 'Large tent' });
  await look();
  await change(id, { price: { amount: 15_00, currency: 'EUR' } });
  await look();
  const sold = { token: owner.token, params, body: { status: 'sold' as const } };
  await users.current.ask(changeDealStatus, sold);
  await look();
  await users.current.ask(deleteDeal, { token: owner.token, params });
  await users.current.jobs.fire('saved-searches.match');
  const search = { query: 'q=kayak', name: 'Kayaks' };
  await users.current.ask(saveSearch, { token: owner.token, body: search });
  await post(other, 'Blue kayak');
  await users.current.jobs.fire('saved-searches.match');
  const { channel } = await users.current.ask(openDirect, {
    token: other.token,
    body: { userIds: [owner.id] },
  });
  const message = { channelId: channel.id, clientId: crypto.randomUUID(), text: 'Hello' };
  await users.current.ask(sendMessage, { token: other.token, body: message });
  await users.current.jobs.fire('webhooks.messages');
  await users.current.ask(calls.testWebhook, { token: owner.token, params: { id: webhook.id } });
  await look();

  expect(new Set(found.map(({ event }) => event))).toEqual(new Set(Object.keys(webhookData)));
  for (const { event, body } of found) {
    const sent = z.enum([...calls.webhookEvents, calls.TEST_EVENT]).parse(event);
    expect(bodyWithoutMore(sent).parse(body)).toEqual(body);
  }
});

// Last, because it moves the clock.
test('nothing of an erased deal is remembered', async () => {
  const webhook = await make();
  const id = await post();
  await newEvents(webhook.id);
  await users.current.ask(deleteDeal, { token: owner.token, params: { id } });
  await newEvents(webhook.id);
  users.current.time += 8 * DAY_MS;
  await users.current.jobs.fire('posts.forget');
  expect(await newEvents(webhook.id)).toEqual([]);
  const remembered = await users.current.database.database
    .selectFrom('webhook_deals')
    .select('deal_id')
    .where('deal_id', '=', Number(id))
    .execute();
  expect(remembered).toEqual([]);
});
