import { AUTH_ERROR_EVENT } from '@izgodno/contract/common/client';
import { errorDefinitions, type ErrorCode } from '@izgodno/contract/common/errors';
import { expect, test, vi } from 'vitest';
import { network } from '#app/testing/network.ts';
import { ENDED_PARAMETER } from '#core/offline/ended-parameter.ts';
import { sessionUntil } from '#core/session/testing/sessions.ts';
import { sessionServer } from './server.ts';

const rejected = (code: ErrorCode) => () => {
  const { status, message } = errorDefinitions[code];
  return Response.json({ success: false, error: { code, message } }, { status });
};

/** A response of a proxy instead of the server. */
const page = (status: number) => () => new Response('<h1>Not now</h1>', { status });

const outcomes = async () => [
  (await sessionServer.refresh('token', 'the attempt of this page')).kind,
  (await sessionServer.validate()).kind,
];

test.each<[string, () => Response]>([
  ['a token that holds no more', rejected('session_expired')],
  ['a refresh that is refused', rejected('refresh_failed')],
  ['a foreign page', rejected('forbidden')],
  ['a token that could be none', rejected('validation_failed')],
])('%s ends the session', async (_, response) => {
  network.response = response;
  expect(await outcomes()).toEqual(['refused', 'refused']);
});

test.each<[string, () => Response | Promise<Response>]>([
  ['a database that is gone', rejected('database_unavailable')],
  ['a server that has too much to do', rejected('overloaded')],
  ['too many requests', rejected('rate_limited')],
  ['an error of the server', rejected('internal')],
  ['a proxy without a server behind it', page(502)],
  ['a proxy that lets nobody through', page(403)],
  ['a network that asks for a password', page(401)],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('%s leaves the session unchanged', async (_, response) => {
  network.response = response;
  expect(await outcomes()).toEqual(['unreachable', 'unreachable']);
});

test('a response of `me` without a user has its own error: Invalid user data', async () => {
  network.response = () => Response.json({ success: true, user: { name: 'Mila' } });
  expect(await sessionServer.validate()).toEqual({ kind: 'invalid-user' });
});

test.each([{ success: true, user: { _id: 'u1' } }, { id: 'u1' }, { _id: 'u1', name: 'Mila' }])(
  'a response of `me` may have no more than an id: %j',
  async (body) => {
    network.response = () => Response.json(body);
    expect(await sessionServer.validate()).toMatchObject({ kind: 'valid', user: { id: 'u1' } });
  },
);

test('tokens without the server’s time are a session', async () => {
  network.response = () =>
    Response.json({
      success: true,
      accessToken: 'a',
      accessTokenExpiration: 1,
      refreshToken: 'r',
      user: { id: 'u1' },
    });
  expect(await sessionServer.refresh('token', 'the attempt of this page')).toMatchObject({
    kind: 'refreshed',
    session: { accessToken: 'a', expiresAt: 1, refreshToken: 'r', user: { id: 'u1' } },
  });
});

test.each([
  [401, 'Token refresh failed'],
  [200, 'Token refresh failed'],
  [401, undefined],
  [200, undefined],
])('a rejection without a code ends the session: %i, %s', async (status, message) => {
  network.response = () => Response.json({ success: false, message }, { status });
  expect(await outcomes()).toEqual(['refused', 'refused']);
});

test('a 401 on a call is an event of the window', async () => {
  const received = vi.fn<() => void>();
  window.addEventListener('api-auth-error', received);
  network.response = rejected('session_expired');
  await sessionServer.validate();
  window.removeEventListener('api-auth-error', received);
  expect(received).toHaveBeenCalledOnce();
  expect(AUTH_ERROR_EVENT).toBe('api-auth-error');
});

test.each([
  ['that the user asked for', true],
  ['that has run out', false],
])('the end of a session %s is sent so that the service worker can tell', async (_, asked) => {
  network.response = () => Response.json({ success: true });
  network.asked.length = 0;
  sessionServer.revoke(sessionUntil(0), asked);
  await expect.poll(() => network.asked.length).toBe(1);
  expect(network.asked[0]?.url.pathname).toBe('/api/auth/logout');
  expect(network.asked[0]?.url.searchParams.has(ENDED_PARAMETER)).toBe(!asked);
});
