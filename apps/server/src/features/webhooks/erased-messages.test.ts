import { text } from 'node:stream/consumers';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { addMember, createChannel, removeMember } from '@izgodno/contract/chat/channel-calls';
import { deleteMessage, sendMessage, updateMessage } from '@izgodno/contract/chat/message-calls';
import * as calls from '@izgodno/contract/webhooks/calls';
import { webhookBodySchema } from '@izgodno/contract/webhooks/events';
import { somebody } from '#test/session-app.ts';
import { serveInTest } from '#test/serve-in-test.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp({ OUTGOING_ALLOW: '127.0.0.1', BUDGET_PER_MINUTE: '0' });
/** For a busy machine. */
const PATIENCE = { timeout: 10_000 };
const SECRET = 'Ключът е под саксията';
const bodySchema = webhookBodySchema('message.posted');

let owner: Member;
let other: Member;
let channelId = '';

beforeEach(async () => {
  const { current } = users;
  owner = await current.member();
  other = await current.member();
  const body = { name: `Стая ${other.id}`, kind: 'private' } as const;
  const { channel } = await current.ask(createChannel, { token: other.token, body });
  channelId = channel.id;
  const params = { id: channelId, userId: owner.id };
  for (const { token } of [other, owner]) await current.ask(addMember, { token, params });
});

/** A receiver of webhooks; it responds with `status`. */
const receive = async () => {
  const receiver = { url: '', status: 204, received: new Array<z.infer<typeof bodySchema>>() };
  const origin = await serveInTest((request, response) => {
    const respond = async (): Promise<void> => {
      receiver.received.push(bodySchema.parse(JSON.parse(await text(request))));
      response.writeHead(receiver.status).end();
    };
    void respond();
  });
  receiver.url = `${origin}/hook`;
  return receiver;
};

const make = async (url: string) => {
  const body = { url, events: ['message.posted' as const] };
  return (await users.current.ask(calls.createWebhook, { token: owner.token, body })).webhook.id;
};

const say = async () => {
  const body = { channelId, clientId: crypto.randomUUID(), text: SECRET };
  const { message } = await users.current.ask(sendMessage, { token: other.token, body });
  await users.current.jobs.fire('webhooks.messages');
  return message.id;
};

const logOf = async (id: string) =>
  (await users.current.ask(calls.listDeliveries, { token: owner.token, params: { id } }))
    .deliveries;

const sendAgain = async (id: string) => {
  const params = { id, deliveryId: (await logOf(id))[0]?.id ?? '' };
  await users.current.ask(calls.redeliver, { token: owner.token, params });
};

/** Whether the log has what was said, or who said it. */
const hasWords = async (webhookId: string): Promise<boolean> => {
  const rows = await users.current.database.database
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('webhook_id', '=', webhookId)
    .execute();
  return rows
    .map(({ body }) => bodySchema.parse(JSON.parse(body)).data)
    .some((data) => data.text !== '' || data.sender.name !== '');
};

const failed = { state: 'failed', error: 'message_unavailable', attempts: 1 };

test.for(['its sender deletes it', 'its sender deletes the account', 'the owner is removed'])(
  'a message that waits for its delivery is not sent after %s',
  async (what) => {
    const { current } = users;
    const receiver = await receive();
    receiver.status = 500;
    const webhookId = await make(receiver.url);
    const messageId = await say();
    await vi.waitFor(
      async () => expect(await logOf(webhookId)).toMatchObject([{ attempts: 1 }]),
      PATIENCE,
    );
    const by = { token: other.token };
    if (what === 'its sender deletes it')
      await current.ask(deleteMessage, { ...by, params: { id: messageId }, body: {} });
    else if (what === 'the owner is removed')
      await current.ask(removeMember, { ...by, params: { id: channelId, userId: owner.id } });
    else
      await current.ask(deleteAccount, { ...by, body: { currentPassword: somebody().password } });

    receiver.status = 204;
    await current.jobs.runDue(new Date(current.time + 1_000));
    await vi.waitFor(async () => expect(await logOf(webhookId)).toMatchObject([failed]), PATIENCE);
    expect(receiver.received).toHaveLength(1);
    expect(await hasWords(webhookId)).toBe(false);
  },
);

test('the log has no words of messages: „Send again“ sends those that the message has then', async () => {
  const { current } = users;
  const receiver = await receive();
  const webhookId = await make(receiver.url);
  const id = await say();
  const delivered = (count: number) =>
    vi.waitFor(async () => {
      expect(await logOf(webhookId)).toMatchObject([{ state: 'delivered' }]);
      expect(receiver.received).toHaveLength(count);
    }, PATIENCE);
  await delivered(1);
  expect(receiver.received[0]?.data).toMatchObject({ id, text: SECRET });
  expect(await hasWords(webhookId)).toBe(false);

  const by = { token: other.token, params: { id } };
  await current.ask(updateMessage, { ...by, body: { text: 'Друго' } });
  await sendAgain(webhookId);
  await delivered(2);
  expect(receiver.received[1]).toEqual({
    ...receiver.received[0],
    data: { ...receiver.received[0]?.data, text: 'Друго' },
  });

  await current.ask(deleteMessage, { ...by, body: {} });
  await say();
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), PATIENCE);
  const [, first] = await logOf(webhookId);
  const params = { id: webhookId, deliveryId: first?.id ?? '' };
  await current.ask(calls.redeliver, { token: owner.token, params });
  // It delays no other, and says nothing of the receiver.
  await say();
  await vi.waitFor(async () => {
    expect(await logOf(webhookId)).toMatchObject([
      { state: 'delivered' },
      { state: 'delivered' },
      { ...failed, attempts: 0 },
    ]);
  }, PATIENCE);
  expect(receiver.received).toHaveLength(4);
  const { webhooks } = await current.ask(calls.listWebhooks, { token: owner.token });
  expect(webhooks).toMatchObject([{ state: 'enabled', failingSince: null }]);
});

/** A webhook whose receiver has rejected one delivery, which waits to be repeated. */
const makeFailing = async (): Promise<string> => {
  const receiver = await receive();
  receiver.status = 500;
  const webhookId = await make(receiver.url);
  await say();
  await vi.waitFor(
    async () => expect(await logOf(webhookId)).toMatchObject([{ attempts: 1 }]),
    PATIENCE,
  );
  return webhookId;
};

test('deliveries that end without an attempt leave no words in the log', async () => {
  const { current } = users;
  const webhookId = await makeFailing();
  const params = { id: webhookId };
  await current.ask(calls.changeWebhook, { token: owner.token, params, body: { enabled: false } });
  await current.jobs.fire('webhooks.sweep');
  // It says why the last attempt failed.
  expect(await logOf(webhookId)).toMatchObject([{ state: 'failed', error: 'rejected' }]);
  expect(await hasWords(webhookId)).toBe(false);
});

test('a node of the former release leaves no words in the log either', async () => {
  const { database } = users.current.database;
  const webhookId = await makeFailing();
  expect(await hasWords(webhookId)).toBe(true);
  await database
    .updateTable('webhook_deliveries')
    .set({ state: 'delivered' })
    .where('webhook_id', '=', webhookId)
    .execute();
  expect(await hasWords(webhookId)).toBe(false);
});
