import { expect, onTestFinished, test, vi } from 'vitest';
import { openTabChannel, tabLocks } from './other-tabs.ts';

const forbidden = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

const forbidStorage = (): void => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(forbidden);
  vi.stubGlobal('BroadcastChannel', function () {
    forbidden();
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
};

test('tabs share a channel and locks', async () => {
  const [one, other] = [openTabChannel('tabs'), openTabChannel('tabs')];
  const received = new Promise<unknown>((resolve) =>
    other.addEventListener('message', ({ data }) => resolve(data)),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel reaches its own origin only.
  one.postMessage('here');
  expect(await received).toBe('here');
  one.close();
  other.close();
  expect(tabLocks()).toBe(navigator.locks);
});

test('where the browser forbids storage, a tab has no locks and a channel that leads nowhere', () => {
  forbidStorage();
  const channel = openTabChannel('tabs');
  channel.addEventListener('message', () => expect.unreachable());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above.
  channel.postMessage('here');
  channel.close();
  expect(tabLocks()).toBeUndefined();
});
