import { hash } from '@node-rs/argon2';
import { beforeEach, describe, expect, test } from 'vitest';
import { login } from '@izgodno/contract/accounts/calls';
import { finishWithTotp } from '@izgodno/contract/accounts/factor-calls';
import { CallError } from '#platform/http/errors.ts';
import { provideSessionApp, somebody, type User } from '#test/session-app.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { createTotpSecret, totpCode, totpStep } from './second-factor/totp.ts';

const real = createPasswordHasher();
/** Hooks that tests replace: how passwords are hashed, and what happens during verification. */
const untouched = {
  hash: (password: string): Promise<string> => real.hash(password),
  meanwhile: async (): Promise<void> => {},
};
let hasher = untouched;

const session = provideSessionApp({}, () => ({
  hasher: {
    hash: (password) => hasher.hash(password),
    async verify(password, expected) {
      const matches = await real.verify(password, expected);
      await hasher.meanwhile();
      return matches;
    },
    isOutdated: (existing) => real.isOutdated(existing),
  },
}));

beforeEach(() => {
  hasher = untouched;
});

/** Parameters of an earlier release. */
const CHEAPER = { memoryCost: 8 * 1024, timeCost: 2, parallelism: 1 };

const database = () => session.current.database.database;

const setHash = async (email: string, password_hash: string): Promise<void> => {
  await database().updateTable('users').set({ password_hash }).where('email', '=', email).execute();
};

const hashOf = async (email: string): Promise<string> => {
  const { password_hash } = await database()
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return password_hash;
};

/** A user registered with an earlier, cheaper hash. */
const registerEarlier = async () => {
  const user = somebody();
  await session.current.register(user);
  const old = await hash(user.password, CHEAPER);
  await setHash(user.email, old);
  return { member: user, old };
};

test('a password with outdated parameters is rehashed at the next sign-in, once', async () => {
  const { member: user, old } = await registerEarlier();
  await expect(session.current.login({ ...user, password: 'not-the-password' })).rejects.toThrow(
    'login_failed',
  );
  expect(await hashOf(user.email)).toBe(old);

  await session.current.login(user);
  const renewed = await hashOf(user.email);
  expect(real.isOutdated(renewed)).toBe(false);
  expect(await real.verify(user.password, renewed)).toBe(true);

  await session.current.login(user);
  expect(await hashOf(user.email)).toBe(renewed);
});

test("a sign-in succeeds while another device's sign-in rehashes the password", async () => {
  const { member } = await registerEarlier();
  hasher = {
    ...untouched,
    meanwhile: async () => {
      hasher = untouched;
      await setHash(member.email, await real.hash(member.password));
    },
  };
  const { user } = await session.current.login(member);
  expect(user.email).toBe(member.email);
});

/** Gives the user an authenticator app; returns what finishes a sign-in's second step. */
const addApp = async (email: string) => {
  const secret = createTotpSecret();
  const at = new Date(session.current.time);
  const { id } = await database()
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await database()
    .insertInto('totp_secrets')
    .values({ user_id: id, secret, last_step: 0, created_at: at, confirmed_at: at })
    .execute();
  return async (challenge: string) => {
    const code = totpCode(secret, totpStep(session.current.time));
    const response = await session.current.send(finishWithTotp, { body: { challenge, code } });
    return response.statusCode;
  };
};

const beginSignIn = async ({ email, password }: User): Promise<string> => {
  const response = await session.current.send(login, { body: { email, password } });
  return response.json().secondStep.challenge;
};

describe('with a second factor, a sign-in succeeds', () => {
  test('that rehashes the password', async () => {
    const { member, old } = await registerEarlier();
    const finish = await addApp(member.email);
    const challenge = await beginSignIn(member);
    expect(await hashOf(member.email)).not.toBe(old);
    expect(await finish(challenge)).toBe(200);
  });

  test("while another device's sign-in rehashes it before the second step", async () => {
    const { member } = await registerEarlier();
    const finish = await addApp(member.email);
    hasher = {
      ...untouched,
      hash: () => Promise.reject(new CallError('overloaded', { retryAfter: 5 })),
    };
    const first = await beginSignIn(member);
    hasher = untouched;
    await beginSignIn(member);
    expect(await finish(first)).toBe(200);
  });

  test("while another device's sign-in rehashes it during verification", async () => {
    const { member } = await registerEarlier();
    const finish = await addApp(member.email);
    hasher = {
      ...untouched,
      meanwhile: async () => {
        hasher = untouched;
        await setHash(member.email, await real.hash(member.password));
      },
    };
    expect(await finish(await beginSignIn(member))).toBe(200);
  });
});

test('a sign-in fails while the password is changed', async () => {
  const { member: user } = await registerEarlier();
  hasher = {
    ...untouched,
    meanwhile: async () => {
      hasher = untouched;
      await setHash(user.email, await real.hash('quite-another-9134'));
    },
  };
  await expect(session.current.login(user)).rejects.toThrow('login_failed');
});

test('a sign-in succeeds if the queue of the hasher is full', async () => {
  const { member: user, old } = await registerEarlier();
  hasher = {
    ...untouched,
    hash: () => Promise.reject(new CallError('overloaded', { retryAfter: 5 })),
  };
  await session.current.login(user);
  expect(await hashOf(user.email)).toBe(old);
});
