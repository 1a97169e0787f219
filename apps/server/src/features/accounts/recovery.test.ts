import { beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '@izgodno/contract/common/call';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import {
  confirmEmail,
  forgotPassword,
  getSignInOptions,
  resetPassword,
} from '@izgodno/contract/accounts/mail-calls';
import { confirmNewEmail } from '@izgodno/contract/accounts/email-calls';
import * as calls from '@izgodno/contract/accounts/calls';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { provideSessionApp, somebody, type User, type SendOptions } from '#test/session-app.ts';
import { createMailLink } from './mail-links.ts';
import { findUserByEmail, lockRole } from './session-repository.ts';

const users = provideUsersApp();
const NEW_PASSWORD = 'quite-another-9134';

let emails = 0;
/** Uses a separate network, so that limits of other tests do not apply. */
const statusOf = async (call: Call, body: object, options: SendOptions = {}) => {
  emails += 1;
  const ip = `10.9.${emails >> 8}.${emails & 255}`;
  return (await users.current.send(call, { body, ip, ...options })).statusCode;
};

const forgot = (email: string, options?: SendOptions) =>
  statusOf(forgotPassword, { email }, options);
const reset = (token: string, password = NEW_PASSWORD) =>
  statusOf(resetPassword, { token, password });
const confirm = (token: string) => statusOf(confirmEmail, { token });
const login = ({ email, password }: User) => statusOf(calls.login, { email, password });

/** The token in the last mail to an address. */
const mailedTo = (email: string, page: string): string => {
  const mail = users.current.mails.findLast(({ to }) => to === email);
  return (
    new RegExp(`^http://localhost:\\d+/${page}#(\\S+)$`, 'm').exec(mail?.text ?? '')?.[1] ?? ''
  );
};

const register = async (given: Partial<User> = {}): Promise<User> => {
  const user = somebody(given);
  expect(await statusOf(calls.register, user)).toBe(200);
  return user;
};

/** Registers a user with a proven address, so that mails are sent. */
const registerProven = async (): Promise<User> => {
  const user = await register();
  expect(await confirm(mailedTo(user.email, 'confirm-email'))).toBe(200);
  return user;
};

const isConfirmed = async ({ email }: User): Promise<boolean> => {
  const { email_confirmed_at } = await users.current.database.database
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return email_confirmed_at !== null;
};

beforeEach(() => {
  users.current.mails.length = 0;
});

describe('a forgotten password', () => {
  test('is replaced by a mailed link, once; every device is signed out', async () => {
    const user = await registerProven();
    const { accessToken } = await users.current.login(user);
    expect(await forgot(user.email)).toBe(200);
    const token = mailedTo(user.email, 'reset-password');
    expect(await reset(token)).toBe(200);
    expect((await users.current.send(calls.getMe, { token: accessToken })).statusCode).toBe(401);
    expect(await login(user)).toBe(401);
    expect(await login({ ...user, password: NEW_PASSWORD })).toBe(200);
    expect(await isConfirmed(user)).toBe(true);
    expect(await reset(token, 'yet-another-5521')).toBe(410);
  });

  test('is mailed about once it is replaced, with the way to choose another', async () => {
    const user = await registerProven();
    await forgot(user.email);
    await reset(mailedTo(user.email, 'reset-password'));
    const mail = users.current.mails.at(-1);
    expect(mail).toMatchObject({ to: user.email, kind: 'security' });
    expect(mail?.text).toContain('The password of your account was changed.');
    expect(mail?.text).toMatch(/^http:\/\/localhost:\d+\/forgot-password$/m);
  });

  test('is replaced once, even if its link is used twice concurrently', async () => {
    const user = await registerProven();
    await forgot(user.email);
    const token = mailedTo(user.email, 'reset-password');
    const responses = await Promise.all([reset(token, 'first-choice-8172'), reset(token)]);
    expect(responses.toSorted()).toEqual([200, 410]);
  });

  test.each(['reset-password', 'confirm-email', 'change-email'] as const)(
    'ends another link of the account that is used concurrently (%s)',
    async (purpose) => {
      const member = await registerProven();
      const { database } = users.current.database;
      const user = await findUserByEmail(database, member.email);
      if (user === null) throw new Error('no account');
      const addressed = {
        ...user,
        email: purpose === 'change-email' ? somebody().email : user.email,
      };
      const link = (of: typeof purpose, to = user) =>
        createMailLink(database, to, of, users.current.time);
      const [first, second] = [await link('reset-password'), await link(purpose, addressed)];
      const asked = await database.transaction().execute(async (transaction) => {
        await lockRole(transaction, user.id);
        const one = reset(first);
        await untilWaiting(database, 1);
        const other = {
          'reset-password': reset,
          'confirm-email': confirm,
          'change-email': (token: string) => statusOf(confirmNewEmail, { token }),
        }[purpose](second);
        await untilWaiting(database, 2);
        // Otherwise each of them could wait for a link that the other has used up.
        const unlocked = transaction
          .selectFrom('mail_links')
          .select('purpose')
          .where('user_id', '=', user.id)
          .forUpdate()
          .skipLocked();
        expect(await unlocked.execute()).toHaveLength(2);
        return [one, other];
      });
      expect(await Promise.all(asked)).toEqual([200, 410]);
    },
  );

  test('gets the same response for an unknown address, and no mail', async () => {
    const user = await registerProven();
    users.current.mails.length = 0;
    const bodies = await Promise.all(
      [user.email, 'nobody@izgodno.example'].map(
        async (email) => (await users.current.send(forgotPassword, { body: { email } })).body,
      ),
    );
    expect(bodies[0]).toBe(bodies[1]);
    expect(users.current.mails.map(({ to }) => to)).toEqual([user.email]);
  });

  test("is mailed in the browser's language, unless the user chose another", async () => {
    const user = await registerProven();
    await forgot(user.email, { headers: { 'accept-language': 'bg-BG,bg;q=0.9,en;q=0.5' } });
    expect(users.current.mails.at(-1)?.subject).toBe('Избор на нова парола - Изгодно');
    await forgot(user.email, { headers: { 'accept-language': 'de' } });
    expect(users.current.mails.at(-1)?.subject).toBe('Choose a new password - Изгодно');
  });

  test('is not the only change of a password that is mailed about', async () => {
    const user = await registerProven();
    const { accessToken: token } = await users.current.login(user);
    users.current.mails.length = 0;
    const body = { currentPassword: user.password, newPassword: 'by-oneself-6631' };
    await users.current.send(calls.changePassword, { token, body });
    expect(users.current.mails.map(({ to, kind }) => ({ to, kind }))).toEqual([
      { to: user.email, kind: 'security' },
    ]);
  });

  test('keeps its link after a weak choice', async () => {
    const user = await registerProven();
    await forgot(user.email);
    const token = mailedTo(user.email, 'reset-password');
    expect(await reset(token, 'password1')).toBe(400);
    expect(await reset(token)).toBe(200);
  });

  test.for([
    ['an hour', async () => void (users.current.time += HOUR_MS)],
    [
      'a change of the password',
      async (user: User) => {
        const { accessToken: token } = await users.current.login(user);
        const body = { currentPassword: user.password, newPassword: 'by-oneself-6631' };
        await users.current.send(calls.changePassword, { token, body });
      },
    ],
    [
      'a change of the address',
      async (user: User) => {
        const { accessToken: token } = await users.current.login(user);
        const { email } = somebody();
        const body = { currentPassword: user.password, email };
        await users.current.send(calls.changeEmail, { token, body });
        const link = mailedTo(email, 'confirm-email\\?for=change');
        await statusOf(confirmNewEmail, { token: link });
      },
    ],
  ] as const)('has a link that does not outlive %s', async ([, happen]) => {
    const user = await registerProven();
    await forgot(user.email);
    const token = mailedTo(user.email, 'reset-password');
    await happen(user);
    expect(await reset(token)).toBe(410);
  });

  test('has a link that no other link can replace', async () => {
    const user = await register();
    const token = mailedTo(user.email, 'confirm-email');
    expect(token).not.toBe('');
    expect(await reset(token)).toBe(410);
    expect(await reset('made-up')).toBe(410);
    expect(await login(user)).toBe(200);
  });

  test('is requested three times an hour for any address, known or not', async () => {
    for (const { email } of [await registerProven(), somebody()]) {
      for (let count = 0; count < 3; count += 1) expect(await forgot(email)).toBe(200);
      expect(await forgot(email)).toBe(429);
    }
  });
});

describe('an email address', () => {
  test('is confirmed by the link mailed on registration', async () => {
    const user = await register();
    expect(await isConfirmed(user)).toBe(false);
    const token = mailedTo(user.email, 'confirm-email');
    expect(await confirm(token)).toBe(200);
    expect(await isConfirmed(user)).toBe(true);
    expect(await confirm(token)).toBe(410);
  });

  test('that is not confirmed gets one mail a day, however often it is registered or forgotten', async () => {
    const { email } = await register();
    for (let count = 0; count < 24; count += 1) await register({ email });
    await forgot(email);
    expect(users.current.mails.map(({ to }) => to)).toEqual([email]);
    users.current.time += DAY_MS;
    await forgot(email);
    expect(users.current.mails).toHaveLength(2);
    expect(await reset(mailedTo(email, 'reset-password'))).toBe(200);
    expect(await isConfirmed({ ...somebody(), email })).toBe(true);
  });

  test('that is not confirmed gets nothing that a stranger wrote', async () => {
    await register({ name: 'Спечелихте награда' });
    const [mail] = users.current.mails;
    expect(mail?.text).not.toContain('Спечелихте');
    expect(mail?.subject).not.toContain('Спечелихте');
  });

  test('gets its mail of the day when the mail server is available again', async () => {
    const { email } = somebody();
    users.current.mailFailures.add(email);
    await register({ email }).catch(() => {});
    users.current.mailFailures.clear();
    await register({ email });
    expect(users.current.mails.map(({ to }) => to)).toEqual([email]);
  });

  test('that is confirmed gets no second mail when a stranger registers it again', async () => {
    const user = await register();
    await confirm(mailedTo(user.email, 'confirm-email'));
    users.current.mails.length = 0;
    await register(user);
    expect(users.current.mails).toEqual([]);
  });
});

test("the database does not contain the link's token", async () => {
  const user = await registerProven();
  await forgot(user.email);
  const token = mailedTo(user.email, 'reset-password');
  const stored = await users.current.database.database
    .selectFrom('mail_links')
    .selectAll()
    .execute();
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(users.current.log()).not.toContain(token);
});

test('the product reports whether it can mail a new password', async () => {
  const options = await users.current.ask(getSignInOptions);
  expect(options.passwordReset).toBe(true);
});

describe('without a mail server', () => {
  const session = provideSessionApp();

  test('nothing is offered or sent, and registration works', async () => {
    const { credentials: user } = await session.current.signUp();
    const options = await session.current.send(getSignInOptions);
    expect(options.json()).toMatchObject({ passwordReset: false });
    const asked = await session.current.send(forgotPassword, { body: { email: user.email } });
    expect(asked.statusCode).toBe(404);
  });
});
