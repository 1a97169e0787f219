import { sql } from 'kysely';
import * as z from 'zod/mini';
import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { listSavedSearches, saveSearch } from '@izgodno/contract/saved-searches/calls';
import { sendMessage } from '@izgodno/contract/chat/message-calls';
import { createChannel, openDirect } from '@izgodno/contract/chat/channel-calls';
import { deleteAccount } from '@izgodno/contract/accounts/calls';
import { createApiKey, listApiKeys } from '@izgodno/contract/accounts/key-calls';
import { findsWhatItMade, isRepeatable, type Call } from '@izgodno/contract/common/call';
import { isObject } from '@izgodno/contract/common/is-object';
import { createDeal } from '@izgodno/contract/posts/calls';
import { rateSale, sellDeal } from '@izgodno/contract/sales/calls';
import { callsByName } from '#test/contract-calls.ts';
import { countRowsRead, vacuum } from '#test/rows-read.ts';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { eraseResponsesNaming } from './idempotency-store.ts';

const users = provideUsersApp();

const send = async (call: Call, token: string, body: object, key?: string, id = '') => {
  const response = await users.current.app.inject({
    method: call.method,
    url: call.path.replace(':id', id),
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

test('a key is free again after a day', async () => {
  const { id, token } = await users.current.member();
  await send(saveSearch, token, search, 'one');
  const another = { name: 'Phones', query: 'q=phone' };
  const setAge = (age: number) =>
    users.current.database.database
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(users.current.time - age) })
      .where('user_id', '=', id)
      .execute();
  await setAge(DAY_MS - 1);
  expect((await send(saveSearch, token, another, 'one')).status).toBe(422);
  await setAge(DAY_MS);
  expect(await send(saveSearch, token, another, 'one')).toMatchObject({
    status: 200,
    replayed: undefined,
  });
});

test('responses are erased within an hour after a day', async () => {
  const { id, token } = await users.current.member();
  await send(saveSearch, token, search, 'one');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await users.current.startNode();
    users.current.time += DAY_MS;
    vi.advanceTimersByTime(HOUR_MS);
  } finally {
    vi.useRealTimers();
  }
  const { database } = users.current.database;
  const left = () =>
    database.selectFrom('idempotency_keys').select('user_id').where('user_id', '=', id).execute();
  await expect.poll(left).toEqual([]);
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
  const another = { ...search, name: 'Another' };
  expect((await send(saveSearch, token, another, 'one')).status).toBe(422);
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

/** Whether a response may have a user: an object of an id and a name. */
const mayNameUsers = (node: unknown): boolean => {
  if (Array.isArray(node)) return node.some(mayNameUsers);
  if (!isObject(node)) return false;
  const { properties } = node;
  if (isObject(properties) && Object.keys(properties).toSorted().join() === 'id,name') {
    const { name } = properties;
    if (isObject(name) && name['type'] === 'string') return true;
  }
  return Object.values(node).some(mayNameUsers);
};

/** Two members who have written to each other, the first with a deal. */
const traders = async () => {
  const [who, other] = [await users.current.member(), await users.current.member()];
  const price = { amount: 50_00, currency: 'EUR' };
  const body = { title: 'Китара', price, category: 'music-instruments' };
  const { deal } = await users.current.ask(createDeal, { token: who.token, body });
  const { channel } = await users.current.ask(openDirect, {
    token: other.token,
    body: { userIds: [who.id] },
  });
  const text = {
    channelId: channel.id,
    clientId: crypto.randomUUID(),
    text: 'Още ли е за продан?',
  };
  await users.current.ask(sendMessage, { token: other.token, body: text });
  return { who, other, dealId: deal.id };
};

type Traders = Awaited<ReturnType<typeof traders>>;

interface Trial {
  readonly prepare: (names: Traders) => { readonly id?: string; readonly body: object };
  readonly outcome: 'found' | 'rejected';
}

/**
 * The calls whose stored response may name a user. It is erased with the account of another, and a
 * repeat makes the call again; so that must make nothing a second time.
 */
const naming: Record<string, 'own' | 'reads' | 'clientId' | Trial> = {
  // The members of a direct conversation only, which it does not make.
  createChannel: 'own',
  // The seller, who is the caller.
  createDeal: 'own',
  changeDealStatus: 'own',
  restoreDeal: 'own',
  // A deal of a source, which no member sells.
  watchPage: 'own',
  findPossibleDuplicates: 'reads',
  addComment: 'clientId',
  forwardMessage: 'clientId',
  sendMessage: 'clientId',
  openDirect: {
    prepare: ({ other }) => ({ body: { userIds: [other.id] } }),
    outcome: 'found',
  },
  sellDeal: {
    prepare: ({ other, dealId }) => ({ id: dealId, body: { buyerId: other.id } }),
    outcome: 'rejected',
  },
  rateSale: {
    prepare: ({ dealId }) => ({ id: dealId, body: { stars: 5 } }),
    outcome: 'rejected',
  },
};

const needsClientId = ({ body }: Call): boolean =>
  body !== undefined &&
  (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).required ?? []).includes(
    'clientId',
  );

/**
 * What a repeat does after the account of the other was deleted, and whether its response names
 * them still.
 */
const repeatAfterDeletion = async (call: Call, prepare: Trial['prepare']): Promise<string> => {
  const names = await traders();
  const { who, other, dealId } = names;
  if (call === rateSale) await send(sellDeal, who.token, { buyerId: other.id }, 'sell', dealId);
  const { id, body } = prepare(names);
  const repeat = () => send(call, who.token, body, 'one', id);
  const first = await repeat();
  expect(JSON.stringify(first.body)).toContain(other.id);
  expect(await repeat()).toEqual({ ...first, replayed: 'true' });
  await users.current.ask(deleteAccount, {
    token: other.token,
    body: { currentPassword: somebody().password },
  });
  const last = await repeat();
  expect(JSON.stringify(last.body)).not.toContain(other.id);
  if (last.status >= 400 && last.status < 500) return 'rejected';
  const made = first.body.channel?.id;
  return made !== undefined && last.body.channel?.id === made ? 'found' : String(last.status);
};

test('no repeat makes a thing again because the response named a deleted account', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const [name, call] of callsByName) {
    const described = z.toJSONSchema(call.response, { io: 'input', unrepresentable: 'any' });
    if (!isRepeatable(call) || !mayNameUsers(described)) continue;
    const how = naming[name];
    if (typeof how === 'object')
      outcomes[name] = { ...how, outcome: await repeatAfterDeletion(call, how.prepare) };
    else if (needsClientId(call) && findsWhatItMade(call, { clientId: '' }))
      outcomes[name] = 'clientId';
    else outcomes[name] = how ?? 'not decided';
  }
  expect(outcomes).toEqual(naming);
});

test('the responses that name a user are found without the others', async () => {
  const { database, connectionString } = users.current.database;
  const [caller, named] = [await users.current.member(), await users.current.member()];
  await sql`
    INSERT INTO idempotency_keys (user_id, key_hash, request_hash, response, created_at)
    SELECT ${caller.id}::uuid, sha256(i::text::bytea), '', response, now()
      FROM generate_series(1, 10000) AS i,
           jsonb_build_object('seller', gen_random_uuid(), 'text', i::text) AS response`.execute(
    database,
  );
  const responses = [
    { seller: { id: named.id, name: 'Ана' } },
    { text: `До <@${caller.id}><@${named.id}>` },
    { url: `https://izgodno.example/users/${named.id}` },
  ];
  await sql`
    INSERT INTO idempotency_keys (user_id, key_hash, request_hash, response, created_at)
    SELECT ${caller.id}::uuid, sha256(response::text::bytea), '', response, now()
      FROM jsonb_array_elements(${JSON.stringify(responses)}::jsonb) AS response`.execute(database);
  await vacuum(database, ['idempotency_keys']);
  const read = await countRowsRead(connectionString, 'idempotency_keys', (counted) =>
    counted.transaction().execute((transaction) => eraseResponsesNaming(transaction, named.id)),
  );
  expect(Math.max(...read)).toBeLessThanOrEqual(responses.length);
  const { rows } = await sql`
    SELECT FROM idempotency_keys WHERE strpos(response::text, ${named.id}) > 0`.execute(database);
  expect(rows).toEqual([]);
});
