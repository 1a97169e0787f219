import { beforeEach, expect, test, vi } from 'vitest';
import { sharedStorage } from '#shared/storage.ts';
import { renewPush } from './push-browser.ts';

const page = vi.hoisted(() => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/1';
  return {
    userId: 'ana',
    endpoint,
    subscription: { endpoint, toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }) },
    sent: new Array<unknown>(),
  };
});
vi.mock('#core/session/browser/use-session.ts', () => ({ currentUserId: () => page.userId }));
vi.mock('#core/offline/worker-registration.ts', () => ({
  registerWorker: async () => ({ pushManager: { getSubscription: async () => page.subscription } }),
}));
vi.mock('#core/api/api.ts', () => ({
  api: { call: async (_: unknown, input: unknown) => void page.sent.push(input) },
}));

const KEY = 'push-endpoint';
const { endpoint } = page;
const body = { endpoint, keys: { p256dh: 'p', auth: 'a' } };

beforeEach(() => {
  page.sent.length = 0;
});

test.each([
  ['what this user subscribed', `ana ${endpoint}`],
  ['what the service worker has renewed', 'ana https://fcm.googleapis.com/fcm/send/0'],
  ['what an earlier release stored without its user', endpoint],
])('a page registers its browser again, by %s', async (_, stored) => {
  sharedStorage.setItem(KEY, stored);
  await renewPush();
  expect(page.sent).toEqual([{ body }]);
  expect(sharedStorage.getItem(KEY)).toBe(`ana ${endpoint}`);
});

test('it does not register a browser for another user than the one who subscribed it', async () => {
  sharedStorage.setItem(KEY, `boris ${endpoint}`);
  await renewPush();
  expect(page.sent).toEqual([]);
});

test('it does not register a browser that shows no notices', async () => {
  sharedStorage.removeItem(KEY);
  await renewPush();
  expect(page.sent).toEqual([]);
});
