import { beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '@izgodno/contract/common/call';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import * as calls from '@izgodno/contract/accounts/calls';
import { provideSessionApp } from '#test/session-app.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const session = provideSessionApp();

beforeEach(() => {
  session.current.time += 10 * DAY_MS;
});

const statusOfMe = async (token: string) =>
  (await session.current.send(calls.getMe, { token })).statusCode;

const sessionsOf = async (token: string) =>
  calls.listSessions.response.parse(
    (await session.current.send(calls.listSessions, { token })).json(),
  ).sessions;

const setRole = (userId: string, role: 'member' | 'moderator' | 'admin') =>
  session.current.database.database
    .updateTable('users')
    .set({ role })
    .where('id', '=', userId)
    .execute();

const changeRole = (token: string, userId: string, role: string) =>
  session.current.send(calls.changeRole, { token, params: { userId }, body: { role } });

describe('the list of sessions', () => {
  test('has device, IP and times, last used first', async () => {
    const { current } = session;
    const first = await current.signUp();
    const began = current.time;
    current.time += 120_000;
    const second = await current.login(first.credentials, {
      headers: { 'user-agent': FIREFOX },
      ip: '8.8.8.8',
    });
    expect(await sessionsOf(second.accessToken)).toMatchObject([
      {
        device: { kind: 'desktop', browser: 'Firefox', os: 'Windows' },
        address: '8.8.8.8',
        country: 'US',
        createdAt: new Date(current.time).toISOString(),
        current: true,
      },
      { createdAt: new Date(began).toISOString(), current: false },
    ]);
    current.time += 120_000;
    await statusOfMe(first.accessToken);
    expect((await sessionsOf(second.accessToken))[1]).toMatchObject({
      lastUsedAt: new Date(current.time).toISOString(),
    });
  });

  test('one is ended from another', async () => {
    const { current } = session;
    const lost = await current.signUp();
    const here = await current.login(lost.credentials);
    const target = (await sessionsOf(here.accessToken)).find((entry) => !entry.current);
    const response = await current.send(calls.revokeSession, {
      token: here.accessToken,
      params: { id: target?.id ?? '' },
    });
    expect(response.statusCode).toBe(200);
    expect(await statusOfMe(lost.accessToken)).toBe(401);
    expect(await statusOfMe(here.accessToken)).toBe(200);
  });

  test("another user's cannot be ended, except by an administrator", async () => {
    const { current } = session;
    const victim = await current.signUp();
    const other = await current.signUp();
    const [target] = await sessionsOf(victim.accessToken);
    const revoke = async () =>
      (
        await current.send(calls.revokeSession, {
          token: other.accessToken,
          params: { id: target?.id ?? '' },
        })
      ).statusCode;
    for (const role of ['member', 'moderator'] as const) {
      await setRole(other.user.id, role);
      current.time += 1_000;
      expect(await revoke()).toBe(404);
    }
    expect(await statusOfMe(victim.accessToken)).toBe(200);
    await setRole(other.user.id, 'admin');
    current.time += 1_000;
    expect(await revoke()).toBe(200);
    expect(await statusOfMe(victim.accessToken)).toBe(401);
  });

  test('all are ended at once', async () => {
    const { current } = session;
    const one = await current.signUp();
    const two = await current.login(one.credentials);
    const stranger = await current.signUp();
    const response = await current.send(calls.logoutEverywhere, { token: two.accessToken });
    expect(response.json()).toEqual({ success: true, revoked: 2 });
    expect(await statusOfMe(one.accessToken)).toBe(401);
    expect(await statusOfMe(two.accessToken)).toBe(401);
    expect(await statusOfMe(stranger.accessToken)).toBe(200);
  });
});

describe('with the password repeated', () => {
  test('the password changes, and every other device is signed out', async () => {
    const { current } = session;
    const elsewhere = await current.signUp();
    const here = await current.login(elsewhere.credentials);
    const newPassword = 'quite-another-9134';
    const response = await current.send(calls.changePassword, {
      token: here.accessToken,
      body: { currentPassword: elsewhere.credentials.password, newPassword },
    });
    expect(response.statusCode).toBe(200);
    expect(await statusOfMe(elsewhere.accessToken)).toBe(401);
    expect(await statusOfMe(here.accessToken)).toBe(200);
    await current.login({ ...elsewhere.credentials, password: newPassword });
    await expect(current.login(elsewhere.credentials)).rejects.toThrow('login_failed');
  });

  test('a new password that is easily guessed is rejected', async () => {
    const { current } = session;
    const { accessToken, credentials: user } = await current.signUp();
    const response = await current.send(calls.changePassword, {
      token: accessToken,
      body: { currentPassword: user.password, newPassword: 'qwerty123' },
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().error.fields).toMatchObject({
      newPassword: { code: 'password_too_weak' },
    });
    await current.login(user);
  });

  test("the email address changes, but not to another account's", async () => {
    const { current } = session;
    const other = await current.signUp();
    const { accessToken, credentials: user } = await current.signUp();
    const change = (email: string) =>
      current.send(calls.changeEmail, {
        token: accessToken,
        body: { currentPassword: user.password, email },
      });
    const taken = await change(other.credentials.email.toUpperCase());
    expect(taken.statusCode).toBe(409);
    expect(taken.json().error.fields).toMatchObject({ email: { code: 'email_taken' } });

    const email = `moved-${user.email}`;
    expect((await change(email)).json()).toMatchObject({ success: true, user: { email } });
    await current.login({ ...user, email });
    await expect(current.login(user)).rejects.toThrow('login_failed');
  });

  test('email addresses of other accounts cannot be probed: five tries a day', async () => {
    const { current } = session;
    const other = await current.signUp();
    const { accessToken, credentials: user } = await current.signUp();
    const change = () =>
      current.send(calls.changeEmail, {
        token: accessToken,
        body: { currentPassword: user.password, email: other.credentials.email },
      });
    for (let count = 0; count < 5; count += 1) expect((await change()).statusCode).toBe(409);
    expect((await change()).statusCode).toBe(429);
  });

  test('the account is deleted with all its sessions', async () => {
    const { current } = session;
    const { accessToken, refreshToken, credentials, user } = await current.signUp();
    const elsewhere = await current.login(credentials);
    const response = await current.send(calls.deleteAccount, {
      token: accessToken,
      body: { currentPassword: credentials.password },
    });
    expect(response.statusCode).toBe(200);
    expect(await statusOfMe(accessToken)).toBe(401);
    expect(await statusOfMe(elsewhere.accessToken)).toBe(401);
    expect((await current.send(calls.refresh, { body: { refreshToken } })).statusCode).toBe(401);
    await expect(current.login(credentials)).rejects.toThrow('login_failed');
    const { database } = current.database;
    expect(
      await database.selectFrom('users').select('id').where('id', '=', user.id).execute(),
    ).toEqual([]);
    expect(
      await database.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute(),
    ).toEqual([]);
  });

  test('of the last administrator is not deleted, also not by two at once', async () => {
    const { current } = session;
    const { database } = current.database;
    const both = [await current.signUp(), await current.signUp()];
    const ids = both.map(({ user }) => user.id);
    await database
      .updateTable('users')
      .set({ role: 'member' })
      .where('role', '=', 'admin')
      .execute();
    await database.updateTable('users').set({ role: 'admin' }).where('id', 'in', ids).execute();
    const responses = await Promise.all(
      both.map(({ accessToken: token, credentials: { password: currentPassword } }) =>
        current.send(calls.deleteAccount, { token, body: { currentPassword } }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ]);
    const left = await database
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .execute();
    expect(left).toHaveLength(1);
  });

  const protectedCalls: readonly (readonly [Call, object])[] = [
    [calls.changePassword, { newPassword: 'quite-another-9134' }],
    [calls.changeEmail, { email: 'elsewhere@izgodno.example' }],
    [calls.deleteAccount, {}],
  ];

  test.for(protectedCalls)('%o does nothing without the password', async ([call, body]) => {
    const { current } = session;
    const { accessToken, credentials: user } = await current.signUp();
    const attempt = (currentPassword: string) =>
      current.send(call, { token: accessToken, body: { ...body, currentPassword } });
    const rejected = await attempt('not-the-password');
    expect(rejected.statusCode).toBe(403);
    expect(rejected.json().error).toMatchObject({
      code: 'wrong_password',
      fields: { currentPassword: { code: 'wrong_password' } },
    });
    for (let count = 0; count < 9; count += 1) await attempt('not-the-password');
    expect((await attempt(user.password)).statusCode).toBe(429);
    expect((await current.login(user)).user.email).toBe(user.email);
  });
});

test('the export has all data of the account, and no secret', async () => {
  const { current } = session;
  const { accessToken, user, credentials } = await current.signUp();
  const response = await current.send(exportAccount, { token: accessToken });
  expect(response.headers['content-disposition']).toContain('attachment');
  expect(response.json()).toMatchObject({
    success: true,
    exportedAt: new Date(current.time).toISOString(),
    user,
    sessions: [{ current: true }],
  });
  expect(response.body).not.toContain('argon2');
  expect(response.body).not.toContain(credentials.password);
});

describe('roles', () => {
  test('are set by an administrator, and take effect within a second', async () => {
    const { current } = session;
    const [boss, second] = [await current.signUp(), await current.signUp()];
    await setRole(boss.user.id, 'admin');
    expect((await changeRole(boss.accessToken, second.user.id, 'moderator')).statusCode).toBe(200);
    current.time += 1_000;
    const me = await current.send(calls.getMe, { token: second.accessToken });
    expect(me.json().user.role).toBe('moderator');
  });

  test.for(['member', 'moderator'] as const)('a %s cannot set roles', async (role) => {
    const { current } = session;
    const who = await current.signUp();
    const other = await current.signUp();
    await setRole(who.user.id, role);
    for (const userId of [other.user.id, who.user.id])
      expect((await changeRole(who.accessToken, userId, 'admin')).statusCode).toBe(403);
  });

  test('an administrator cannot change their own role, and gets an error for an unknown account', async () => {
    const { current } = session;
    const who = await current.signUp();
    await setRole(who.user.id, 'admin');
    expect((await changeRole(who.accessToken, who.user.id, 'member')).statusCode).toBe(403);
    const unknown = '01890000-0000-7000-8000-000000000000';
    expect((await changeRole(who.accessToken, unknown, 'member')).statusCode).toBe(404);
  });
});

test('acts are logged with user and IP, without secrets', async () => {
  const { current } = session;
  const before = current.log().length;
  const one = await current.signUp();
  const other = await current.signUp();
  const [target] = await sessionsOf(other.accessToken);
  await current.send(calls.login, {
    body: { email: one.credentials.email, password: 'wrong-secret' },
  });
  await current.send(calls.changeEmail, {
    token: one.accessToken,
    body: { currentPassword: 'wrong-secret', email: 'new@izgodno.example' },
  });
  await current.send(calls.revokeSession, {
    token: one.accessToken,
    params: { id: target?.id ?? '' },
  });
  await changeRole(one.accessToken, other.user.id, 'admin');
  const log = current.log().slice(before);
  for (const event of [
    'register',
    'login',
    'login_failed',
    'wrong_password',
    'revocation_refused',
    'call_rejected',
  ])
    expect(log).toContain(`"event":"${event}"`);
  expect(log).toContain(`"userId":"${one.user.id}","address":"127.0.0.1"`);
  for (const secret of [
    one.credentials.password,
    'wrong-secret',
    one.accessToken,
    one.refreshToken,
  ])
    expect(log).not.toContain(secret);
});

const forMembers: readonly (readonly [Call, object])[] = [
  [calls.getMe, {}],
  [calls.listSessions, {}],
  [calls.logoutEverywhere, {}],
  [exportAccount, {}],
  [calls.revokeSession, { params: { id: '01890000-0000-7000-8000-000000000000' } }],
  [calls.changePassword, { body: { currentPassword: 'x', newPassword: 'zebra-lamp-4217' } }],
  [calls.changeEmail, { body: { currentPassword: 'x', email: 'a@b.example' } }],
  [calls.deleteAccount, { body: { currentPassword: 'x' } }],
  [
    calls.changeRole,
    { params: { userId: '01890000-0000-7000-8000-000000000000' }, body: { role: 'admin' } },
  ],
];

test.for(forMembers)(
  '$0.method $0.path rejects callers who are not signed in',
  async ([call, options]) => {
    const response = await session.current.send(call, options);
    expect(response.statusCode).toBe(401);
    expect(response.json().error.code).toBe('unauthenticated');
  },
);
