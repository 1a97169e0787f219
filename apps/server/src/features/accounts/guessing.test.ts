import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/accounts/calls';
import { provideSessionApp, somebody, type User, type SendOptions } from '#test/session-app.ts';
import { cheapHasher } from '#test/cheap-hasher.ts';
import { createPasswordHasher } from './password-hasher.ts';

const session = provideSessionApp({}, () => ({ hasher: cheapHasher }));

beforeEach(() => {
  session.current.time += 2 * DAY_MS;
});

const signIn = (email: string, password: string, options: SendOptions = {}) =>
  session.current.send(calls.login, { body: { email, password }, ...options });

const guess = async (email: string, ip: string): Promise<number> =>
  (await signIn(email, 'not-the-password', { ip })).statusCode;

/** Signs in from a browser and returns the device cookie it got. */
const signInWith = async (
  { email, password }: User,
  options: SendOptions = {},
): Promise<Record<string, string>> => {
  const response = await signIn(email, password, options);
  expect(response.statusCode).toBe(200);
  const cookie = response.cookies.find(({ name }) => name === 'izgodno_device');
  return { izgodno_device: cookie?.value ?? '' };
};

const register = async (): Promise<User> => {
  const user = somebody();
  await session.current.register(user);
  return user;
};

describe('wrong passwords of strangers', () => {
  test('block their own network, longer with each further one, and say for how long', async () => {
    const { email, password } = await register();
    for (let count = 0; count < 5; count += 1) expect(await guess(email, '192.0.2.1')).toBe(401);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      const rejected = await signIn(email, password, { ip: '192.0.2.1' });
      expect(rejected.statusCode).toBe(429);
      expect(rejected.headers['retry-after']).toBe(String(seconds));
      expect(rejected.json().error.code).toBe('rate_limited');
      session.current.time += seconds * 1_000;
      expect(await guess(email, '192.0.2.1')).toBe(401);
    }
    session.current.time += DAY_MS;
    expect(await guess(email, '192.0.2.1')).toBe(401);
    expect(await guess(email, '192.0.2.1')).toBe(401);
  });

  test('block on every node', async () => {
    const { email, password } = await register();
    const other = await session.current.startNode();
    for (let count = 0; count < 5; count += 1) await guess(email, '192.0.2.1');
    const options = { ip: '192.0.2.1', node: other };
    expect((await signIn(email, password, options)).statusCode).toBe(429);
  });

  test('do not block sooner if they reach nodes whose clocks differ', async () => {
    const { email } = await register();
    for (let count = 0; count < 5; count += 1) {
      expect(await guess(email, '192.0.2.1')).toBe(401);
      session.current.time -= 1;
    }
    expect(await guess(email, '192.0.2.1')).toBe(429);
  });

  test('do not block a known browser, even in their own network', async () => {
    const user = await register();
    const cookies = await signInWith(user);
    for (let count = 0; count < 200; count += 1) await guess(user.email, '192.0.2.1');
    const here = { cookies, ip: '192.0.2.1' };
    expect((await signIn(user.email, user.password, here)).statusCode).toBe(200);
  });

  test('do not block a new browser in another network, however many they are', async () => {
    const user = await register();
    for (let network = 0; network < 100; network += 1) {
      for (let count = 0; count < 3; count += 1)
        await guess(user.email, `198.18.${network}.${count}`);
    }
    const here = { ip: '192.0.2.1' };
    expect((await signIn(user.email, user.password, here)).statusCode).toBe(200);
  });

  test('never block their own network permanently: there is a moment between blocks', async () => {
    const user = await register();
    for (let minute = 0; minute < 120; minute += 1) {
      await guess(user.email, '192.0.2.1');
      session.current.time += MINUTE_MS;
    }
    const rejected = await signIn(user.email, user.password, { ip: '192.0.2.1' });
    session.current.time += Number(rejected.headers['retry-after'] ?? 0) * 1_000;
    const here = { ip: '192.0.2.1' };
    expect((await signIn(user.email, user.password, here)).statusCode).toBe(200);
  });

  test('are limited to a few a day, even if they change IPs within one assigned network', async () => {
    const { email } = await register();
    const end = session.current.time + DAY_MS;
    let wrong = 0;
    for (let host = 0; session.current.time < end; host += 1) {
      const ip = `2001:db8:1:${host.toString(16)}::1`;
      const response = await signIn(email, 'not-the-password', { ip });
      if (response.statusCode === 401) wrong += 1;
      else session.current.time += Number(response.headers['retry-after']) * 1_000;
    }
    expect(wrong).toBeLessThan(130);
  });

  test('for an unknown address are blocked alike', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push(await guess('ghost@izgodno.example', '192.0.2.1'));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('made concurrently are counted before any is verified', async () => {
    const { email } = await register();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => guess(email, '192.0.2.1')));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });
});

describe('a known browser', () => {
  test('has ten tries of its own in fifteen minutes, cleared by success', async () => {
    const user = await register();
    let cookies = await signInWith(user);
    const slip = async () => (await signIn(user.email, 'not-the-password', { cookies })).statusCode;
    for (let count = 0; count < 9; count += 1) expect(await slip()).toBe(401);
    cookies = await signInWith(user, { cookies });
    for (let count = 0; count < 10; count += 1) expect(await slip()).toBe(401);
    expect(await slip()).toBe(429);
    session.current.time += 15 * MINUTE_MS;
    await signInWith(user, { cookies });
  });

  test('is known only to the accounts that were signed in to there', async () => {
    const [first, second, stranger] = [await register(), await register(), await register()];
    let cookies = await signInWith(first);
    cookies = await signInWith(second, { cookies });
    for (const { email } of [first, second, stranger])
      for (let count = 0; count < 5; count += 1) await guess(email, '127.0.0.1');
    cookies = await signInWith(first, { cookies });
    cookies = await signInWith(second, { cookies });
    const rejected = await signIn(stranger.email, stranger.password, { cookies });
    expect(rejected.statusCode).toBe(429);
  });

  test('gets a new token after each sign-in, so that a planted one is useless', async () => {
    const [thief, victim] = [await register(), await register()];
    const planted = await signInWith(thief);
    await signInWith(victim, { cookies: planted });
    for (let count = 0; count < 5; count += 1) await guess(victim.email, '127.0.0.1');
    const rejected = await signIn(victim.email, victim.password, { cookies: planted });
    expect(rejected.statusCode).toBe(429);
  });

  test('is unknown after the password was changed elsewhere, and after a year', async () => {
    const user = await register();
    const cookies = await signInWith(user);
    const here = await signInWith(user);
    const { accessToken: token } = await session.current.login(user);
    const body = { currentPassword: user.password, newPassword: 'quite-another-9134' };
    await session.current.send(calls.changePassword, { token, body, cookies: here });
    const changed = { ...user, password: body.newPassword };
    for (let count = 0; count < 5; count += 1) await guess(user.email, '127.0.0.1');
    expect((await signIn(user.email, changed.password, { cookies })).statusCode).toBe(429);
    const remaining = await signInWith(changed, { cookies: here });

    session.current.time += 365 * DAY_MS;
    for (let count = 0; count < 5; count += 1) await guess(user.email, '127.0.0.1');
    expect((await signIn(user.email, changed.password, { cookies: remaining })).statusCode).toBe(
      429,
    );
  });

  test('is one of twenty for an account, the last used', async () => {
    const user = await register();
    for (let count = 0; count < 25; count += 1) await session.current.login(user);
    const { devices } = await session.current.database.database
      .selectFrom('known_devices')
      .innerJoin('users', 'users.id', 'known_devices.user_id')
      .select(({ fn }) => fn.countAll<number>().as('devices'))
      .where('users.email', '=', user.email)
      .executeTakeFirstOrThrow();
    expect(devices).toBe(20);
  });
});

describe('while seventy wrong passwords of strangers are being verified', () => {
  /** Passwords whose verification waits until the test releases it. */
  const looked: string[] = [];
  const started = { count: 0 };
  let open = Promise.resolve();
  const slow = createPasswordHasher(1, undefined, {
    prefix: 'plain:',
    hash: async (password) => `plain:${password}`,
    async verify(expected, password) {
      started.count += 1;
      await open;
      looked.push(password);
      return expected === `plain:${password}`;
    },
  });
  const busy = provideSessionApp({}, () => ({ hasher: slow }));

  const send = (email: string, password: string, options: SendOptions) =>
    busy.current.send(calls.login, { body: { email, password }, ...options });

  test.for(['seventy networks', 'one network'])(
    'correct ones are accepted, by %s',
    async (where) => {
      const users = [somebody(), somebody()] as const;
      for (const user of users) await busy.current.register(user);
      const [owner, newcomer] = users;
      const first = await send(owner.email, owner.password, {});
      const token = first.cookies.find(({ name }) => name === 'izgodno_device')?.value ?? '';

      const held = Promise.withResolvers<void>();
      open = held.promise;
      started.count = 0;
      looked.length = 0;
      const wrong = Array.from({ length: 70 }, (_, count) =>
        send(`ghost-${count}@izgodno.example`, 'wrong', {
          ip: where === 'one network' ? '198.18.0.1' : `198.18.${count}.1`,
        }),
      );
      await expect.poll(() => started.count).toBe(1);
      const right = [
        send(owner.email, owner.password, {
          cookies: { izgodno_device: token },
          ip: '198.18.0.1',
        }),
        send(newcomer.email, newcomer.password, { ip: '192.0.2.1' }),
      ];
      held.resolve();
      expect((await Promise.all(right)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const rejected = (await Promise.all(wrong)).map(({ statusCode }) => statusCode);
      expect(rejected).toEqual(Array.from({ length: 70 }, () => 401));
    },
  );
});
