import { beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '@izgodno/contract/common/call';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { addPushSubscription } from '@izgodno/contract/notices/calls';
import {
  confirmAdministrator,
  confirmNewEmail,
  makeFirstAdministrator,
} from '@izgodno/contract/accounts/email-calls';
import * as calls from '@izgodno/contract/accounts/calls';
import { confirmEmail, forgotPassword } from '@izgodno/contract/accounts/mail-calls';
import { createAuditTrail } from '#features/audit/audit-trail.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { somebody, type User, type SendOptions } from '#test/session-app.ts';
import { makeConsoleToken } from './first-administrator.ts';
import { grantRole } from './grant-role.ts';

const ADMIN_EMAIL = 'boss@izgodno.example';
const NEW_PASSWORD = 'quite-another-9134';
const users = provideUsersApp({ ADMIN_EMAIL });
const database = () => users.current.database.database;

let emails = 0;
const statusOf = async (call: Call, options: SendOptions): Promise<number> => {
  emails += 1;
  const ip = `10.${emails >> 8}.${emails & 255}.1`;
  return (await users.current.send(call, { ip, ...options })).statusCode;
};

const register = (user: User) => statusOf(calls.register, { body: user });
const login = (user: User, password = user.password) =>
  statusOf(calls.login, { body: { email: user.email, password } });
const tokenTo = (email: string): string =>
  /#(\S+)$/m.exec(users.current.mails.findLast(({ to }) => to === email)?.text ?? '')?.[1] ?? '';
const confirm = (token: string, password = NEW_PASSWORD) =>
  statusOf(confirmAdministrator, { body: { token, password } });

const roleOf = async (email: string) =>
  (
    await database()
      .selectFrom('users')
      .select('role')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.role;

const trail = async () =>
  database()
    .selectFrom('audit_entries')
    .select(['actor_id', 'action', 'reason', 'details'])
    .execute();

beforeEach(async () => {
  users.current.time += 10 * DAY_MS;
  users.current.mails.length = 0;
  await database().deleteFrom('users').execute();
  await database().deleteFrom('audit_entries').execute();
  await database()
    .updateTable('first_administrator')
    .set({ made_at: null, link_hash: null, link_expires_at: null })
    .execute();
});

describe('with a mail server', () => {
  test('a user who registers ADMIN_EMAIL is a member, until the mailed link sets a new password', async () => {
    const boss = somebody({ email: 'Boss@Izgodno.Example' });
    await register(boss);
    expect(await roleOf(ADMIN_EMAIL)).toBe('member');
    const token = tokenTo(ADMIN_EMAIL);
    expect(await statusOf(confirmEmail, { body: { token } })).toBe(410);
    expect(await confirm(token, 'password1')).toBe(400);
    expect(await confirm(token)).toBe(200);
    expect(await roleOf(ADMIN_EMAIL)).toBe('admin');
    expect(await login(boss, NEW_PASSWORD)).toBe(200);
    expect(await trail()).toEqual([
      { actor_id: null, action: 'user.role', reason: 'ADMIN_EMAIL', details: { after: 'admin' } },
    ]);
    expect(await confirm(token)).toBe(410);
  });

  test('a stranger who registered it first loses all access', async () => {
    const thief = somebody({ email: ADMIN_EMAIL });
    await register(thief);
    const { accessToken, refreshToken, user } = await users.current.login(thief);
    const { email } = somebody();
    const body = { currentPassword: thief.password, email };
    expect(await statusOf(calls.changeEmail, { token: accessToken, body })).toBe(200);
    const change = tokenTo(email);
    const push = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/thief',
      keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    };
    expect(await statusOf(addPushSubscription, { token: accessToken, body: push })).toBe(200);
    await database()
      .insertInto('totp_secrets')
      .values({
        user_id: user.id,
        secret: Buffer.alloc(20),
        last_step: 0,
        created_at: new Date(users.current.time),
        confirmed_at: new Date(users.current.time),
      })
      .execute();

    expect(await confirm(tokenTo(ADMIN_EMAIL))).toBe(200);
    expect(await statusOf(calls.getMe, { token: accessToken })).toBe(401);
    expect(await statusOf(calls.refresh, { body: { refreshToken } })).toBe(401);
    expect(await login(thief)).toBe(401);
    expect(await statusOf(confirmNewEmail, { body: { token: change } })).toBe(410);
    for (const table of ['known_devices', 'push_subscriptions', 'totp_secrets'] as const) {
      const left = await database().selectFrom(table).selectAll().execute();
      expect([table, left]).toEqual([table, []]);
    }
  });

  test('an account that had the address confirmed before gets the role by resetting its password', async () => {
    const boss = somebody({ email: ADMIN_EMAIL });
    await register(boss);
    await database()
      .updateTable('users')
      .set({ email_confirmed_at: new Date(users.current.time) })
      .execute();
    expect(await roleOf(ADMIN_EMAIL)).toBe('member');
    await statusOf(forgotPassword, { body: { email: ADMIN_EMAIL } });
    expect(await confirm(tokenTo(ADMIN_EMAIL))).toBe(200);
    expect(await roleOf(ADMIN_EMAIL)).toBe('admin');
  });

  test.for(['bos\u{17f}@izgodno.example', 'boss@izgodno.example.bg', 'boss+1@izgodno.example'])(
    '%s is another address',
    async (email) => {
      await register(somebody({ email }));
      expect(await confirm(tokenTo(email))).not.toBe(200);
      expect(await roleOf(email)).not.toBe('admin');
    },
  );

  test("changing an account's address to it gives no role by itself", async () => {
    const { token, email } = await users.current.member();
    const body = { currentPassword: 'zebra-lamp-4217', email: ADMIN_EMAIL };
    expect(await statusOf(calls.changeEmail, { token, body })).toBe(200);
    expect(await roleOf(email)).toBe('member');
    expect(await confirm(tokenTo(ADMIN_EMAIL))).toBe(410);
    expect(await statusOf(confirmNewEmail, { body: { token: tokenTo(ADMIN_EMAIL) } })).toBe(200);
    expect(await roleOf(ADMIN_EMAIL)).toBe('member');
  });

  test('no first administrator is made again when no administrator is left', async () => {
    const boss = somebody({ email: ADMIN_EMAIL });
    await register(boss);
    expect(await confirm(tokenTo(ADMIN_EMAIL))).toBe(200);
    await database().deleteFrom('users').execute();
    users.current.time += DAY_MS;
    await register(boss);
    expect(await confirm(tokenTo(ADMIN_EMAIL))).toBe(410);
    expect(await statusOf(confirmEmail, { body: { token: tokenTo(ADMIN_EMAIL) } })).toBe(200);
    expect(await roleOf(ADMIN_EMAIL)).toBe('member');
    expect(await makeConsoleToken(database(), users.current.time)).toBeNull();
  });
});

const open = async (): Promise<string> =>
  (await makeConsoleToken(database(), users.current.time)) ?? '';

const make = (token: string, given: Partial<User> = {}) =>
  statusOf(makeFirstAdministrator, { body: { token, ...somebody(given) } });

describe('the link on the console', () => {
  test('and the mailed link, both opened at once, make one administrator', async () => {
    await register(somebody({ email: ADMIN_EMAIL }));
    const [printed, mailed] = [await open(), tokenTo(ADMIN_EMAIL)];
    const asked = await database()
      .transaction()
      .execute(async (transaction) => {
        await transaction.selectFrom('first_administrator').selectAll().forUpdate().execute();
        const one = make(printed, { email: ADMIN_EMAIL });
        await untilWaiting(database(), 1);
        const other = confirm(mailed);
        await untilWaiting(database(), 2);
        // Otherwise the first could wait for the account, and the second for the first.
        const unlocked = transaction.selectFrom('mail_links').select('purpose').forUpdate();
        expect(await unlocked.skipLocked().execute()).toHaveLength(1);
        return [one, other];
      });
    expect(await Promise.all(asked)).toEqual([200, 410]);
  });

  test('makes an administrator, once', async () => {
    const boss = somebody();
    const token = await open();
    expect(await make(token, { ...boss, password: 'password1' })).toBe(400);
    expect(await make(token, boss)).toBe(200);
    expect(await roleOf(boss.email)).toBe('admin');
    expect(await login(boss)).toBe(200);
    expect(await make(token)).toBe(410);
    expect(await trail()).toMatchObject([{ actor_id: null, reason: 'console link' }]);
  });

  test('takes an account over from a stranger who registered it', async () => {
    const thief = somebody();
    await register(thief);
    const { accessToken: token } = await users.current.login(thief);
    expect(await make(await open(), { ...thief, password: NEW_PASSWORD })).toBe(200);
    expect(await statusOf(calls.getMe, { token })).toBe(401);
    expect(await login(thief)).toBe(401);
    expect(await login(thief, NEW_PASSWORD)).toBe(200);
  });

  test('works for an hour, and until the next start prints another', async () => {
    const [first, second] = [await open(), await open()];
    expect(await make(first)).toBe(410);
    users.current.time += HOUR_MS;
    expect(await make(second)).toBe(410);
    expect(await make('made-up')).toBe(410);
    expect(await make(await open())).toBe(200);
  });

  test('makes one administrator even if it is used twice concurrently', async () => {
    const token = await open();
    const responses = await Promise.all([make(token), make(token)]);
    expect(responses.toSorted()).toEqual([200, 410]);
  });
});

const grant = (email: string, role: 'member' | 'moderator' | 'admin') => {
  const clock = { now: () => users.current.time };
  const audit = createAuditTrail(database(), clock);
  return grantRole({ database: database(), audit, clock }, email, role);
};

describe('a role from the console', () => {
  test('is set and audited, and ends the link of the first administrator', async () => {
    const user = somebody();
    await register(user);
    const link = await makeConsoleToken(database(), users.current.time);
    expect(await grant(user.email, 'admin')).toBe('member');
    expect(await grant(user.email, 'admin')).toBe('admin');
    expect(await grant('ghost@izgodno.example', 'admin')).toBeNull();
    expect(await roleOf(user.email)).toBe('admin');
    expect(await trail()).toEqual([
      {
        actor_id: null,
        action: 'user.role',
        reason: 'npm run grant',
        details: { before: 'member', after: 'admin' },
      },
    ]);
    const body = { token: link, ...somebody() };
    expect(await statusOf(makeFirstAdministrator, { body })).toBe(410);
  });
});
