import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/accounts/factor-calls';
import { getMe } from '@izgodno/contract/accounts/calls';
import {
  MAX_PASSKEYS,
  PASSKEY_CHALLENGE_MS,
  RECENT_SIGN_IN_MS,
  SECOND_STEP_MS,
  SECOND_STEP_TRIES,
} from '@izgodno/contract/accounts/limits';
import { createFactorUser } from '#test/factor-users.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { createSoftAuthenticator, type Behaviour } from '#test/soft-authenticator.ts';

const users = provideUsersApp();
const somebodyElse = () => createFactorUser(users.current);

let ips = 0;
const stranger = () => {
  ips += 1;
  return `10.8.0.${ips}`;
};

const askForPasskey = async () =>
  (await users.current.ask(calls.askForPasskey, { ip: stranger() })).options;

describe('adding a passkey', () => {
  test("adds it to the owner's list, by name, and returns recovery codes once", async () => {
    const user = await somebodyElse();
    const { recoveryCodes } = await user.addPasskey();
    expect(recoveryCodes).toHaveLength(10);
    expect((await user.addPasskey()).recoveryCodes).toBeNull();
    const factors = await user.ask(calls.getFactors);
    expect(factors.passkeys).toMatchObject([
      { name: 'Телефон', lastUsedAt: null, synced: false },
      { name: 'Телефон', lastUsedAt: null },
    ]);
    expect(factors).toMatchObject({ recoveryCodesLeft: 10, totpSince: null, required: false });
  });

  test.for<[string, Behaviour]>([
    ['from a page of another origin', { origin: 'https://izgodno.evil.example' }],
    ['for another site', { host: 'evil.example' }],
    ['for a challenge that was made up', { challenge: 'x'.repeat(43) }],
    ['without knowing its person', { userVerified: false }],
  ])('is rejected %s', async ([, behaviour]) => {
    const user = await somebodyElse();
    const { options } = await user.ask(calls.askToAddPasskey, { body: {} });
    const created = createSoftAuthenticator().create(options, behaviour);
    expect(await user.rejection(calls.addPasskey, { body: { name: 'x', created } })).toBe(
      'passkey_refused',
    );
  });

  test('accepts each challenge once, in time, and in its own session', async () => {
    const user = await somebodyElse();
    const other = await somebodyElse();
    const { options } = await user.ask(calls.askToAddPasskey, { body: {} });
    const body = { name: 'x', created: createSoftAuthenticator().create(options) };
    expect(await other.rejection(calls.addPasskey, { body })).toBe('passkey_refused');
    await user.ask(calls.addPasskey, { body });
    const again = { name: 'x', created: createSoftAuthenticator().create(options) };
    expect(await user.rejection(calls.addPasskey, { body: again })).toBe('passkey_refused');

    const { options: late } = await user.ask(calls.askToAddPasskey, { body: {} });
    users.current.time += PASSKEY_CHALLENGE_MS;
    const created = createSoftAuthenticator().create(late);
    expect(await user.rejection(calls.addPasskey, { body: { name: 'x', created } })).toBe(
      'passkey_refused',
    );
  });

  test('is rejected for a passkey that an account already has', async () => {
    const { authenticator } = await (await somebodyElse()).addPasskey();
    const user = await somebodyElse();
    const { options } = await user.ask(calls.askToAddPasskey, { body: {} });
    const body = { name: 'x', created: authenticator.create(options) };
    expect(await user.rejection(calls.addPasskey, { body })).toBe('passkey_refused');
  });

  test(`is limited to ${MAX_PASSKEYS}, also concurrently`, async () => {
    const user = await somebodyElse();
    const codes = await Promise.all(
      Array.from({ length: MAX_PASSKEYS + 2 }, async () => {
        const { options } = await user.ask(calls.askToAddPasskey, { body: {} });
        const body = { name: 'x', created: createSoftAuthenticator().create(options) };
        return (await user.send(calls.addPasskey, { body })).statusCode;
      }),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(MAX_PASSKEYS);
    expect(await user.rejection(calls.askToAddPasskey, { body: {} })).toBe('limit_reached');
  });

  test('needs the password if the sign-in is not recent', async () => {
    const user = await somebodyElse();
    users.current.time += RECENT_SIGN_IN_MS;
    expect((await user.ask(calls.getFactors)).proofRequired).toBe(true);
    for (const call of [calls.askToAddPasskey, calls.setUpTotp, calls.renewRecoveryCodes])
      expect(await user.rejection(call, { body: {} })).toBe('proof_required');
    const wrong = { currentPassword: 'not-this-one-8841' };
    expect(await user.rejection(calls.askToAddPasskey, { body: wrong })).toBe('wrong_password');
    await user.ask(calls.askToAddPasskey, { body: { currentPassword: user.password } });
  });
});

describe('the list of passkeys', () => {
  test('is changed by its owner alone', async () => {
    const owner = await somebodyElse();
    const other = await somebodyElse();
    const { id } = await owner.addPasskey();
    const params = { id };
    expect(await other.rejection(calls.renamePasskey, { params, body: { name: 'Моят' } })).toBe(
      'not_found',
    );
    expect(await other.rejection(calls.removePasskey, { params, body: {} })).toBe('not_found');
    await owner.ask(calls.renamePasskey, { params, body: { name: ' Служебен   лаптоп ' } });
    const { passkeys } = await owner.ask(calls.getFactors);
    expect(passkeys.map(({ name }) => name)).toEqual(['Служебен лаптоп']);
    await owner.ask(calls.removePasskey, { params, body: {} });
    // The recovery codes were deleted with the last factor, so the password suffices again.
    expect(await owner.ask(calls.getFactors)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    await users.current.login(owner);
  });
});

describe('signing in with a passkey', () => {
  test('needs neither email address nor password', async () => {
    const member = await somebodyElse();
    const { authenticator } = await member.addPasskey();
    const assertion = authenticator.sign(await askForPasskey(), {
      userHandle: Buffer.from(member.id).toString('base64url'),
    });
    const response = await users.current.send(calls.signInWithPasskey, { body: { assertion } });
    const { accessToken } = calls.signInWithPasskey.response.parse(response.json());
    expect(response.cookies.map(({ name }) => name)).toContain('izgodno_refresh');
    const { user } = await users.current.ask(getMe, { token: accessToken });
    expect(user.email).toBe(member.email);
    const { passkeys } = await member.ask(calls.getFactors);
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
  });

  test.for<[string, Behaviour]>([
    ['from a page of another origin', { origin: 'https://izgodno.evil.example' }],
    ['for another site', { host: 'evil.example' }],
    ['for a challenge that was made up', { challenge: 'x'.repeat(43) }],
    ['without knowing its person', { userVerified: false }],
    ['for another account', { userHandle: Buffer.from('somebody else').toString('base64url') }],
    ['that has become one of many devices', { synced: true }],
  ])('is rejected %s, as an unknown one is', async ([, behaviour]) => {
    const user = await somebodyElse();
    const { authenticator } = await user.addPasskey();
    const assertion = authenticator.sign(await askForPasskey(), behaviour);
    const known = await users.current.send(calls.signInWithPasskey, { body: { assertion } });
    const foreign = createSoftAuthenticator().sign(await askForPasskey());
    const unknown = await users.current.send(calls.signInWithPasskey, {
      body: { assertion: foreign },
    });
    expect(known.statusCode).toBe(403);
    expect(known.json()).toMatchObject({ error: { code: 'passkey_refused' } });
    expect(known.body).toBe(unknown.body);
  });

  test("is rejected with another user's key under a known id", async () => {
    const { authenticator } = await (await somebodyElse()).addPasskey();
    const options = await askForPasskey();
    const { id } = authenticator.sign(options);
    const assertion = { ...createSoftAuthenticator().sign(options), id };
    expect(await users.current.rejection(calls.signInWithPasskey, { body: { assertion } })).toEqual(
      {
        status: 403,
        code: 'passkey_refused',
        fields: [],
      },
    );
  });

  test('accepts each challenge once and in time', async () => {
    const { authenticator } = await (await somebodyElse()).addPasskey();
    const assertion = authenticator.sign(await askForPasskey());
    const statusOf = async (assertion: unknown) =>
      (await users.current.send(calls.signInWithPasskey, { body: { assertion } })).statusCode;
    const raced = await Promise.all([statusOf(assertion), statusOf(assertion)]);
    expect(raced.toSorted((a, b) => a - b)).toEqual([200, 403]);
    const late = authenticator.sign(await askForPasskey());
    users.current.time += PASSKEY_CHALLENGE_MS;
    expect(await statusOf(late)).toBe(403);
  });

  test('is rejected for a copy with a lower counter than the original', async () => {
    const { authenticator } = await (await somebodyElse()).addPasskey();
    const signIn = async (counter: number) => {
      const assertion = authenticator.sign(await askForPasskey(), { counter });
      return (await users.current.send(calls.signInWithPasskey, { body: { assertion } }))
        .statusCode;
    };
    expect(await signIn(5)).toBe(200);
    expect(await signIn(5)).toBe(403);
    expect(await signIn(4)).toBe(403);
    expect(await signIn(0)).toBe(403);
    expect(await signIn(6)).toBe(200);
  });

  test('is requested without revealing who has one', async () => {
    const options = await askForPasskey();
    expect(options).toMatchObject({ allowCredentials: [], userVerification: 'required' });
  });
});

describe('a passkey after the password', () => {
  test('finishes the sign-in, once', async () => {
    const member = await somebodyElse();
    const { authenticator } = await member.addPasskey();
    const step = await member.begin();
    expect(step.methods).toEqual(['passkey', 'recovery_code']);
    if (step.passkey === null) throw new Error('No passkey was asked for.');
    const assertion = authenticator.sign(step.passkey, { userVerified: false });
    const body = { challenge: step.challenge, assertion };
    const { user } = await users.current.ask(calls.finishWithPasskey, { body });
    expect(user.id).toBe(member.id);
    expect(await member.rejection(calls.finishWithPasskey, { body })).toBe('sign_in_step_ended');
  });

  test('finishes the sign-in that was refused because of a suspension, once it has ended', async () => {
    const { database } = users.current.database;
    const member = await somebodyElse();
    const { authenticator } = await member.addPasskey();
    const step = await member.begin();
    if (step.passkey === null) throw new Error('No passkey was asked for.');
    const assertion = authenticator.sign(step.passkey);
    const body = { challenge: step.challenge, assertion };
    await database
      .insertInto('suspensions')
      .values({ user_id: member.id, reason: 'Спам', began_at: new Date(), ends_at: null })
      .execute();
    expect(await member.rejection(calls.finishWithPasskey, { body })).toBe('account_suspended');
    await database.deleteFrom('suspensions').where('user_id', '=', member.id).execute();
    await member.ask(calls.finishWithPasskey, { body });
  });

  test('must be of the account, for this sign-in, and within a few tries', async () => {
    const user = await somebodyElse();
    const other = await somebodyElse();
    const { authenticator } = await user.addPasskey();
    const { authenticator: foreign } = await other.addPasskey();
    const [step, another] = [await user.begin(), await user.begin()];
    if (step.passkey === null || another.passkey === null) throw new Error('No passkey is asked.');
    const wrong = [
      foreign.sign(step.passkey),
      authenticator.sign(another.passkey),
      authenticator.sign(step.passkey, { origin: 'https://evil.example' }),
      authenticator.sign(await askForPasskey()),
      createSoftAuthenticator().sign(step.passkey),
    ];
    expect(wrong).toHaveLength(SECOND_STEP_TRIES);
    const finish = (assertion: unknown) =>
      user.rejection(calls.finishWithPasskey, { body: { challenge: step.challenge, assertion } });
    for (const assertion of wrong) expect(await finish(assertion)).toBe('passkey_refused');
    expect(await finish(authenticator.sign(step.passkey))).toBe('sign_in_step_ended');
  });

  test('must come in time, and before a change of password', async () => {
    const user = await somebodyElse();
    const { authenticator } = await user.addPasskey();
    const step = await user.begin();
    if (step.passkey === null) throw new Error('No passkey was asked for.');
    users.current.time += SECOND_STEP_MS;
    const body = { challenge: step.challenge, assertion: authenticator.sign(step.passkey) };
    expect(await user.rejection(calls.finishWithPasskey, { body })).toBe('sign_in_step_ended');
    users.current.time += MINUTE_MS;

    const next = await user.begin();
    if (next.passkey === null) throw new Error('No passkey was asked for.');
    await users.current.database.database
      .updateTable('users')
      .set({ password_hash: 'plain:a-new-one-6612' })
      .where('id', '=', user.id)
      .execute();
    const late = { challenge: next.challenge, assertion: authenticator.sign(next.passkey) };
    expect(await user.rejection(calls.finishWithPasskey, { body: late })).toBe(
      'sign_in_step_ended',
    );
  });
});
