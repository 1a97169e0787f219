import { describe, expect, test } from 'vitest';
import { ACCESS_TOKEN_LIFETIME_MS } from './limits.ts';
import { readAccessToken } from './access-token.ts';
import { clearSession, readStored, sessionOf, writeSession } from './stored-session.ts';
import { createMemory } from './testing/memory.ts';
import { mila, sessionUntil } from './testing/sessions.ts';

const NOW = Date.UTC(2026, 10, 21);

test('what is written under the specification’s keys is read back', () => {
  const { values, port } = createMemory();
  const session = sessionUntil(NOW);
  writeSession(port, session);
  expect([...values.keys()]).toEqual(
    expect.arrayContaining(['accessToken', 'accessTokenExpiration', 'refreshToken', 'user']),
  );
  expect(values.get('accessTokenExpiration')).toBe(String(NOW));
  expect(readStored(port)).toEqual({ kind: 'session', session });
});

test('clearing a session leaves only the reason for its end', () => {
  const { values, port } = createMemory({ authToken: 'a', token: 'b' });
  writeSession(port, sessionUntil(NOW));
  clearSession(port, 'expired');
  expect([...values]).toEqual([['sessionEndedBy', 'expired']]);
  clearSession(port, null);
  expect([...values]).toEqual([]);
});

describe('the access token', () => {
  test.each([
    [{ accessToken: 'a', authToken: 'b', token: 'c' }, 'a'],
    [{ authToken: 'b', token: 'c' }, 'b'],
    [{ accessToken: '', token: 'c' }, 'c'],
    [{}, null],
  ])('of %j is %s', (entries, token) => {
    expect(readAccessToken(createMemory(entries).port)).toBe(token);
  });
});

describe('an entry of other code', () => {
  const tokens = { accessToken: 'a', accessTokenExpiration: String(NOW) };

  test.each([
    ['no expiry', { accessToken: 'a' }],
    ['an expiry that is no number', { accessToken: 'a', accessTokenExpiration: 'tomorrow' }],
    ['a negative expiry', { accessToken: 'a', accessTokenExpiration: '-1' }],
    ['no token', { accessTokenExpiration: String(NOW) }],
    ['nothing', {}],
  ])('%s is no session', (_what, entries) => {
    expect(readStored(createMemory(entries).port)).toEqual({ kind: 'none', endedBy: null });
  });

  test('tokens alone are a session of an unknown user with the default lifetime', () => {
    expect(readStored(createMemory(tokens).port)).toEqual({
      kind: 'session',
      session: {
        accessToken: 'a',
        refreshToken: null,
        expiresAt: NOW,
        lifetimeMs: ACCESS_TOKEN_LIFETIME_MS,
        user: null,
      },
    });
  });

  test('a user may have the id as _id', () => {
    const { id: _id, ...rest } = mila;
    const entries = { ...tokens, user: JSON.stringify({ ...rest, _id }) };
    expect(readStored(createMemory(entries).port)).toMatchObject({ session: { user: mila } });
  });

  test('a user may have no more than an id', () => {
    const entries = { ...tokens, user: '{"_id":"u1"}' };
    expect(readStored(createMemory(entries).port)).toMatchObject({
      session: { user: { id: 'u1', name: '', email: '', role: 'member', createdAt: '' } },
    });
  });

  test.each(['', '{', 'null', '[]', '{"id":7}', '{"id":""}', '{"name":"Mila"}'])(
    '%j is no user',
    (user) => {
      expect(readStored(createMemory({ ...tokens, user }).port)).toMatchObject({
        session: { user: null },
      });
    },
  );
});

const tokensMadeAt = (serverTime: number) => ({
  accessToken: 'a',
  accessTokenExpiration: serverTime + 60_000,
  refreshToken: 'r',
  serverTime,
  user: mila,
});

describe('the session of a response', () => {
  test('ends when the server says if the clocks agree', () => {
    expect(sessionOf(tokensMadeAt(NOW), NOW + 20_000).expiresAt).toBe(NOW + 60_000);
  });

  test('ends by the browser’s clock if the server does not say its time', () => {
    const { serverTime: _, ...tokens } = tokensMadeAt(NOW);
    expect(sessionOf(tokens, NOW + 20_000)).toMatchObject({
      expiresAt: NOW + 60_000,
      lifetimeMs: 40_000,
    });
  });

  test.each([3_600_000, -3_600_000])('lives as long on a clock that is %i ms off', (error) => {
    const now = NOW + error;
    expect(sessionOf(tokensMadeAt(NOW), now)).toMatchObject({
      expiresAt: now + 60_000,
      lifetimeMs: 60_000,
    });
  });
});
