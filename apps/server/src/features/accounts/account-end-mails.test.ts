import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  deleteUser,
  liftSuspension,
  suspendUser,
} from '@izgodno/contract/accounts/administration-calls';
import * as calls from '@izgodno/contract/accounts/calls';
import { confirmNewEmail } from '@izgodno/contract/accounts/email-calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { updateSettings } from '@izgodno/contract/profiles/calls';
import { somebody } from '#test/session-app.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();
const { password } = somebody();
let admin: Member;

beforeAll(async () => {
  admin = await users.current.member('admin');
});
beforeEach(() => {
  users.current.time += 10 * DAY_MS;
  users.current.mails.length = 0;
});

/** A signed-in user. */
const arrive = async (isConfirmed = true) => {
  const { current } = users;
  const { accessToken: token, user, credentials } = await current.signUp();
  await current.database.database
    .updateTable('users')
    .set({ email_confirmed_at: isConfirmed ? new Date(current.time) : null })
    .where('id', '=', user.id)
    .execute();
  current.mails.length = 0;
  return { id: user.id, token, email: credentials.email };
};

const leave = (token: string) =>
  users.current.ask(calls.deleteAccount, { token, body: { currentPassword: password } });
const byAdministrator = async () => {
  const { accessToken: token } = await users.current.login({ ...admin, password });
  return { token };
};

test('the deletion of an account is mailed, with the page to write to if it was not the owner', async () => {
  const { token, email } = await arrive();
  await leave(token);
  const [mail, ...more] = users.current.mails;
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    kind: 'security',
    to: email,
    subject: 'Your account was deleted - Изгодно',
  });
  expect(mail?.text).toContain('1 December 2026 at 11:00');
  expect(mail?.text).toMatch(/If it was not you, write to us:\s+http\S+\/contact/);
});

test('the mail is in the language that the user has chosen', async () => {
  const { token } = await arrive();
  await users.current.ask(updateSettings, { token, body: { language: 'bg' } });
  await leave(token);
  expect(users.current.mails.map(({ subject }) => subject)).toEqual([
    'Профилът Ви беше изтрит - Изгодно',
  ]);
});

test('an address that is not confirmed gets no mail', async () => {
  const { token } = await arrive(false);
  await leave(token);
  expect(users.current.mails).toEqual([]);
});

test('the former address gets the mail too while it could take the account back', async () => {
  const { token, email: former } = await arrive();
  const { email } = somebody();
  await users.current.ask(calls.changeEmail, { token, body: { currentPassword: password, email } });
  const link = /#(\S+)$/m.exec(users.current.mails.at(-1)?.text ?? '')?.[1];
  await users.current.ask(confirmNewEmail, { body: { token: link } });
  users.current.mails.length = 0;
  await leave(token);
  expect(users.current.mails.map(({ to }) => to).toSorted()).toEqual([email, former].toSorted());
});

test('the mail about a deletion by an administrator has its reason', async () => {
  const { id: userId, email } = await arrive();
  const body = { reason: 'Продава <чужди> неща' };
  await users.current.ask(deleteUser, { ...(await byAdministrator()), params: { userId }, body });
  const mail = users.current.mails.find(({ to }) => to === email);
  expect(mail?.subject).toBe('Your account was deleted - Изгодно');
  expect(mail?.text).toContain('Reason: Продава <чужди> неща');
  expect(mail?.text).toContain('If you think that this is a mistake, write to us:');
});

test.each([
  [3, / until [\s\S]*at 11:00/],
  [null, /Your account is suspended\./],
] as const)('the mail about a suspension of %s days has its reason', async (days, text) => {
  const { id: userId, email } = await arrive();
  const until =
    days === null ? {} : { until: new Date(users.current.time + days * DAY_MS).toISOString() };
  const body = { reason: 'Спам', removeContent: false, ...until };
  await users.current.ask(suspendUser, { ...(await byAdministrator()), params: { userId }, body });
  const mail = users.current.mails.find(({ to }) => to === email);
  expect(mail?.subject).toBe('Your account is suspended - Изгодно');
  expect(mail?.text).toMatch(text);
  expect(mail?.text).toContain('Reason: Спам');
  expect(mail?.text).not.toContain('removed');
});

test('the mail about a suspension says that the content was removed', async () => {
  const { id: userId, email } = await arrive();
  const body = { reason: 'Спам', removeContent: true };
  await users.current.ask(suspendUser, { ...(await byAdministrator()), params: { userId }, body });
  const mail = users.current.mails.find(({ to }) => to === email);
  expect(mail?.text).toContain('Your deals, messages and comments were removed.');
});

test('the end of a suspension is mailed if it comes before the end that was named', async () => {
  const { id: userId, email } = await arrive();
  const by = await byAdministrator();
  const suspend = (days: number) =>
    users.current.ask(suspendUser, {
      ...by,
      params: { userId },
      body: { reason: 'Спам', until: new Date(users.current.time + days * DAY_MS).toISOString() },
    });
  await suspend(3);
  await users.current.ask(liftSuspension, { ...by, params: { userId } });
  const subjects = () =>
    users.current.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  const mails = ['Your account is suspended - Изгодно'];
  expect(subjects()).toEqual([...mails, 'Your account is no longer suspended - Изгодно']);
  expect(users.current.mails.at(-1)?.text).toMatch(/http\S+\/login$/);
  users.current.mails.length = 0;
  await suspend(1);
  users.current.time += DAY_MS;
  await users.current.jobs.fire('accounts.lift-ended-suspensions');
  expect(subjects()).toEqual(mails);
});
