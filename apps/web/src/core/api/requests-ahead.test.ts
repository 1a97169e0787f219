import { REQUEST_TIMEOUT_MS } from '@izgodno/contract/common/client';
import { expect, test, vi } from 'vitest';
import { RequestsAhead } from './requests-ahead.ts';

const URL_OF_ME = 'https://shop.example/api/auth/me';
const as = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

const start = () => {
  let now = 0;
  let sent = 0;
  const send = vi.fn<typeof fetch>(async () => new Response(`response ${(sent += 1)}`));
  const ahead = new RequestsAhead(send, () => now);
  ahead.send(URL_OF_ME, 'mine');
  return {
    send,
    ahead,
    wait: (ms: number) => {
      now += ms;
    },
    read: async (...request: Parameters<typeof fetch>) => (await ahead.fetch(...request)).text(),
  };
};

test('the first call of the same URL takes the response', async () => {
  const { read, send } = start();
  expect(await read(URL_OF_ME, as('mine'))).toBe('response 1');
  expect(send).toHaveBeenCalledTimes(1);
  expect(await read(URL_OF_ME, as('mine'))).toBe('response 2');
});

test('another call, another URL and another user make their own request', async () => {
  const { read } = start();
  expect(await read(URL_OF_ME, { ...as('mine'), method: 'POST' })).toBe('response 2');
  expect(await read(`${URL_OF_ME}/sessions`, as('mine'))).toBe('response 3');
  expect(await read(URL_OF_ME, as('another'))).toBe('response 4');
  expect(await read(URL_OF_ME, as('mine'))).toBe('response 5');
});

test('a response of a call that came too late is not used', async () => {
  const { read, wait } = start();
  wait(REQUEST_TIMEOUT_MS + 1);
  expect(await read(URL_OF_ME, as('mine'))).toBe('response 2');
});

test('a failure reaches the call, and a call can be aborted meanwhile', async () => {
  const failing = new RequestsAhead(
    () => Promise.reject(new TypeError('no connection')),
    () => 0,
  );
  failing.send(URL_OF_ME, 'mine');
  await expect(failing.fetch(URL_OF_ME, as('mine'))).rejects.toThrow('no connection');

  const hanging = new RequestsAhead(
    () => new Promise(() => {}),
    () => 0,
  );
  hanging.send(URL_OF_ME, 'mine');
  const leaving = new AbortController();
  const call = hanging.fetch(URL_OF_ME, { ...as('mine'), signal: leaving.signal });
  leaving.abort(new Error('left'));
  await expect(call).rejects.toThrow('left');
});
