import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/accounts/factor-calls';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import * as sessionCalls from '@izgodno/contract/accounts/calls';
import { forgotPassword, resetPassword } from '@izgodno/contract/accounts/mail-calls';
import { appCode, createFactorUser, type FactorUser } from '#test/factor-users.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { lockFactors } from './factor-repository.ts';

const users = provideUsersApp();
const somebodyElse = () => createFactorUser(users.current);
const now = () => users.current.time;

/** Advances past the step of used codes. */
const nextStep = () => {
  users.current.time += 30_000;
};

const finish = (user: FactorUser, challenge: string, code: string) =>
  user.rejection(calls.finishWithTotp, { body: { challenge, code } });

/** Makes two calls that change the factors of a user at the same time. */
const atOnce = async <Result>(userId: string, call: () => Promise<Result>): Promise<Result[]> => {
  const { database } = users.current.database;
  const { both } = await database.transaction().execute(async (transaction) => {
    await lockFactors(transaction, userId);
    const both = Promise.all([call(), call()]);
    await untilWaiting(database, 2);
    return { both };
  });
  return both;
};

/** Mails are sent to proven addresses only. */
const proveEmail = (user: FactorUser) =>
  users.current.database.database
    .updateTable('users')
    .set({ email_confirmed_at: new Date(now()) })
    .where('id', '=', user.id)
    .execute();

beforeEach(() => {
  // Lets the limits of one test expire before the next.
  users.current.time += HOUR_MS;
});

describe('an authenticator app', () => {
  test('is asked for after the password, which returns no tokens', async () => {
    const member = await somebodyElse();
    const { secret, recoveryCodes } = await member.addApp();
    expect(recoveryCodes).toHaveLength(10);
    const { email, password } = member;
    const response = await member.send(sessionCalls.login, { body: { email, password } });
    expect(Object.keys(response.json())).toEqual(['success', 'message', 'secondStep']);
    expect(response.cookies.map(({ name }) => name)).not.toContain('izgodno_refresh');

    nextStep();
    const { challenge, methods, passkey } = await member.begin();
    expect({ methods, passkey }).toEqual({ methods: ['totp', 'recovery_code'], passkey: null });
    const body = { challenge, code: appCode(secret, now()) };
    const { user, accessToken } = await member.ask(calls.finishWithTotp, { body });
    expect(user.id).toBe(member.id);
    await users.current.ask(sessionCalls.getMe, { token: accessToken });
    expect(await member.rejection(calls.finishWithTotp, { body })).toBe('sign_in_step_ended');
  });

  test('counts only once its first code has confirmed it', async () => {
    const user = await somebodyElse();
    const { secret } = await user.ask(calls.setUpTotp, { body: {} });
    await users.current.login(user);
    expect(await user.rejection(calls.confirmTotp, { body: { code: '000000' } })).toBe(
      'second_factor_failed',
    );
    await user.ask(calls.confirmTotp, { body: { code: appCode(secret, now()) } });
    expect((await user.ask(calls.getFactors)).totpSince).not.toBeNull();
    for (const call of [calls.setUpTotp, calls.confirmTotp]) {
      const body = call === calls.setUpTotp ? {} : { code: appCode(secret, now()) };
      expect(await user.rejection(call, { body })).toBe('already_set_up');
    }
    await user.begin();
  });

  test('has one secret on two pages that set it up at once', async () => {
    const user = await somebodyElse();
    const setUp = () => user.ask(calls.setUpTotp, { body: {} });
    const { secret: old } = await setUp();
    const [one, other] = await atOnce(user.id, setUp);
    expect(one).toEqual(other);
    expect(one?.secret).not.toBe(old);
    await user.ask(calls.confirmTotp, { body: { code: appCode(one?.secret ?? '', now()) } });
  });

  test('accepts each code once, also the one that confirmed it, and two concurrently', async () => {
    const user = await somebodyElse();
    const { secret } = await user.addApp();
    const { challenge } = await user.begin();
    expect(await finish(user, challenge, appCode(secret, now()))).toBe('second_factor_failed');
    nextStep();
    const steps = await Promise.all([user.begin(), user.begin()]);
    const statuses = await Promise.all(
      steps.map(async (step) => {
        const body = { challenge: step.challenge, code: appCode(secret, now()) };
        return (await user.send(calls.finishWithTotp, { body })).statusCode;
      }),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403]);
  });

  test('allows ten tries an hour, however many sign-ins are begun', async () => {
    const user = await somebodyElse();
    const { secret } = await user.addApp();
    nextStep();
    const right = appCode(secret, now());
    const wrong = right === '123456' ? '654321' : '123456';
    const responses: string[] = [];
    for (let begun = 0; begun < 3; begun += 1) {
      const { challenge } = await user.begin();
      for (let tries = 0; tries < 6; tries += 1)
        responses.push(await finish(user, challenge, wrong));
    }
    expect(responses.filter((code) => code === 'second_factor_failed')).toHaveLength(10);
    expect(responses.slice(5, 6)).toEqual(['sign_in_step_ended']);
    expect(responses.slice(12)).toEqual([...Array(5).fill('rate_limited'), 'sign_in_step_ended']);
    const { challenge } = await user.begin();
    expect(await finish(user, challenge, right)).toBe('rate_limited');
  });

  test('is removed by its owner, not by a new password', async () => {
    const user = await somebodyElse();
    await user.addApp();
    await proveEmail(user);
    await user.send(forgotPassword, { body: { email: user.email } });
    const mail = users.current.mails.findLast(({ to }) => to === user.email);
    const token = /reset-password#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const password = 'quite-another-9134';
    await user.ask(resetPassword, { body: { token, password } });
    const response = await user.ask(sessionCalls.login, {
      body: { email: user.email, password },
    });
    expect('secondStep' in response).toBe(true);

    const owner = await somebodyElse();
    await owner.addApp();
    await owner.ask(calls.removeTotp, { body: {} });
    await users.current.login(owner);
    expect(await owner.rejection(calls.removeTotp, { body: {} })).toBe('not_found');
  });
});

/** Base32 has five bits a character. */
const RECOVERY_CODE = /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/;

describe('recovery codes', () => {
  test('sign in once each, in any way of typing them', async () => {
    const user = await somebodyElse();
    const { recoveryCodes } = await user.addApp();
    const [code = ''] = recoveryCodes ?? [];
    const use = async () => {
      const { challenge } = await user.begin();
      const body = { challenge, code: ` ${code.replaceAll('-', ' ').toUpperCase()} ` };
      return (await user.send(calls.finishWithRecoveryCode, { body })).statusCode;
    };
    expect((await Promise.all([use(), use()])).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(await use()).toBe(403);
    expect((await user.ask(calls.getFactors)).recoveryCodesLeft).toBe(9);
  });

  test('are not used up by a sign-in that is refused', async () => {
    const user = await somebodyElse();
    const { recoveryCodes } = await user.addApp();
    await proveEmail(user);
    const { challenge } = await user.begin();
    const { database } = users.current.database;
    await database
      .insertInto('suspensions')
      .values({ user_id: user.id, reason: 'Спам', began_at: new Date(now()), ends_at: null })
      .execute();
    users.current.mails.length = 0;
    const body = { challenge, code: recoveryCodes?.[0] };
    const use = () => user.rejection(calls.finishWithRecoveryCode, { body });
    expect(await use()).toBe('account_suspended');
    expect(users.current.mails).toEqual([]);
    await database.deleteFrom('suspensions').where('user_id', '=', user.id).execute();
    await user.ask(calls.finishWithRecoveryCode, { body });
    expect((await user.ask(calls.getFactors)).recoveryCodesLeft).toBe(9);
  });

  test('belong to one account, and end when new ones are made', async () => {
    const user = await somebodyElse();
    const other = await somebodyElse();
    const [{ recoveryCodes: old }, { recoveryCodes: foreign }] = [
      await user.addApp(),
      await other.addApp(),
    ];
    const { recoveryCodes: fresh } = await user.ask(calls.renewRecoveryCodes, { body: {} });
    const { challenge } = await user.begin();
    const use = (code = '') =>
      user.rejection(calls.finishWithRecoveryCode, { body: { challenge, code } });
    expect(await use(old?.[0])).toBe('second_factor_failed');
    expect(await use(foreign?.[0])).toBe('second_factor_failed');
    const body = { challenge, code: fresh[9] };
    await user.ask(calls.finishWithRecoveryCode, { body });
  });

  test('are renewed by one of two pages at once, and the codes that it shows are valid', async () => {
    const user = await somebodyElse();
    await user.addApp();
    const renew = () => user.ask(calls.renewRecoveryCodes, { body: {} }).catch(String);
    const outcomes = await atOnce(user.id, renew);
    const [shown, rejection] = outcomes.toSorted((one) => (typeof one === 'string' ? 1 : -1));
    expect(rejection).toContain('already_set_up');
    const { challenge } = await user.begin();
    const code = typeof shown === 'object' ? shown.recoveryCodes[0] : '';
    await user.ask(calls.finishWithRecoveryCode, { body: { challenge, code } });
  });

  test('have 120 random bits each, so that a fast digest hides them', async () => {
    const { recoveryCodes } = await (await somebodyElse()).addApp();
    const codes = recoveryCodes ?? [];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(RECOVERY_CODE);
  });

  test('are not given to an account without a factor', async () => {
    const user = await somebodyElse();
    expect(await user.rejection(calls.renewRecoveryCodes, { body: {} })).toBe('not_found');
  });
});

describe('data about factors', () => {
  test('is in the export without secrets, and is deleted with the account', async () => {
    const user = await somebodyElse();
    const { recoveryCodes } = await user.addPasskey();
    const { secret } = await user.addApp();
    const response = await user.send(exportAccount);
    expect(exportAccount.response.parse(response.json()).signIn).toMatchObject({
      passkeys: [{ name: 'Телефон' }],
      recoveryCodesLeft: 10,
    });
    for (const secretText of [secret, ...(recoveryCodes ?? [])])
      expect(response.body).not.toContain(secretText);

    await user.begin();
    await user.ask(sessionCalls.deleteAccount, { body: { currentPassword: user.password } });
    const { database } = users.current.database;
    for (const table of [
      'passkeys',
      'totp_secrets',
      'recovery_codes',
      'factor_challenges',
    ] as const) {
      const rows = await database
        .selectFrom(table)
        .select('user_id')
        .where('user_id', '=', user.id)
        .execute();
      expect(rows).toEqual([]);
    }
  });

  test('is logged as events, without codes', async () => {
    const user = await somebodyElse();
    const { secret, recoveryCodes } = await user.addApp();
    const log = users.current.log();
    expect(log).toContain('"event":"totp_added"');
    for (const secretText of [secret, ...(recoveryCodes ?? [])])
      expect(log).not.toContain(secretText);
  });

  test('is mailed to a proven address when it changes', async () => {
    const user = await somebodyElse();
    const mailsTo = () =>
      users.current.mails.filter(({ to }) => to === user.email).map(({ text }) => text);
    const before = mailsTo().length;
    await user.addPasskey();
    expect(mailsTo()).toHaveLength(before);
    await proveEmail(user);
    await user.addApp();
    expect(mailsTo().at(-1)).toContain('An authenticator app was added to your account.');
    expect(mailsTo()).toHaveLength(before + 1);
  });
});
