import { afterEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { mila, sessionUntil } from '#core/session/testing/sessions.ts';
import { session } from './session.ts';
import { onUserChange } from './use-session.ts';

afterEach(() => {
  session.dispatch({ kind: 'logout-asked' });
  history.replaceState(null, '', '/');
});

const signIn = (name: string): void =>
  session.dispatch({
    kind: 'signed-in',
    session: sessionUntil(Date.now() + HOUR_MS, name),
    registered: false,
  });

test('reports another user, but not another token or name', () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('no server in this test'));
  const notified: (string | null)[] = [];
  const stop = onUserChange((left) => notified.push(left));
  signIn('first');
  expect(notified).toEqual([null]);
  signIn('second');
  session.dispatch({ kind: 'user-changed', user: { ...mila, name: 'Mila B.' } });
  expect(notified).toEqual([null]);
  session.dispatch({ kind: 'logout-asked' });
  expect(notified).toEqual([null, mila.id]);
  stop();
});

test('the tokens are stored under the specification’s keys, where calls read them', () => {
  signIn('third');
  expect(localStorage.getItem('accessToken')).toBe('access-third');
  expect(localStorage.getItem('refreshToken')).toBe('refresh-third');
  expect(Number(localStorage.getItem('accessTokenExpiration'))).toBeGreaterThan(Date.now());
  session.dispatch({ kind: 'logout-asked' });
  expect(localStorage.getItem('accessToken')).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
});
