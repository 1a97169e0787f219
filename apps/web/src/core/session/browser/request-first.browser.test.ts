import { CHANNELS_PATH, CHAT_PROFILE_PATH, ME_PATH } from '@izgodno/contract/site/first-paths';
import { afterEach, expect, test, vi } from 'vitest';
import { ahead, apiOrigin } from '#core/api/api.ts';
import { requestFirst } from './request-first.ts';

const request = (): readonly string[] => {
  const send = vi.spyOn(ahead, 'send').mockReturnValue();
  requestFirst([CHANNELS_PATH, CHAT_PROFILE_PATH]);
  return send.mock.calls.map(([url]) => url.replace(apiOrigin, ''));
};

const remember = (user: unknown): void => {
  localStorage.setItem('accessToken', 'token');
  localStorage.setItem('user', JSON.stringify(user));
  document.documentElement.dataset['remembered'] = 'true';
};

afterEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset['remembered'];
});

test('a stored session requests its user and the first calls of the page', () => {
  remember({ id: 'u-1', name: 'Ann' });
  expect(request()).toEqual([ME_PATH, CHANNELS_PATH, '/api/users/u-1/profile']);
});

test('nothing is requested without a session, after its end, or without a known user', () => {
  expect(request()).toEqual([]);
  remember({ id: 'u-1' });
  delete document.documentElement.dataset['remembered'];
  expect(request()).toEqual([]);
  remember({ name: 'Ann' });
  expect(request()).toEqual([]);
});
