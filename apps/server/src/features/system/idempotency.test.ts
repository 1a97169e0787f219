import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { listSavedSearches, saveSearch } from '@izgodno/contract/saved-searches/calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { createChannel } from '@izgodno/contract/chat/channel-calls';
import { createApiKey, listApiKeys } from '@izgodno/contract/accounts/key-calls';
import type { Call } from '@izgodno/contract/common/call';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp();

const send = async (call: Call, token: string, body: object, key?: string) => {
  const response = await users.current.app.inject({
    method: call.method,
    url: call.path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: body,
  });
  return {
    status: response.statusCode,
    body: response.json(),
    replayed: response.headers['idempotency-replayed'],
  };
};

const search = { name: 'Laptops', query: 'q=laptop' };
const countOf = async (token: string) =>
  (await users.current.ask(listSavedSearches, { token })).savedSearches.length;

test('a repeated request gets the first response, and makes nothing again', async () => {
  const { token } = await users.current.member();
  const first = await send(saveSearch, token, search, 'one');
  expect(first).toMatchObject({ status: 200, replayed: undefined });
  const again = await send(saveSearch, token, search, 'one');
  expect(again).toEqual({ ...first, replayed: 'true' });
  expect(await countOf(token)).toBe(1);
  // Without the key, the same search is rejected the second time.
  expect((await send(saveSearch, token, search)).status).toBe(400);
});

test('requests at the same time make one thing', async () => {
  const { token } = await users.current.member();
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => send(saveSearch, token, search, 'one')),
  );
  expect(await countOf(token)).toBe(1);
  for (const { status, body } of outcomes)
    expect([200, 409]).toContain(
      status === 409 && body.error.code !== 'idempotency_key_pending' ? 0 : status,
    );
});

test('a key is one user’s, and for one request', async () => {
  const [one, other] = [await users.current.member(), await users.current.member()];
  await send(saveSearch, one.token, search, 'one');
  expect(await send(saveSearch, one.token, { ...search, name: 'Other' }, 'one')).toMatchObject({
    status: 422,
    body: { error: { code: 'idempotency_key_reused' } },
  });
  expect(await send(saveSearch, other.token, search, 'one')).toMatchObject({
    status: 200,
    replayed: undefined,
  });
});

test('a failed request may be repeated under its key', async () => {
  const { token } = await users.current.member();
  await send(saveSearch, token, search, 'one');
  expect((await send(saveSearch, token, search, 'two')).status).toBe(400);
  await users.current.database.database.deleteFrom('saved_searches').execute();
  expect(await send(saveSearch, token, search, 'two')).toMatchObject({
    status: 200,
    replayed: undefined,
  });
});

test('an abandoned request may be repeated after a minute', async () => {
  const { token } = await users.current.member();
  await send(saveSearch, token, search, 'one');
  await users.current.database.database
    .updateTable('idempotency_keys')
    .set({ response: null })
    .execute();
  expect((await send(saveSearch, token, search, 'one')).status).toBe(409);
  users.current.time += MINUTE_MS;
  // It is made again, and finds that the first attempt did save the search.
  expect((await send(saveSearch, token, search, 'one')).status).toBe(400);
});

test('a call whose response cannot be stored is not made again', async () => {
  const { database } = users.current.database;
  const { token } = await users.current.member();
  await sql`CREATE FUNCTION reject_responses() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the disk is full'; END $$`.execute(database);
  await sql`CREATE TRIGGER reject_responses BEFORE UPDATE OF response ON idempotency_keys
    FOR EACH ROW EXECUTE FUNCTION reject_responses()`.execute(database);
  try {
    expect(await send(saveSearch, token, search, 'one')).toMatchObject({ status: 200 });
  } finally {
    await sql`DROP FUNCTION reject_responses CASCADE`.execute(database);
  }
  expect(await send(saveSearch, token, search, 'one')).toMatchObject({
    status: 409,
    body: { error: { code: 'idempotency_key_pending' } },
  });
});

test.for(['', 'a b', 'x'.repeat(256)])('the key "%s" is rejected', async (key) => {
  const { token } = await users.current.member();
  expect(await send(saveSearch, token, search, key)).toMatchObject({
    status: 400,
    body: { error: { fields: { 'Idempotency-Key': {} } } },
  });
});

test('messages are repeated too, and secrets never', async () => {
  const { token } = await users.current.member();
  const { channel } = await users.current.ask(createChannel, {
    token,
    body: { name: 'robots', kind: 'public' },
  });
  const message = { channelId: channel.id, clientId: crypto.randomUUID(), text: 'beep' };
  await send(sendMessage, token, message, 'one');
  expect((await send(sendMessage, token, message, 'one')).replayed).toBe('true');
  const body = { name: 'Robot', scopes: ['deals:read'] };
  const made = [
    await send(createApiKey, token, body, 'two'),
    await send(createApiKey, token, body, 'two'),
  ];
  expect(made.map(({ replayed }) => replayed)).toEqual([undefined, undefined]);
  expect((await users.current.ask(listApiKeys, { token })).keys).toHaveLength(2);
});
