import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import * as emailCalls from '@izgodno/contract/accounts/email-calls';
import * as calls from '@izgodno/contract/accounts/calls';
import * as mailCalls from '@izgodno/contract/accounts/mail-calls';
import { somebody, provideSessionApp } from '#test/session-app.ts';

const session = provideSessionApp();

beforeEach(() => {
  // Advances past every limit's window, so that tests do not count each other's tries.
  session.current.time += 48 * HOUR_MS;
});

describe('registration and sign-in', () => {
  test('answer the fields of the specification, and the token opens me', async () => {
    const { current } = session;
    const user = somebody({ name: '  Иван   Петров ', email: 'Ivan.Petrov@Izgodno.Example' });
    const registered = await current.send(calls.register, { body: user });
    expect(registered.json()).toEqual({
      success: true,
      message: 'Account created successfully!',
    });

    const response = await current.send(calls.login, {
      body: { email: ' IVAN.petrov@izgodno.example', password: user.password },
    });
    expect(response.headers['cache-control']).toBe('no-store');
    const signedIn = calls.signedInSchema.parse(response.json());
    expect(signedIn).toMatchObject({
      message: 'Welcome back!',
      accessTokenExpiration: current.time + 2 * HOUR_MS,
      serverTime: current.time,
      user: { name: 'Иван Петров', email: 'ivan.petrov@izgodno.example', role: 'member' },
    });
    expect(Buffer.from(signedIn.accessToken, 'base64url')).toHaveLength(32);
    expect(Buffer.from(signedIn.refreshToken, 'base64url')).toHaveLength(32);

    const me = await current.send(calls.getMe, { token: signedIn.accessToken });
    expect(me.json()).toEqual({ success: true, user: signedIn.user });
  });

  test('the tokens are also cookies that scripts and other sites cannot use', async () => {
    const { current } = session;
    const { credentials: user } = await current.signUp();
    const response = await current.send(calls.login, {
      body: { email: user.email, password: user.password },
    });
    const { accessToken, refreshToken } = calls.signedInSchema.parse(response.json());
    expect(response.cookies).toMatchObject([
      {
        name: 'izgodno_refresh',
        value: refreshToken,
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'Strict',
      },
      {
        name: 'izgodno_files',
        value: accessToken,
        path: '/api/files',
        httpOnly: true,
        sameSite: 'Lax',
      },
      {
        name: 'izgodno_device',
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 365 * 24 * 60 * 60,
      },
    ]);
  });

  test('the database contains neither tokens nor passwords', async () => {
    const { current } = session;
    const signedIn = await current.signUp();
    const tables = ['users', 'sessions', 'session_tokens', 'attempts', 'known_devices'] as const;
    const rows = await Promise.all(
      tables.map((table) => current.database.database.selectFrom(table).selectAll().execute()),
    );
    const text = JSON.stringify(rows, (_key, value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    );
    expect(text).toContain(signedIn.credentials.email);
    for (const secret of [
      signedIn.credentials.password,
      signedIn.accessToken,
      signedIn.refreshToken,
    ])
      expect(text).not.toContain(secret);
  });

  test('a wrong password and an unknown address get the same response after the same work', async () => {
    const { current } = session;
    const { credentials: user } = await current.signUp();
    const rejections = [];
    for (const email of [user.email, 'nobody@izgodno.example']) {
      const before = { ...current.hasher.work };
      const response = await current.send(calls.login, {
        body: { email, password: 'not-the-password' },
      });
      rejections.push({
        status: response.statusCode,
        body: response.json(),
        verifications: current.hasher.work.verifications - before.verifications,
        hashes: current.hasher.work.hashes - before.hashes,
      });
    }
    expect(rejections[0]).toEqual({
      status: 401,
      body: {
        success: false,
        message: 'Login failed',
        error: { code: 'login_failed', message: 'Login failed' },
      },
      verifications: 1,
      hashes: 0,
    });
    expect(rejections[1]).toEqual(rejections[0]);
  });

  test('registering an address again responds alike after the same work, and changes nothing', async () => {
    const { current } = session;
    const { credentials: user } = await current.signUp();
    const again = { ...user, name: 'Somebody Else', password: 'another-good-77-password' };
    const before = current.hasher.work.hashes;
    const response = await current.send(calls.register, { body: again });
    expect(current.hasher.work.hashes - before).toBe(1);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ success: true, message: 'Account created successfully!' });
    expect(
      (await current.send(calls.login, { body: { email: user.email, password: again.password } }))
        .statusCode,
    ).toBe(401);
    expect((await current.login(user)).user.name).toBe(user.name);
  });

  test('two concurrent registrations of one address create one account', async () => {
    const { current } = session;
    const user = somebody();
    const responses = await Promise.all(
      [1, 2, 3].map(() => current.send(calls.register, { body: user })),
    );
    expect(responses.map((response) => response.statusCode)).toEqual([200, 200, 200]);
    const rows = await current.database.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', user.email)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test.for([
    ['name', { name: 'x' }],
    ['name', { name: 'a\u202Eb' }],
    ['email', { email: 'nobody' }],
    ['password', { password: 'short' }],
    ['password', { password: 'x'.repeat(129) }],
    ['password', { password: 'password1' }],
    ['password', { password: 'MariaPetrova', name: 'Maria Petrova' }],
  ] as const)('%s is reported for %o', async ([field, error]) => {
    const { current } = session;
    const response = await current.send(calls.register, { body: somebody(error) });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().error.fields)).toEqual([field]);
  });
});

describe('limits', () => {
  test('an IP may register thirty accounts an hour, and another IP is unaffected', async () => {
    const { current } = session;
    const register = (ip: string) =>
      current.send(calls.register, { body: somebody({ password: 'password' }), ip });
    for (let count = 0; count < 30; count += 1)
      expect((await register('10.9.9.9')).statusCode).toBe(400);
    const rejected = await register('10.9.9.9');
    expect(rejected.statusCode).toBe(429);
    expect(rejected.headers['retry-after']).toBe('3600');
    expect((await register('10.9.9.8')).statusCode).toBe(400);
  });

  test('a network of many IPs gets no more tries by changing them', async () => {
    const { current } = session;
    const register = (ip: string) =>
      current.send(calls.register, { body: somebody({ password: 'password' }), ip });
    for (let count = 0; count < 30; count += 1)
      expect((await register(`2001:db8:1:2::${count.toString(16)}`)).statusCode).toBe(400);
    expect((await register('2001:db8:1:2:ffff::1')).statusCode).toBe(429);
    expect((await register('2001:db8:1:3::1')).statusCode).toBe(400);
  });
});

const withBody: readonly Call[] = [
  calls.login,
  calls.register,
  calls.refresh,
  calls.logout,
  calls.changePassword,
  calls.changeEmail,
  calls.deleteAccount,
  mailCalls.forgotPassword,
  mailCalls.resetPassword,
  mailCalls.confirmEmail,
  emailCalls.confirmNewEmail,
  emailCalls.undoEmailChange,
  emailCalls.confirmAdministrator,
  emailCalls.makeFirstAdministrator,
];

/** Whether a call accepts the body, whose unknown fields it drops. */
const isAccepted = ({ body: schema }: Call, body: unknown): boolean => {
  const fields = schema instanceof z.ZodMiniDefault ? schema.def.innerType : schema;
  return fields instanceof z.ZodMiniObject && z.object(fields.shape).safeParse(body).success;
};

describe.each(withBody)('$method $path', (call) => {
  const wild = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom(
        'email',
        'password',
        'name',
        'refreshToken',
        'currentPassword',
        'newPassword',
        'token',
        '__proto__',
      ),
      fc.jsonValue(),
    ),
  );

  test('rejects any other body and names the fields', async () => {
    const { current } = session;
    const { accessToken } = await current.signUp();
    await fc.assert(
      fc.asyncProperty(
        wild.filter((body) => !isAccepted(call, JSON.parse(JSON.stringify(body)))),
        async (body) => {
          const response = await current.send(call, { body, token: accessToken });
          expect(response.statusCode).toBe(400);
          // A key such as __proto__ is rejected before fields are checked.
          const { code, fields = {} } = response.json().error;
          expect(code === 'malformed_request' || Object.keys(fields).length > 0).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});
