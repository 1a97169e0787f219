import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { listAudit } from '@izgodno/contract/audit/calls';
import * as calls from '@izgodno/contract/accounts/calls';
import type { Role } from '@izgodno/contract/accounts/session';
import { cheapHasher } from '#test/cheap-hasher.ts';
import { responseOf, provideSessionApp } from '#test/session-app.ts';

const NOBODY = '01890000-0000-7000-8000-000000000000';

const session = provideSessionApp({}, () => ({ hasher: cheapHasher }));

beforeEach(() => {
  session.current.time += DAY_MS;
});

const signUpAs = async (role: Role) => {
  const user = await session.current.signUp();
  await session.current.database.database
    .updateTable('users')
    .set({ role })
    .where('id', '=', user.user.id)
    .execute();
  return user;
};

/** The audit trail of an account, latest first. */
const trailOf = async (token: string, subject: string) =>
  responseOf(
    listAudit.response,
    await session.current.send(listAudit, { token, query: { kind: 'user', subject } }),
  ).entries;

const signOut = (token: string, userId: string, reason = 'Account taken over') =>
  session.current.send(calls.signUserOut, { token, params: { userId }, body: { reason } });

describe('signing a user out everywhere', () => {
  test('ends all their sessions on every node, no other user’s, and is audited', async () => {
    const { current } = session;
    const node = await current.startNode();
    const nodes = [current.app, node];
    const admin = await signUpAs('admin');
    const here = await current.signUp();
    const there = await current.login(here.credentials, { node });
    const statuses = (token: string) =>
      Promise.all(
        nodes.map(async (node) => (await current.send(calls.getMe, { token, node })).statusCode),
      );
    // Each node caches the tokens from now on.
    for (const { accessToken } of [here, there, admin])
      expect(await statuses(accessToken)).toEqual([200, 200]);

    const response = await signOut(admin.accessToken, here.user.id);
    expect(response.json()).toEqual({ success: true, revoked: 2 });

    for (const { accessToken, refreshToken } of [here, there]) {
      expect(await statuses(accessToken)).toEqual([401, 401]);
      const refreshed = await current.send(calls.refresh, { body: { refreshToken } });
      expect(refreshed.statusCode).toBe(401);
    }
    expect(await statuses(admin.accessToken)).toEqual([200, 200]);
    expect(await trailOf(admin.accessToken, here.user.id)).toMatchObject([
      {
        at: new Date(current.time).toISOString(),
        actor: { id: admin.user.id, name: admin.user.name },
        action: 'user.sign_out',
        subject: { kind: 'user', id: here.user.id },
        reason: 'Account taken over',
        details: { sessions: '2' },
      },
    ]);
    // The account still works: its owner signs in again.
    await current.login(here.credentials);
  });

  test.for(['member', 'moderator'] as const)(
    'is not allowed to a %s, for any user',
    async (role) => {
      const { current } = session;
      const who = await signUpAs(role);
      const other = await current.signUp();
      for (const userId of [other.user.id, who.user.id, NOBODY])
        expect((await signOut(who.accessToken, userId)).statusCode).toBe(403);
      const me = await current.send(calls.getMe, { token: other.accessToken });
      expect(me.statusCode).toBe(200);
      const admin = await signUpAs('admin');
      expect(await trailOf(admin.accessToken, other.user.id)).toEqual([]);
    },
  );

  test('is not allowed to strangers', async () => {
    const { current } = session;
    const { user, accessToken } = await current.signUp();
    const options = { params: { userId: user.id }, body: { reason: 'Account taken over' } };
    expect((await current.send(calls.signUserOut, options)).statusCode).toBe(401);
    expect((await current.send(calls.getMe, { token: accessToken })).statusCode).toBe(200);
  });

  test('needs a reason, and an existing account', async () => {
    const { current } = session;
    const admin = await signUpAs('admin');
    const other = await current.signUp();
    const rejected = await signOut(admin.accessToken, other.user.id, ' no ');
    expect(rejected.statusCode).toBe(400);
    expect(Object.keys(rejected.json().error.fields)).toEqual(['reason']);
    const me = await current.send(calls.getMe, { token: other.accessToken });
    expect(me.statusCode).toBe(200);
    expect((await signOut(admin.accessToken, NOBODY)).statusCode).toBe(404);
    expect(await trailOf(admin.accessToken, NOBODY)).toEqual([]);
  });
});

test('a session ended by an administrator is audited; one’s own is not', async () => {
  const { current } = session;
  const admin = await signUpAs('admin');
  const end = async ({ accessToken }: { readonly accessToken: string }) => {
    const listed = await current.send(calls.listSessions, { token: accessToken });
    const [only] = responseOf(calls.listSessions.response, listed).sessions;
    const response = await current.send(calls.revokeSession, {
      token: admin.accessToken,
      params: { id: only?.id ?? '' },
    });
    expect(response.statusCode).toBe(200);
  };
  const other = await current.signUp();
  await end(other);
  expect(await trailOf(admin.accessToken, other.user.id)).toMatchObject([
    { actor: { id: admin.user.id }, action: 'user.end_session' },
  ]);
  await end(admin);
  const again = await current.login(admin.credentials);
  expect(await trailOf(again.accessToken, admin.user.id)).toEqual([]);
});

describe('a change of role is audited', () => {
  test('when an administrator makes it, once', async () => {
    const { current } = session;
    const admin = await signUpAs('admin');
    const other = await current.signUp();
    const changeRole = (role: Role) =>
      current.send(calls.changeRole, {
        token: admin.accessToken,
        params: { userId: other.user.id },
        body: { role },
      });
    expect((await changeRole('moderator')).statusCode).toBe(200);
    // The user already has the role, so nothing changes.
    expect((await changeRole('moderator')).statusCode).toBe(200);
    const change = {
      actor: { id: admin.user.id, name: admin.user.name },
      action: 'user.role',
      subject: { kind: 'user', id: other.user.id },
      details: { before: 'member', after: 'moderator' },
    };
    expect(await trailOf(admin.accessToken, other.user.id)).toMatchObject([change]);

    current.time += 1_000;
    expect((await changeRole('member')).statusCode).toBe(200);
    expect(await trailOf(admin.accessToken, other.user.id)).toMatchObject([
      { details: { before: 'moderator', after: 'member' } },
      change,
    ]);
  });

  test('and a rejected one, or one of an unknown account, is not', async () => {
    const { current } = session;
    const admin = await signUpAs('admin');
    const member = await current.signUp();
    const attempts = [
      { token: member.accessToken, userId: member.user.id },
      { token: admin.accessToken, userId: admin.user.id },
      { token: admin.accessToken, userId: NOBODY },
    ];
    for (const { token, userId } of attempts) {
      const response = await current.send(calls.changeRole, {
        token,
        params: { userId },
        body: { role: 'moderator' },
      });
      expect([403, 404]).toContain(response.statusCode);
      expect(await trailOf(admin.accessToken, userId)).toEqual([]);
    }
  });
});
