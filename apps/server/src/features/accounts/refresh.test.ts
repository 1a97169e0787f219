import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, DAY_MS } from '@izgodno/contract/common/durations';
import * as calls from '@izgodno/contract/accounts/calls';
import { provideSessionApp } from '#test/session-app.ts';
import { DEVICE_LIFETIME_MS } from './known-devices.ts';
import { ACCESS_GRACE_MS } from './session-repository.ts';
import { MAX_SESSION_AGE_MS, REFRESHES_PER_HOUR, REFRESH_GRACE_MS } from './sessions.ts';

const session = provideSessionApp();

beforeEach(() => {
  session.current.time += 100 * DAY_MS;
});

const refresh = (refreshToken: string) =>
  session.current.send(calls.refresh, { body: { refreshToken } });

const refreshed = async (refreshToken: string) =>
  calls.refresh.response.parse((await refresh(refreshToken)).json());

const statusOfMe = async (token: string) =>
  (await session.current.send(calls.getMe, { token })).statusCode;

const tokenRows = async (userId: string) =>
  session.current.database.database
    .selectFrom('session_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_tokens.session_id')
    .select(['kind'])
    .where('user_id', '=', userId)
    .execute();

describe('an exchange', () => {
  test('gives new tokens of the same session, for as long as the settings say', async () => {
    const { current } = session;
    const first = await current.signUp();
    current.time += HOUR_MS;
    const second = await refreshed(first.refreshToken);
    expect(second).toMatchObject({
      accessTokenExpiration: current.time + 2 * HOUR_MS,
      serverTime: current.time,
      user: first.user,
    });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect(await statusOfMe(second.accessToken)).toBe(200);
  });

  test('keeps the session among those of its user, with the network it was used from', async () => {
    const { current } = session;
    let { refreshToken, accessToken: token } = await current.signUp();
    for (const ip of ['8.8.4.4', '8.8.8.8']) {
      current.time += 4 * DAY_MS;
      const response = await current.send(calls.refresh, { body: { refreshToken }, ip });
      ({ refreshToken, accessToken: token } = calls.refresh.response.parse(response.json()));
    }
    const listed = await current.send(calls.listSessions, { token });
    expect(calls.listSessions.response.parse(listed.json()).sessions).toMatchObject([
      { address: '8.8.8.8', country: 'US', current: true },
    ]);
  });

  test('ends with the refresh token: seven days unused', async () => {
    const { current } = session;
    const { refreshToken } = await current.signUp();
    current.time += 7 * DAY_MS;
    const response = await refresh(refreshToken);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      message: 'Token refresh failed',
      error: { code: 'refresh_failed' },
    });
  });

  test('cannot extend a session past its maximum age', async () => {
    const { current } = session;
    const began = current.time;
    let { refreshToken } = await current.signUp();
    for (let day = 6; day * DAY_MS < MAX_SESSION_AGE_MS; day += 6) {
      current.time = began + day * DAY_MS;
      ({ refreshToken } = await refreshed(refreshToken));
    }
    current.time = began + MAX_SESSION_AGE_MS - HOUR_MS;
    const last = await refreshed(refreshToken);
    expect(last.accessTokenExpiration).toBe(began + MAX_SESSION_AGE_MS);
    current.time = began + MAX_SESSION_AGE_MS;
    expect((await refresh(last.refreshToken)).statusCode).toBe(401);
  });

  test("deletes the session's expired tokens", async () => {
    const { current } = session;
    const { refreshToken, user } = await current.signUp();
    const second = await refreshed(refreshToken);
    current.time += 3 * HOUR_MS;
    await refreshed(second.refreshToken);
    const kinds = (await tokenRows(user.id)).map((row) => row.kind).toSorted();
    expect(kinds).toEqual(['access', 'refresh', 'refresh', 'refresh']);
  });

  test.for([{}, { refreshToken: null }])('needs a token: %o', async (body) => {
    const response = await session.current.send(calls.refresh, { body });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      message: 'No refresh token available',
      error: { code: 'refresh_token_missing' },
    });
  });

  test('rejects access tokens, and me rejects refresh tokens', async () => {
    const { accessToken, refreshToken } = await session.current.signUp();
    expect((await refresh(accessToken)).statusCode).toBe(401);
    expect(await statusOfMe(refreshToken)).toBe(401);
  });
});

test('a session has a limited number of exchanges an hour, and reuse is still recognised', async () => {
  const { current } = session;
  const { refreshToken, user } = await current.signUp();
  let last = refreshToken;
  for (let exchange = 0; exchange < REFRESHES_PER_HOUR; exchange += 1)
    last = (await refreshed(last)).refreshToken;
  const response = await refresh(last);
  expect(response.statusCode).toBe(429);
  expect(Number(response.headers['retry-after'])).toBe(HOUR_MS / 1_000);
  expect(await tokenRows(user.id)).toHaveLength(2 * (REFRESHES_PER_HOUR + 1));
  // Another session of the same network is not limited by it.
  await refreshed((await current.signUp()).refreshToken);

  current.time += HOUR_MS;
  const later = await refreshed(last);
  expect((await refresh(refreshToken)).statusCode).toBe(401);
  expect((await refresh(later.refreshToken)).statusCode).toBe(401);
});

describe('concurrent requests', () => {
  test('twenty on two nodes are one rotation, and all get its tokens', async () => {
    const { current } = session;
    const { refreshToken, user } = await current.signUp();
    const nodes = [current.app, await current.startNode()];
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const node = nodes[index % nodes.length];
        const response = await current.send(calls.refresh, {
          body: { refreshToken },
          ...(node === undefined ? {} : { node }),
        });
        return calls.refresh.response.parse(response.json());
      }),
    );
    expect(new Set(responses.map((response) => response.accessToken)).size).toBe(1);
    expect(new Set(responses.map((response) => response.refreshToken)).size).toBe(1);
    expect(await tokenRows(user.id)).toHaveLength(4);
    for (const response of responses.slice(0, 1)) {
      expect(await statusOfMe(response.accessToken)).toBe(200);
      expect((await refresh(response.refreshToken)).statusCode).toBe(200);
    }
  });

  test('a late request within the grace gets the same tokens', async () => {
    const { current } = session;
    const { refreshToken } = await current.signUp();
    const first = await refreshed(refreshToken);
    current.time += REFRESH_GRACE_MS;
    const late = await refreshed(refreshToken);
    expect(late.refreshToken).toBe(first.refreshToken);
    expect(late.accessToken).toBe(first.accessToken);
  });
});

test('a refresh token that is used twice was stolen: thief and owner are both signed out', async () => {
  const { current } = session;
  const stolen = await current.signUp();
  const elsewhere = await current.login(stolen.credentials);
  // The first of the two gets new tokens; the other's try reveals the theft.
  const first = await refreshed(stolen.refreshToken);
  expect(await statusOfMe(first.accessToken)).toBe(200);
  current.time += REFRESH_GRACE_MS + 1;

  const second = await refresh(stolen.refreshToken);
  expect(second.statusCode).toBe(401);
  expect(second.json().error.code).toBe('refresh_failed');
  expect(await statusOfMe(first.accessToken)).toBe(401);
  expect(await statusOfMe(stolen.accessToken)).toBe(401);
  expect((await refresh(first.refreshToken)).statusCode).toBe(401);
  expect(await statusOfMe(elsewhere.accessToken)).toBe(200);
});

const repeat = (refreshToken: string, other?: string) =>
  session.current.send(calls.refresh, {
    body: { refreshToken, ...(other === undefined ? {} : { attempt: other }) },
  });

describe('a refresh whose response was lost', () => {
  const attempt = 'the attempt of the owner';
  const repeated = async (refreshToken: string) =>
    calls.refresh.response.parse((await repeat(refreshToken, attempt)).json());

  test('can be repeated by its attempt after the grace, even hours later and twice', async () => {
    const { current } = session;
    const { refreshToken } = await current.signUp();
    const lost = await repeated(refreshToken);
    current.time += REFRESH_GRACE_MS + 1;
    const lostToo = await repeated(refreshToken);
    expect(lostToo.refreshToken).not.toBe(lost.refreshToken);
    current.time += 3 * HOUR_MS;
    const third = await repeated(refreshToken);
    expect(third.accessTokenExpiration).toBe(current.time + 2 * HOUR_MS);
    expect(await statusOfMe(third.accessToken)).toBe(200);
    expect((await repeat(third.refreshToken, 'the next attempt of all')).statusCode).toBe(200);
  });

  test.for([
    ['without an attempt', undefined],
    ['by another attempt', 'the attempt of the thief'],
  ] as const)('ends the session if it is repeated %s', async ([, other]) => {
    const { current } = session;
    const { refreshToken } = await current.signUp();
    const first = await repeated(refreshToken);
    current.time += REFRESH_GRACE_MS + 1;
    expect((await repeat(refreshToken, other)).statusCode).toBe(401);
    expect(await statusOfMe(first.accessToken)).toBe(401);
  });

  test('ends the session if its tokens were used by another attempt meanwhile', async () => {
    const { current } = session;
    const { refreshToken } = await current.signUp();
    const first = await repeated(refreshToken);
    const thief = calls.refresh.response.parse((await repeat(first.refreshToken)).json());
    current.time += REFRESH_GRACE_MS + 1;
    expect((await repeat(refreshToken, attempt)).statusCode).toBe(401);
    expect(await statusOfMe(thief.accessToken)).toBe(401);
  });
});

describe('an access token', () => {
  test('that is altered, cut or invented grants nothing', async () => {
    const { accessToken } = await session.current.signUp();
    const altered = (accessToken.startsWith('A') ? 'B' : 'A') + accessToken.slice(1);
    for (const token of [altered, accessToken.slice(0, -1), `${accessToken}A`, 'null', 'x']) {
      const response = await session.current.send(calls.getMe, { token });
      expect(response.statusCode).toBe(401);
      expect(response.json().error.code).toBe('session_expired');
    }
  });

  test.for(['', 'Basic YTpi', 'Bearer', 'Bearer a b', 'Bearer тест'])(
    'is not found in "%s"',
    async (authorization) => {
      const response = await session.current.send(calls.getMe, {
        headers:
          authorization === ''
            ? {}
            : { authorization: Buffer.from(authorization).toString('latin1') },
      });
      expect(response.statusCode).toBe(401);
      expect(response.json().error.code).toBe(
        authorization === '' ? 'unauthenticated' : 'session_expired',
      );
    },
  );

  test('expires at the stated moment', async () => {
    const { current } = session;
    const { accessToken, accessTokenExpiration } = await current.signUp();
    current.time = accessTokenExpiration - 1;
    expect(await statusOfMe(accessToken)).toBe(200);
    current.time = accessTokenExpiration;
    expect(await statusOfMe(accessToken)).toBe(401);
  });

  test('expires ten seconds after its session got another', async () => {
    const { current } = session;
    const { accessToken, refreshToken } = await current.signUp();
    const next = await refreshed(refreshToken);
    current.time += ACCESS_GRACE_MS - 1;
    expect(await statusOfMe(accessToken)).toBe(200);
    current.time += 1;
    expect(await statusOfMe(accessToken)).toBe(401);
    expect(await statusOfMe(next.accessToken)).toBe(200);
  });

  test('gives data of its owner only', async () => {
    const [one, other] = [await session.current.signUp(), await session.current.signUp()];
    const me = await session.current.send(calls.getMe, { token: one.accessToken });
    expect(me.json().user.id).toBe(one.user.id);
    expect(me.json().user.id).not.toBe(other.user.id);
  });
});

const withCookie = (refreshToken: string, headers: Record<string, string>) =>
  session.current.send(calls.refresh, { cookies: { izgodno_refresh: refreshToken }, headers });

describe('the refresh cookie', () => {
  test.for([
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:5000', host: 'localhost:5000' },
    // A program with a cookie jar.
    {},
  ])('is accepted from our own pages and from programs: %o', async (headers) => {
    const { refreshToken } = await session.current.signUp();
    const response = await withCookie(refreshToken, headers);
    expect(response.statusCode).toBe(200);
    expect(response.cookies[0]?.value).toBe(response.json().refreshToken);
  });

  test.for([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.izgodno.example' },
    { origin: 'https://evil.example', host: 'localhost:5000' },
    { origin: 'null', host: 'localhost:5000' },
  ])('is rejected from other pages: %o', async (headers) => {
    const { refreshToken, accessToken } = await session.current.signUp();
    const response = await withCookie(refreshToken, headers);
    expect(response.statusCode).toBe(403);
    const logout = await session.current.send(calls.logout, {
      cookies: { izgodno_refresh: refreshToken },
      headers,
    });
    expect(logout.statusCode).toBe(403);
    expect(await statusOfMe(accessToken)).toBe(200);
  });
});

describe('logout', () => {
  test.for(['access token', 'refresh token', 'cookie'] as const)(
    'ends the session of its %s',
    async (by) => {
      const { current } = session;
      const { accessToken, refreshToken } = await current.signUp();
      const response = await current.send(
        calls.logout,
        {
          'access token': { token: accessToken },
          'refresh token': { body: { refreshToken } },
          cookie: {
            cookies: { izgodno_refresh: refreshToken },
            headers: { 'sec-fetch-site': 'same-origin' },
          },
        }[by],
      );
      expect(response.json()).toEqual({ success: true });
      expect(response.cookies).toMatchObject([
        { name: 'izgodno_refresh', value: '' },
        { name: 'izgodno_files', value: '' },
      ]);
      expect(await statusOfMe(accessToken)).toBe(401);
      expect((await refresh(refreshToken)).statusCode).toBe(401);
    },
  );

  test('of a session that has run out ends it, as the page sends it', async () => {
    const { current } = session;
    const { accessToken, refreshToken } = await current.signUp();
    const response = await current.send(calls.logout, {
      query: { ended: 'true' },
      body: { refreshToken },
    });
    expect(response.json()).toEqual({ success: true });
    expect(await statusOfMe(accessToken)).toBe(401);
  });

  test('succeeds for a session that has already ended', async () => {
    const response = await session.current.send(calls.logout, {
      token: 'gone',
      body: { refreshToken: 'gone' },
    });
    expect(response.statusCode).toBe(200);
  });
});

describe('a revocation', () => {
  test('reaches a node that has cached the token, by the bus', async () => {
    const { current } = session;
    const other = await current.startNode();
    const { accessToken } = await current.signUp();
    const onOther = async () =>
      (await current.send(calls.getMe, { token: accessToken, node: other })).statusCode;
    expect(await onOther()).toBe(200);
    await current.send(calls.logout, { token: accessToken });
    expect(await onOther()).toBe(401);
  });

  test('takes effect at once while the bus is away', async () => {
    const { current } = session;
    const { accessToken, user } = await current.signUp();
    expect(await statusOfMe(accessToken)).toBe(200);
    const health = vi.spyOn(current.bus, 'health').mockReturnValue({ status: 'degraded' });
    await current.database.database.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    expect(await statusOfMe(accessToken)).toBe(401);
    health.mockRestore();
  });

  test('whose message is lost takes effect a second later', async () => {
    const { current } = session;
    const { accessToken, user } = await current.signUp();
    expect(await statusOfMe(accessToken)).toBe(200);
    await current.database.database.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    current.time += 1_000;
    expect(await statusOfMe(accessToken)).toBe(401);
  });
});

test('expired sessions, tokens, counts and known browsers are deleted within the hour', async () => {
  const { current } = session;
  const { user, credentials } = await current.signUp();
  const { database } = current.database;
  await current.send(calls.login, {
    body: { email: credentials.email, password: 'not-the-password' },
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await current.startNode();
    current.time += 7 * DAY_MS;
    vi.advanceTimersByTime(HOUR_MS);
  } finally {
    vi.useRealTimers();
  }
  await expect.poll(() => tokenRows(user.id)).toEqual([]);
  for (const table of ['attempts', 'sign_in_delays'] as const)
    await expect.poll(() => database.selectFrom(table).select('count').execute()).toEqual([]);
  const areRecent = async () => {
    const devices = await database.selectFrom('known_devices').select('used_at').execute();
    const since = current.time - DEVICE_LIFETIME_MS;
    return new Set(devices.map(({ used_at }) => used_at.getTime() > since));
  };
  await expect.poll(areRecent).toEqual(new Set([true]));
});
