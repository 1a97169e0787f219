import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { DAY_MS } from '@izgodno/contract/common/durations';
import {
  confirmNewEmail,
  getEmail,
  sendConfirmation,
  undoEmailChange,
} from '@izgodno/contract/accounts/email-calls';
import * as calls from '@izgodno/contract/accounts/calls';
import { confirmEmail } from '@izgodno/contract/accounts/mail-calls';
import { defineJob } from '#platform/jobs/jobs.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { somebody, type User, type SendOptions } from '#test/session-app.ts';
import { deleteExpiredMailLinks } from './mail-links.ts';
import { lockRole } from './session-repository.ts';

const users = provideUsersApp();
const NEW_PASSWORD = 'quite-another-9134';

let emails = 0;
const statusOf = async (call: Call, options: SendOptions): Promise<number> => {
  emails += 1;
  const ip = `10.${emails >> 8}.${emails & 255}.1`;
  return (await users.current.send(call, { ip, ...options })).statusCode;
};

const mailsTo = (email: string) => users.current.mails.filter(({ to }) => to === email);

/** The token of the last link mailed to an address. */
const tokenTo = (email: string): string =>
  /#(\S+)$/m.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';

const login = ({ email, password }: User) => statusOf(calls.login, { body: { email, password } });

/** Signs in a user whose address is proven. */
const settle = async () => {
  const member = somebody();
  await statusOf(calls.register, { body: member });
  expect(await statusOf(confirmEmail, { body: { token: tokenTo(member.email) } })).toBe(200);
  const { accessToken: token, user } = await users.current.login(member);
  users.current.mails.length = 0;
  return { member, token, userId: user.id };
};

type Settled = Awaited<ReturnType<typeof settle>>;

const ask = ({ member: user, token }: Settled, email: string): Promise<number> =>
  statusOf(calls.changeEmail, { token, body: { currentPassword: user.password, email } });

const confirm = (token: string) => statusOf(confirmNewEmail, { body: { token } });
const undo = (token: string, password = NEW_PASSWORD) =>
  statusOf(undoEmailChange, { body: { token, password } });

const emailOf = async (token: string) => (await users.current.ask(getEmail, { token })).address;

beforeEach(() => {
  users.current.time += 10 * DAY_MS;
  users.current.mails.length = 0;
});

test('an address whose account is deleted is mailed when it is registered again on the same day', async () => {
  const { member, token } = await settle();
  const body = { currentPassword: member.password };
  expect(await statusOf(calls.deleteAccount, { token, body })).toBe(200);
  users.current.mails.length = 0;
  await statusOf(calls.register, { body: member });
  expect(await statusOf(confirmEmail, { body: { token: tokenTo(member.email) } })).toBe(200);
});

describe('a new email address', () => {
  test('takes effect when confirmed; until then the former one is in use', async () => {
    const someone = await settle();
    const { email } = somebody();
    expect(await ask(someone, email)).toBe(200);
    expect(await emailOf(someone.token)).toEqual({
      email: someone.member.email,
      confirmed: true,
      mails: true,
      pending: { email, until: new Date(users.current.time + DAY_MS).toISOString() },
    });
    expect(await login(someone.member)).toBe(200);
    expect(await login({ ...someone.member, email })).toBe(401);

    expect(await confirm(tokenTo(email))).toBe(200);
    expect(await emailOf(someone.token)).toMatchObject({ email, confirmed: true, pending: null });
    expect(await login({ ...someone.member, email })).toBe(200);
    expect(await login(someone.member)).toBe(401);
  });

  test('is confirmed once, within a day, and not after a request for another', async () => {
    const someone = await settle();
    const [first, second] = [somebody().email, somebody().email];
    await ask(someone, first);
    const late = tokenTo(first);
    await ask(someone, second);
    expect(await confirm(late)).toBe(410);
    users.current.time += DAY_MS;
    expect(await confirm(tokenTo(second))).toBe(410);
    const { accessToken: token } = await users.current.login(someone.member);
    await ask({ ...someone, token }, second);
    expect(await confirm(tokenTo(second))).toBe(200);
    expect(await confirm(tokenTo(second))).toBe(410);
  });

  test('of another account gets the same response and no mail', async () => {
    const [someone, other] = [await settle(), await settle()];
    expect(await ask(someone, other.member.email)).toBe(200);
    expect(mailsTo(other.member.email)).toEqual([]);
    expect((await emailOf(someone.token)).pending?.email).toBe(other.member.email);
  });

  test('that another user registers meanwhile stays theirs', async () => {
    const someone = await settle();
    const other = somebody();
    await ask(someone, other.email);
    const token = tokenTo(other.email);
    await statusOf(calls.register, { body: other });
    expect(await confirm(token)).toBe(410);
    expect(await login(other)).toBe(200);
  });

  test('gets one mail a day, whatever the number of requests and users', async () => {
    const { email } = somebody();
    for (const who of [await settle(), await settle(), await settle()]) await ask(who, email);
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('is confirmed by its one mail of the day, however often it is requested', async () => {
    const someone = await settle();
    const { email } = somebody();
    await ask(someone, email);
    await ask(someone, email);
    expect(mailsTo(email)).toHaveLength(1);
    expect(await confirm(tokenTo(email))).toBe(200);
  });

  test.for<[string, (someone: Settled) => Promise<unknown>]>([
    ['another is requested', (someone) => ask(someone, somebody().email)],
    ['the request is taken back', (someone) => ask(someone, someone.member.email)],
    [
      'another is confirmed',
      async (someone) => {
        const second = somebody().email;
        await ask(someone, second);
        expect(await confirm(tokenTo(second))).toBe(200);
      },
    ],
  ])('is confirmed by its one mail of the day, also requested again after %s', async ([, act]) => {
    const someone = await settle();
    const { email } = somebody();
    await ask(someone, email);
    const token = tokenTo(email);
    await act(someone);
    await deleteExpiredMailLinks(users.current.database.database, new Date(users.current.time));
    expect(await confirm(token)).toBe(410);
    await ask(someone, email);
    expect(mailsTo(email)).toHaveLength(1);
    expect(await confirm(token)).toBe(200);
    expect(await emailOf(someone.token)).toMatchObject({ email, pending: null });
  });

  test('is not mailed late, after a request for another, but once it is requested again', async () => {
    const someone = await settle();
    const { jobs } = users.current;
    const { email } = somebody();
    const enqueuing = vi.spyOn(jobs, 'enqueueWithin').mockResolvedValueOnce();
    await ask(someone, email);
    const [, { name } = { name: '' }, payload] = enqueuing.mock.lastCall ?? [];
    enqueuing.mockRestore();
    await ask(someone, somebody().email);
    await jobs.enqueue(defineJob({ name, payload: z.unknown() }), payload);
    expect(mailsTo(email)).toEqual([]);
    await ask(someone, email);
    expect(await confirm(tokenTo(email))).toBe(200);
  });

  test('is the one of the last request, also of two at once', async () => {
    const someone = await settle();
    const { database } = users.current.database;
    const wanted = [somebody().email, somebody().email] as const;
    const pending = () =>
      database
        .selectFrom('mail_links')
        .select('email')
        .where('user_id', '=', someone.userId)
        .where('purpose', '=', 'change-email')
        .where('expires_at', '>', new Date(users.current.time))
        .execute();
    const asked = await database.transaction().execute(async (transaction) => {
      await lockRole(transaction, someone.userId);
      const both = wanted.map((email) => ask(someone, email));
      await untilWaiting(database, 2);
      return both;
    });
    expect(await Promise.all(asked)).toEqual([200, 200]);
    expect(new Set((await pending()).map(({ email }) => email)).size).toBe(1);
  });

  test('is confirmed by one of two concurrent requests', async () => {
    const [one, other] = [await settle(), await settle()];
    const { email } = somebody();
    await ask(one, email);
    const first = tokenTo(email);
    await users.current.database.database.deleteFrom('attempts').execute();
    await ask(other, email);
    const responses = await Promise.all([confirm(first), confirm(tokenTo(email))]);
    expect(responses.toSorted()).toEqual([200, 410]);
  });
});

const moved = async () => {
  const someone = await settle();
  const { email } = somebody();
  await ask(someone, email);
  expect(await confirm(tokenTo(email))).toBe(200);
  return { ...someone, email };
};

describe('a former email address', () => {
  test('is notified, and recovers the account: a new password, and every device signed out', async () => {
    const { member: user, token, email } = await moved();
    const [mail] = mailsTo(user.email);
    expect(mail?.subject).toBe('Your email address was changed - Изгодно');
    expect(mail?.text).not.toContain(email);
    const link = tokenTo(user.email);
    expect(await undo(link, 'password1')).toBe(400);
    expect(await undo(link)).toBe(200);
    expect(await statusOf(calls.getMe, { token })).toBe(401);
    expect(await login({ ...user, email })).toBe(401);
    expect(await login({ ...user, password: NEW_PASSWORD })).toBe(200);
    expect(await undo(link)).toBe(410);
  });

  test('can recover it for seven days', async () => {
    const { member: user } = await moved();
    users.current.time += 7 * DAY_MS;
    expect(await undo(tokenTo(user.email))).toBe(410);
  });

  test('can recover it even if the password and the address changed again', async () => {
    const someone = await moved();
    const { member: user, token } = someone;
    const link = tokenTo(user.email);
    const body = { currentPassword: user.password, newPassword: 'thief-choice-7719' };
    expect(await statusOf(calls.changePassword, { token, body })).toBe(200);
    const third = somebody().email;
    const thief = { ...someone, member: { ...user, password: body.newPassword } };
    expect(await ask(thief, third)).toBe(200);
    expect(await confirm(tokenTo(third))).toBe(200);
    const later = tokenTo(someone.email);

    expect(await undo(link)).toBe(200);
    expect(await undo(later)).toBe(410);
    expect(await login({ ...user, password: NEW_PASSWORD })).toBe(200);
  });

  test('cannot be registered or taken by another user for as long', async () => {
    const { member: user } = await moved();
    const squatter = { ...user, password: 'squatter-choice-55' };
    expect(await statusOf(calls.register, { body: squatter })).toBe(200);
    expect(await login(squatter)).toBe(401);
    const other = await settle();
    await ask(other, user.email);
    users.current.time += 7 * DAY_MS;
    expect(await statusOf(calls.register, { body: squatter })).toBe(200);
    expect(await login(squatter)).toBe(200);
  });

  test('that was never proven is not notified, because it may be a stranger’s', async () => {
    const member = somebody();
    await statusOf(calls.register, { body: member });
    const { accessToken: token, user } = await users.current.login(member);
    users.current.mails.length = 0;
    const { email } = somebody();
    await ask({ member, token, userId: user.id }, email);
    expect(await confirm(tokenTo(email))).toBe(200);
    expect(mailsTo(member.email)).toEqual([]);
  });

  test('removes second factors added by a hijacker, and keeps the older ones', async () => {
    const { member: user, userId } = await moved();
    const { database } = users.current.database;
    const passkey = (name: string, at: number) => ({
      id: `01890000-0000-7000-8000-00000000000${name}`,
      user_id: userId,
      credential_id: `credential ${name} of ${userId}`,
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      is_synced: false,
      is_backed_up: false,
      name,
      created_at: new Date(at),
      last_used_at: null,
    });
    await database
      .insertInto('passkeys')
      .values([
        passkey('1', users.current.time - 2 * DAY_MS),
        passkey('2', users.current.time - DAY_MS / 2),
      ])
      .execute();
    expect(await undo(tokenTo(user.email))).toBe(200);
    const left = await database
      .selectFrom('passkeys')
      .select('name')
      .where('user_id', '=', userId)
      .execute();
    expect(left).toEqual([{ name: '1' }]);
  });
});

test('the confirmation is mailed again a day later', async () => {
  const user = somebody();
  await statusOf(calls.register, { body: user });
  const { accessToken: token } = await users.current.login(user);
  expect(await emailOf(token)).toMatchObject({ confirmed: false });
  expect(await statusOf(sendConfirmation, { token })).toBe(200);
  expect(mailsTo(user.email)).toHaveLength(1);
  users.current.time += DAY_MS;
  const again = await users.current.login(user);
  expect(await statusOf(sendConfirmation, { token: again.accessToken })).toBe(200);
  expect(mailsTo(user.email)).toHaveLength(2);
});

/** Runs `act`, whose mail arrives twice, because the reply of the mail server to the first is lost. */
const mailTwice = async (
  email: string,
  act: () => Promise<unknown>,
): Promise<readonly string[]> => {
  const { jobs, lostMailReplies } = users.current;
  const before = mailsTo(email).length;
  const enqueuing = vi.spyOn(jobs, 'enqueueWithin');
  lostMailReplies.add(email);
  // The queue retries the job; here its error is thrown where it is enqueued.
  await act();
  lostMailReplies.clear();
  const [, { name } = { name: '' }, payload] = enqueuing.mock.lastCall ?? [];
  enqueuing.mockRestore();
  await jobs.enqueue(defineJob({ name, payload: z.unknown() }), payload);
  const [first, second, ...more] = mailsTo(email).slice(before);
  expect([first?.messageId, more]).toEqual([second?.messageId, []]);
  return [first, second].map((mail) => /#(\S+)$/m.exec(mail?.text ?? '')?.[1] ?? '');
};

describe('of a mail that arrives twice each copy works', () => {
  const copies = [0, 1];

  test.each(copies)('to the new address (%i)', async (copy) => {
    const someone = await settle();
    const { email } = somebody();
    const tokens = await mailTwice(email, () => ask(someone, email));
    expect(await confirm(tokens[copy] ?? '')).toBe(200);
    expect(await confirm(tokens[1 - copy] ?? '')).toBe(410);
  });

  test.each(copies)('to the former address (%i)', async (copy) => {
    const someone = await settle();
    const { email } = somebody();
    await ask(someone, email);
    const tokens = await mailTwice(someone.member.email, () => confirm(tokenTo(email)));
    expect(await undo(tokens[copy] ?? '')).toBe(200);
    expect(await undo(tokens[1 - copy] ?? '')).toBe(410);
  });

  test.each(copies)('that confirms the address of a new account (%i)', async (copy) => {
    const user = somebody();
    const tokens = await mailTwice(user.email, () => statusOf(calls.register, { body: user }));
    expect(await statusOf(confirmEmail, { body: { token: tokens[copy] } })).toBe(200);
  });
});

test('an address that is left twice within seven days can take the account back twice', async () => {
  const someone = await settle();
  const { email: first } = someone.member;
  const [second, third] = [somebody().email, somebody().email];
  const move = async (from: string, to: string) => {
    const { accessToken: token } = await users.current.login({ ...someone.member, email: from });
    await ask({ ...someone, token }, to);
    expect(await confirm(tokenTo(to))).toBe(200);
    users.current.time += DAY_MS;
  };
  await move(first, second);
  const early = tokenTo(first);
  await move(second, first);
  await move(first, third);
  const late = tokenTo(first);
  expect(late).not.toBe(early);
  expect(await undo(late)).toBe(200);
  expect(await undo(early)).toBe(200);
});
