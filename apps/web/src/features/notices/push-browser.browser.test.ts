import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '@izgodno/contract/common/client';
import { getNoticePreferences } from '@izgodno/contract/notices/calls';
import { sharedStorage } from '#shared/storage.ts';
import { disablePush, enablePush, readPushState, renewPush } from './push-browser.ts';

const page = vi.hoisted(() => {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/1';
  return {
    userId: 'ana',
    endpoint,
    subscription: {
      endpoint,
      options: { applicationServerKey: new Uint8Array([251, 255, 1]).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: async () => {
        page.steps.push('unsubscribe');
        page.isSubscribed = false;
      },
    },
    isSubscribed: true,
    /** Whether the browser's push service cannot be reached. */
    isAway: false,
    /** What the server's calls fail with; null if they succeed. */
    failure: null as Error | null,
    /** The key of the server, in base64url: that of the subscription. */
    publicKey: '-_8B',
    steps: new Array<unknown>(),
    sent: new Array<unknown>(),
  };
});
vi.mock('#core/session/browser/use-session.ts', () => ({ currentUserId: () => page.userId }));
vi.mock('#core/offline/worker-registration.ts', () => ({
  registerWorker: async () => ({
    pushManager: {
      getSubscription: async () => (page.isSubscribed ? page.subscription : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        page.steps.push(['subscribe', ...applicationServerKey]);
        if (page.isAway) throw new DOMException('The push service is away', 'AbortError');
        return page.subscription;
      },
    },
  }),
}));
vi.mock('#core/api/api.ts', () => ({
  api: {
    call: async (call: unknown, input: unknown) => {
      if (page.failure !== null) throw page.failure;
      if (call === getNoticePreferences) return { pushPublicKey: page.publicKey };
      page.sent.push(input);
      return {};
    },
  },
}));

const KEY = 'push-endpoint';
const { endpoint } = page;
const body = { endpoint, keys: { p256dh: 'p', auth: 'a' } };

beforeEach(() => {
  page.sent.length = 0;
  page.steps.length = 0;
  page.publicKey = '-_8B';
  page.isSubscribed = true;
  page.isAway = false;
  page.failure = null;
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
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

test('a browser that was subscribed with a former key of the server is subscribed with the present one', async () => {
  sharedStorage.setItem(KEY, `ana ${endpoint}`);
  page.publicKey = 'AQID';
  await renewPush();
  expect(page.steps).toEqual(['unsubscribe', ['subscribe', 1, 2, 3]]);
  expect(page.sent).toEqual([{ body }]);
  expect(sharedStorage.getItem(KEY)).toBe(`ana ${endpoint}`);
});

test('if subscribing fails, the next page tries again', async () => {
  sharedStorage.setItem(KEY, `ana ${endpoint}`);
  page.publicKey = 'AQID';
  page.isAway = true;
  await expect(renewPush()).rejects.toThrow('away');
  page.isAway = false;
  await renewPush();
  expect(page.steps.slice(1)).toEqual([
    ['subscribe', 1, 2, 3],
    ['subscribe', 1, 2, 3],
  ]);
  expect(page.sent).toEqual([{ body }]);
});

test('a page never asks for the permission by itself', async () => {
  sharedStorage.setItem(KEY, `ana ${endpoint}`);
  page.isSubscribed = false;
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');
  await renewPush();
  expect(page.steps).toEqual([]);
});

test('a browser that no longer wants notices is unsubscribed first, and stays so on the next page', async () => {
  sharedStorage.setItem(KEY, `ana ${endpoint}`);
  expect(await disablePush()).toBe('off');
  expect(page.steps).toEqual(['unsubscribe']);
  expect(page.sent).toEqual([{ body: { endpoint } }]);
  await renewPush();
  expect(page.sent).toHaveLength(1);
});

test('a browser is unsubscribed also without the server, which learns of it at its next push', async () => {
  page.failure = new ApiError('network', 0, 'Network error');
  expect(await disablePush()).toBe('off');
  page.isSubscribed = true;
  page.failure = new TypeError('A fault');
  await expect(disablePush()).rejects.toThrow('A fault');
});

test('a browser that the server does not know is not subscribed', async () => {
  sharedStorage.removeItem(KEY);
  page.failure = new ApiError('network', 0, 'Network error');
  await expect(enablePush('-_8B')).rejects.toThrow('Network error');
  expect(page.steps).toEqual([['subscribe', 251, 255, 1], 'unsubscribe']);
  expect(sharedStorage.getItem(KEY)).toBeNull();
});

test('a browser whose user denies the permission says so, and is not subscribed', async () => {
  page.isSubscribed = false;
  expect(await readPushState()).toBe('off');
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('denied');
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied');
  expect(await enablePush('-_8B')).toBe('blocked');
  expect(page.steps).toEqual([]);
});
