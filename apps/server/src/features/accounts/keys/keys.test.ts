import { expect, test } from 'vitest';
import * as accountCalls from '@izgodno/contract/accounts/calls';
import {
  createApiKey,
  listApiKeys,
  MAX_API_KEYS,
  revokeApiKey,
} from '@izgodno/contract/accounts/key-calls';
import { RECENT_SIGN_IN_MS } from '@izgodno/contract/accounts/limits';
import type { Role } from '@izgodno/contract/accounts/session';
import { accesses } from '@izgodno/contract/common/call';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import { isKeyScope, keyScopes, type KeyScope } from '@izgodno/contract/common/key-scopes';
import { getDeal } from '@izgodno/contract/deals/calls';
import { listFavorites } from '@izgodno/contract/engagement/calls';
import { listChannels } from '@izgodno/contract/chat/channel-calls';
import { listSources } from '@izgodno/contract/sources/calls';
import { listReports } from '@izgodno/contract/moderation/calls';
import { untilWaiting } from '#test/lock-waits.ts';
import { contractCalls } from '#test/contract-calls.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { lockRole } from '../session-repository.ts';
import { deleteAccessOf } from './key-repository.ts';

const users = provideUsersApp();

/** The password of every member of the tests. */
const PASSWORD = 'zebra-lamp-4217';

const everyScope = Object.keys(keyScopes).filter(isKeyScope);

const scopesOf = (role: Role): KeyScope[] =>
  everyScope.filter((scope) => accesses.indexOf(role) >= accesses.indexOf(keyScopes[scope]));

const made = async (scopes: KeyScope[], role: Role = 'member', expiresAt?: string) => {
  const owner = await users.current.member(role);
  const body = { name: 'Robot', scopes, ...(expiresAt === undefined ? {} : { expiresAt }) };
  const { key, secret } = await users.current.ask(createApiKey, { token: owner.token, body });
  return { owner, key, secret };
};

test('a key is shown once, and stored as a digest', async () => {
  const { owner, key, secret } = await made(['deals:read']);
  expect(secret).toMatch(/^izg_[\w-]{43}$/);
  const { keys } = await users.current.ask(listApiKeys, { token: owner.token });
  expect(keys).toEqual([key]);
  expect(key).toMatchObject({ name: 'Robot', scopes: ['deals:read'], lastUsedAt: null });
  expect(secret.startsWith(key.hint)).toBe(true);
  const rows = await users.current.database.database.selectFrom('api_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret.slice(key.hint.length));
});

test('a key makes the calls of its scopes as its owner, and no others', async () => {
  const { owner, secret } = await made(['deals:read']);
  await users.current.ask(listFavorites, { token: secret });
  const { keys } = await users.current.ask(listApiKeys, { token: owner.token });
  expect(keys[0]?.lastUsedAt).toBe(new Date(users.current.time).toISOString());
  expect(await users.current.rejection(listChannels, { token: secret })).toMatchObject({
    status: 403,
    code: 'key_scope_missing',
  });
});

test.for(contractCalls.filter(({ access, scope }) => access !== 'anyone' && scope === undefined))(
  '$method $path is not for a key with every scope',
  async ({ method, path }) => {
    const { secret } = await made(scopesOf('admin'), 'admin');
    const response = await users.current.app.inject({
      method,
      url: path.replaceAll(/:\w+/g, '01890000-0000-7000-8000-000000000000'),
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([response.statusCode, response.json()]).toMatchObject([
      403,
      { error: { code: 'key_scope_missing' } },
    ]);
  },
);

test('calls of accounts, sessions and factors have no scope, except the reading of oneself', () => {
  const scoped = contractCalls.filter(
    ({ path, scope }) => /^\/api\/(?:auth|keys)\b/.test(path) && scope !== undefined,
  );
  expect(scoped.map(({ path }) => path)).toEqual(['/api/auth/me']);
});

test('a call for anyone takes a key outside its scopes for a stranger’s', async () => {
  const { secret } = await made(['chat:read']);
  expect(
    await users.current.rejection(getDeal, { token: secret, params: { id: '999999' } }),
  ).toMatchObject({ status: 404 });
});

test.for(['member', 'moderator', 'admin'] as const)(
  'a %s gives the scopes of the role, and no others',
  async (role) => {
    const { token } = await users.current.member(role);
    const { scopes } = await users.current.ask(listApiKeys, { token });
    expect(scopes).toEqual(scopesOf(role));
    for (const scope of everyScope.filter((one) => !scopes.includes(one)))
      expect(
        await users.current.rejection(createApiKey, {
          token,
          body: { name: 'x', scopes: [scope] },
        }),
      ).toEqual({ status: 400, code: 'validation_failed', fields: ['scopes'] });
  },
);

test('a key does no more than the role that its owner has now', async () => {
  const { owner, secret } = await made(['sources:read', 'moderation:read'], 'admin');
  await users.current.ask(listSources, { token: secret });
  await users.current.database.database
    .updateTable('users')
    .set({ role: 'moderator' })
    .where('id', '=', owner.id)
    .execute();
  users.current.time += MINUTE_MS;
  await users.current.ask(listReports, { token: secret });
  expect(await users.current.rejection(listSources, { token: secret })).toMatchObject({
    code: 'forbidden',
  });
});

test('a revoked key is refused at once', async () => {
  const { owner, key, secret } = await made(['deals:read']);
  await users.current.ask(listFavorites, { token: secret });
  await users.current.ask(revokeApiKey, { token: owner.token, params: { id: key.id } });
  expect(await users.current.rejection(listFavorites, { token: secret })).toMatchObject({
    status: 401,
    code: 'key_invalid',
  });
});

test('a misspelt end of a key is rejected, because the key would never end', async () => {
  const { token } = await users.current.member();
  const body = { name: 'Robot', scopes: ['deals:read'], expiresat: '2027-01-01T00:00:00Z' };
  expect(await users.current.rejection(createApiKey, { token, body })).toEqual({
    status: 400,
    code: 'validation_failed',
    fields: ['expiresat'],
  });
});

test('a key ends when its time comes', async () => {
  const end = new Date(users.current.time + DAY_MS).toISOString();
  const { owner, secret } = await made(['deals:read'], 'member', end);
  await users.current.ask(listFavorites, { token: secret });
  users.current.time += DAY_MS;
  expect((await users.current.rejection(listFavorites, { token: secret })).status).toBe(401);
  const body = { name: 'x', scopes: ['deals:read' as const], expiresAt: end };
  const { token } = await users.current.member();
  expect(await users.current.rejection(createApiKey, { token, body })).toMatchObject({
    fields: ['expiresAt'],
  });
  expect(owner.id).not.toBe('');
});

test('another user neither sees nor revokes a key', async () => {
  const { key, secret } = await made(['deals:read']);
  const { token } = await users.current.member('admin');
  expect((await users.current.ask(listApiKeys, { token })).keys).toEqual([]);
  expect(
    await users.current.rejection(revokeApiKey, { token, params: { id: key.id } }),
  ).toMatchObject({ status: 404 });
  await users.current.ask(listFavorites, { token: secret });
});

test('an administrator who signs a user out ends their keys', async () => {
  const { owner, secret } = await made(['deals:read']);
  await users.current.ask(listFavorites, { token: secret });
  const { token } = await users.current.member('admin');
  const body = { reason: 'hijacked' };
  await users.current.ask(accountCalls.signUserOut, { token, params: { userId: owner.id }, body });
  expect((await users.current.rejection(listFavorites, { token: secret })).status).toBe(401);
});

test('a key is made with the password or soon after the sign-in', async () => {
  const { token } = await users.current.member();
  const body = { name: 'Robot', scopes: ['deals:read' as const] };
  await users.current.ask(createApiKey, { token, body });
  users.current.time += RECENT_SIGN_IN_MS;
  expect((await users.current.rejection(createApiKey, { token, body })).code).toBe(
    'proof_required',
  );
  const wrong = { ...body, currentPassword: 'not-this-one-8841' };
  expect(await users.current.rejection(createApiKey, { token, body: wrong })).toMatchObject({
    code: 'wrong_password',
    fields: ['currentPassword'],
  });
  const proven = { ...body, currentPassword: PASSWORD };
  await users.current.ask(createApiKey, { token, body: proven });
});

test('its owner is mailed that a key was made', async () => {
  const { owner } = await made(['deals:read']);
  const mails = users.current.mails.filter(({ to }) => to === owner.email);
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringContaining('An API key was created for your account.'),
  ]);
});

test.for([
  ['a change of password', accountCalls.changePassword, { newPassword: 'quite-another-9134' }],
  ['a sign-out of all devices', accountCalls.logoutEverywhere, null],
] as const)('%s ends the keys', async ([, call, change]) => {
  const { owner, secret } = await made(['deals:read']);
  await users.current.ask(listFavorites, { token: secret });
  const body = change === null ? {} : { body: { currentPassword: PASSWORD, ...change } };
  const response = await users.current.send(call, { token: owner.token, ...body });
  expect(response.statusCode).toBe(200);
  expect((await users.current.rejection(listFavorites, { token: secret })).status).toBe(401);
});

test('no key is made for a session that ends meanwhile', async () => {
  const { id, token } = await users.current.member();
  const body = { name: 'Robot', scopes: ['deals:read' as const] };
  const { database } = users.current.database;
  const rejected = await database.transaction().execute(async (transaction) => {
    await lockRole(transaction, id);
    const rejected = users.current.rejection(createApiKey, { token, body });
    await untilWaiting(database, 1);
    await deleteAccessOf(transaction, id);
    return { rejected };
  });
  expect((await rejected.rejected).code).toBe('session_expired');
});

test('a user has a limited number of keys, also when they are made at once', async () => {
  const { token } = await users.current.member();
  const body = { name: 'x', scopes: ['deals:read' as const] };
  const outcomes = await Promise.all(
    Array.from({ length: MAX_API_KEYS }, () => users.current.send(createApiKey, { token, body })),
  );
  expect(outcomes.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_API_KEYS);
  expect(await users.current.rejection(createApiKey, { token, body })).toMatchObject({
    code: 'limit_reached',
  });
});
