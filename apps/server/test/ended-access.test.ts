import { beforeEach, expect, test } from 'vitest';
import * as calls from '@izgodno/contract/accounts/calls';
import type { SessionTokens } from '@izgodno/contract/accounts/session';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { createApiKey, listApiKeys } from '@izgodno/contract/accounts/key-calls';
import { forgotPassword, resetPassword } from '@izgodno/contract/accounts/mail-calls';
import { createChannel } from '@izgodno/contract/chat/channel-calls';
import { createHook, postByHook } from '@izgodno/contract/chat/hook-calls';
import { addPushSubscription } from '@izgodno/contract/notices/calls';
import { changeWebhook, createWebhook, listWebhooks } from '@izgodno/contract/webhooks/calls';
import { accessEndings } from '../src/app/access-endings.ts';
import { createAuditTrail } from '#features/audit/api.ts';
import { AccountData, removeFactors } from '#features/accounts/api.ts';
import { deleteExpiredSessions } from '#features/accounts/session-repository.ts';
import { REFRESH_GRACE_MS } from '#features/accounts/sessions.ts';
import { somebody, type User } from './session-app.ts';
import { provideUsersApp } from './users-app.ts';

const users = provideUsersApp({ OUTGOING_ALLOW: '127.0.0.1' });
const NEW_PASSWORD = 'quite-another-9134';

const subscription = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
});
interface Hijacked {
  readonly person: User;
  readonly userId: string;
  /** Of the device that acts. */
  readonly token: string;
}

/** A user for whom someone else has left everything that can outlive a session. */
const hijack = async () => {
  const { current } = users;
  const person = somebody();
  expect((await current.send(calls.register, { body: person })).statusCode).toBe(200);
  await current.database.database
    .updateTable('users')
    .set({ email_confirmed_at: new Date(current.time) })
    .where('email', '=', person.email)
    .execute();
  const { accessToken: thief } = await current.login(person);
  const { accessToken: token, user } = await current.login(person);
  const by = { token: thief };
  const { secret } = await current.ask(createApiKey, {
    ...by,
    body: { name: 'key', scopes: ['chat:write'], currentPassword: person.password },
  });
  await current.ask(addPushSubscription, { ...by, body: subscription(`thief-${user.id}`) });
  await current.ask(addPushSubscription, { token, body: subscription(`own-${user.id}`) });
  const { webhook } = await current.ask(createWebhook, {
    ...by,
    body: { url: 'http://127.0.0.1:9/thief', events: ['message.posted'] },
  });
  const { channel } = await current.ask(createChannel, {
    ...by,
    body: { name: `Канал ${user.id}`, kind: 'private' },
  });
  const { path } = await current.ask(createHook, {
    ...by,
    params: { id: channel.id },
    body: { name: 'Връзка' },
  });
  const hook = path.replace('/api/hooks/', '');
  return { person, userId: user.id, token, thief, secret, webhook, hook };
};

const pushesOf = async (userId: string): Promise<readonly string[]> => {
  const rows = await users.current.database.database
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ endpoint }) => endpoint.replace(/^.*\/(\w+)-.*$/, '$1')).toSorted();
};

const acts: Readonly<Record<string, (user: Hijacked) => Promise<unknown>>> = {
  'a password reset by mail': async ({ person }) => {
    const { current } = users;
    await current.ask(forgotPassword, { body: { email: person.email } });
    const mail = current.mails.findLast(({ to }) => to === person.email);
    const token = /reset-password#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    await current.ask(resetPassword, { body: { token, password: NEW_PASSWORD } });
  },
  'a change of the password': ({ person, token }) =>
    users.current.ask(calls.changePassword, {
      token,
      body: { currentPassword: person.password, newPassword: NEW_PASSWORD },
    }),
  'signing out everywhere': ({ token }) => users.current.ask(calls.logoutEverywhere, { token }),
  'signing a user out by an administrator': async ({ userId }) => {
    const { token } = await users.current.member('admin');
    const body = { reason: 'Чужд достъп' };
    await users.current.ask(calls.signUserOut, { token, params: { userId }, body });
  },
  'removing the second factors on the console': async ({ person }) => {
    const { database } = users.current.database;
    const audit = createAuditTrail(database, { now: () => users.current.time });
    const accountData = new AccountData(accessEndings);
    expect(await removeFactors({ database, audit, accountData }, person.email)).toBe(true);
  },
};

beforeEach(() => {
  users.current.time += 3_600_000;
});

test.each(Object.entries(acts))(
  '%s ends all that others left in the account',
  async (name, act) => {
    const { current } = users;
    const user = await hijack();
    const { person, userId, thief, secret, webhook, hook } = user;
    await act(user);
    current.time += 2_000;

    expect((await current.rejection(calls.getMe, { token: thief })).status).toBe(401);
    expect((await current.rejection(listApiKeys, { token: secret })).status).toBe(401);
    const post = { params: { token: hook }, body: { text: 'Подай данните си' } };
    expect((await current.rejection(postByHook, post)).status).toBe(404);
    // The device on which the password is changed stays signed in, and is still notified.
    expect(await pushesOf(userId)).toEqual(name === 'a change of the password' ? ['own'] : []);

    const isNew = name.startsWith('a password') || name.startsWith('a change');
    const password = isNew ? NEW_PASSWORD : person.password;
    const { accessToken: token } = await current.login({ ...person, password });
    expect((await current.ask(listWebhooks, { token })).webhooks).toMatchObject([{ state: 'off' }]);
    // The owner can turn on what is theirs.
    const body = { enabled: true };
    const changed = await current.ask(changeWebhook, { token, params: { id: webhook.id }, body });
    expect(changed.webhook.state).toBe('enabled');
  },
);

const ends: Readonly<Record<string, (session: SessionTokens) => Promise<unknown>>> = {
  'signing out': ({ accessToken: token }) => users.current.ask(calls.logout, { token, body: {} }),
  'ending the session on another device': async ({ accessToken: token }) => {
    const { sessions } = await users.current.ask(calls.listSessions, { token });
    const id = sessions.find(({ current }) => current)?.id ?? '';
    await users.current.ask(calls.revokeSession, { token, params: { id } });
  },
  'a refresh token used twice': async ({ refreshToken }) => {
    const { current } = users;
    await current.ask(calls.refresh, { body: { refreshToken } });
    current.time += REFRESH_GRACE_MS + 1;
    await current.rejection(calls.refresh, { body: { refreshToken } });
  },
  'the expiry of the session': async () => {
    const { current } = users;
    current.time += 7 * DAY_MS;
    await deleteExpiredSessions(current.database.database, new Date(current.time));
  },
};

test.each(Object.entries(ends))('%s ends the pushes to that browser', async (_, end) => {
  const { current } = users;
  const session = await current.signUp();
  const { id } = session.user;
  const by = { token: session.accessToken };
  await current.ask(addPushSubscription, { ...by, body: subscription(`lost-${id}`) });
  expect(await pushesOf(id)).toEqual(['lost']);
  await end(session);
  expect(await pushesOf(id)).toEqual([]);

  // A page that opens after the next sign-in registers its browser again.
  const { accessToken: token } = await current.login(session.credentials);
  await current.ask(addPushSubscription, { token, body: subscription(`lost-${id}`) });
  expect(await pushesOf(id)).toEqual(['lost']);
});
