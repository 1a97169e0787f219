import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Notice } from '@izgodno/contract/notices/notice';
import type { SavedSearch } from '@izgodno/contract/saved-searches/calls';
import { page } from 'vitest/browser';
import { chooseLanguage } from '#core/language/language.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { network, type FakeResponse } from './testing/network.ts';
import { url, open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';

/** The service worker's registration, if a test has one. */
const worker = vi.hoisted(() => vi.fn<() => Promise<unknown>>(async () => undefined));
vi.mock('#core/offline/worker-registration.ts', () => ({ registerWorker: worker }));

/** Listeners for the server's pushes. */
const receivers = vi.hoisted(() => new Set<(received: unknown) => void>());
vi.mock('#core/realtime/browser/realtime.ts', () => ({
  realtime: {
    connected: { get: () => false, subscribe: () => () => {} },
    start: () => {},
    stop: () => {},
    send: () => false,
    listen: (receive: (received: unknown) => void) => {
      receivers.add(receive);
      return () => void receivers.delete(receive);
    },
    resumeFrom: () => {},
  },
}));

const bodyOf = (method: string, path: string): unknown =>
  JSON.parse(
    network.asked.findLast((asked) => asked.method === method && asked.url.pathname === path)
      ?.body ?? 'null',
  );

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

let saved: SavedSearch[] = [];
let notices: Notice[] = [];
let rejected: Response | null = null;
let pushPublicKey: string | null = null;

const savedSearch = (number: number, more: Partial<SavedSearch> = {}): SavedSearch => ({
  id: id(number),
  name: `Search ${number}`,
  query: 'category=sports&q=bike',
  paused: false,
  matches: 0,
  lastMatchAt: null,
  createdAt: '2026-11-01T10:00:00Z',
  ...more,
});

const bicycle = { id: '3', title: 'Bicycle', price: { amount: 9_000, currency: 'EUR' as const } };

const notified = (number: number, content: Notice['content']): Notice => ({
  id: id(number),
  content,
  read: false,
  createdAt: '2026-11-01T10:00:00Z',
});

const priceDrop = notified(1, {
  kind: 'price_drop',
  deal: bicycle,
  oldPrice: { amount: 12_000, currency: 'EUR' },
});

const commented = (number: number, dealId: string): Notice =>
  notified(number, {
    kind: 'deal_comment',
    deal: { ...bicycle, id: dealId },
    latest: { id: '01939f7e-6c00-7000-8000-00000000000a', name: 'Ana' },
    others: 0,
    from: 1,
    to: 1,
  });

const paths = (): string[] => network.asked.map(({ url }) => url.pathname);

const everything = { inApp: true, mail: false, push: false };
const preferences = Object.fromEntries(
  [
    'price_drop',
    'back_in_stock',
    'no_longer_available',
    'saved_search',
    'own_deal_expired',
    'own_deal_removed',
    'channel_invitation',
    'sale_to_rate',
    'price_alert',
  ].map((kind) => [kind, { ...everything }]),
);

/** Undefined for a node of version 0.1.0, which does not have them. */
let laterPreferences: Record<string, object> | undefined;

const unread = () => ({ success: true, unread: notices.filter(({ read }) => !read).length });

const readBody = (body: string): Record<string, unknown> => {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};

/** Whether a notice is of the comments on the deal, if one is named. */
const isNamed = (content: Notice['content'], commentsOn: unknown): boolean =>
  commentsOn === undefined || ('latest' in content && content.deal.id === commentsOn);

/** A server where Mila has saved searches and notices. */
const notifying: FakeResponse = (request) => {
  const { url, method } = request;
  const body = readBody(network.asked.at(-1)?.body ?? '');
  const own = /^\/api\/users\/me\/saved-searches\/(.+)$/.exec(url.pathname)?.[1];
  switch (url.pathname) {
    case '/api/auth/me':
      return Response.json({ success: true, user: mila });
    case '/api/users/me/saved-searches':
      if (method === 'GET') return Response.json({ success: true, savedSearches: saved });
      if (rejected !== null) return rejected.clone();
      saved = [savedSearch(saved.length + 1, body), ...saved];
      return Response.json({ success: true, savedSearch: saved[0] });
    case '/api/users/me/saved-searches/preview':
      return Response.json({ success: true, matchesLastMonth: 17, orMore: false, leftOut: ['km'] });
    case '/api/notices':
      return Response.json({ ...unread(), notices, nextCursor: null });
    case '/api/notices/unread':
      return Response.json(unread());
    case '/api/notices/read':
      notices = notices.map((notice) => ({
        ...notice,
        read: notice.read || isNamed(notice.content, body['commentsOn']),
      }));
      return Response.json(unread());
    case '/api/notices/push-subscriptions':
    case '/api/notices/push-subscriptions/remove':
      return Response.json({ success: true });
    case '/api/notices/preferences':
      if (method === 'PATCH' && 'laterPreferences' in body)
        laterPreferences = { ...laterPreferences, deal_comment: { ...everything, mail: true } };
      else if (method === 'PATCH') preferences['price_drop'] = { ...everything, mail: true };
      return Response.json({
        success: true,
        preferences,
        laterPreferences,
        available: { inApp: true, mail: true, push: false },
        pushPublicKey,
      });
    default:
  }
  if (own !== undefined) {
    if (method === 'DELETE') {
      saved = saved.filter((one) => one.id !== own);
      return Response.json({ success: true });
    }
    saved = saved.map((one) => (one.id === own ? { ...one, ...body } : one));
    return Response.json({ success: true, savedSearch: saved.find((one) => one.id === own) });
  }
  if (url.pathname.startsWith('/api/notices/') && method === 'DELETE') {
    notices = notices.filter((notice) => !url.pathname.endsWith(notice.id));
    return Response.json(unread());
  }
  return serving(30)(request);
};

beforeEach(async () => {
  await startAfresh();
  saved = [];
  notices = [];
  rejected = null;
  pushPublicKey = null;
  laterPreferences = undefined;
  network.response = notifying;
});

test('a signed-out user is asked to sign in before a search is saved', async () => {
  const screen = await open('/deals?q=bike&sort=newest');
  await screen.getByRole('button', { name: 'Save this search' }).click();
  const prompt = screen.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Sign in' }).click();
  signIn();
  const dialog = screen.getByRole('dialog', { name: 'Save this search' });
  await expect
    .element(dialog.getByRole('textbox', { name: 'Name of the search' }))
    .toHaveValue('bike');
});

test('a list without filters cannot be saved', async () => {
  const screen = await open('/deals');
  await expect.element(screen.getByRole('link', { name: 'Deal 1', exact: true })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save this search' }).elements()).toEqual([]);
});

describe('saved searches', () => {
  beforeEach(() => signIn());

  test('are created from the current search under a name, and are listed', async () => {
    const screen = await open('/deals?q=bike&category=sports&maxPrice=300&view=list');
    await screen.getByRole('button', { name: 'Save this search' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Save this search' });
    await expect
      .element(dialog.getByText('It would have matched 17 deals last month.'))
      .toBeVisible();
    await expect.element(dialog.getByText(/^We do not check “km”/)).toBeVisible();
    const name = dialog.getByRole('textbox', { name: 'Name of the search' });
    await expect.element(name).toHaveValue('bike, Sports, Up to €300');
    await name.fill('A bike for Ana');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(saved.map(({ name: called, query }) => [called, query])).toEqual([
      ['A bike for Ana', 'q=bike&category=sports&maxPrice=300'],
    ]);
    expect(url()).toBe('/deals?q=bike&category=sports&maxPrice=300&view=list');

    await screen.getByRole('button', { name: 'Show all' }).click();
    await expect.element(screen.getByRole('link', { name: 'A bike for Ana' })).toBeVisible();
    expect(document.title).toBe('Saved searches - Izgodno');
  });

  test('say why one cannot be saved', async () => {
    rejected = Response.json(
      {
        success: false,
        error: {
          code: 'validation_failed',
          message: '',
          fields: { query: { code: 'saved_already', message: '' } },
        },
      },
      { status: 400 },
    );
    const screen = await open('/deals?q=bike');
    await screen.getByRole('button', { name: 'Save this search' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Save this search' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(dialog.getByText('You have saved this search already.')).toBeVisible();
    rejected = rejection(409, 'limit_reached');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .element(dialog.getByText('You have reached the limit. Remove something first.'))
      .toBeVisible();
  });

  test('are renamed, paused, deleted and restored', async () => {
    saved = [savedSearch(1, { matches: 3, lastMatchAt: '2026-11-01T10:00:00Z' })];
    const screen = await open('/favorites/searches');
    await expect.element(screen.getByText('bike · Sports')).toBeVisible();
    await expect.element(screen.getByText(/^3 new deals since you saved it/)).toBeVisible();

    await screen.getByRole('button', { name: 'Rename Search 1' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Rename Search 1' });
    await dialog.getByRole('textbox').fill('Two wheels');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.element(screen.getByRole('link', { name: 'Two wheels' })).toBeVisible();

    await screen.getByRole('checkbox', { name: 'Notify me' }).click();
    await expect.element(screen.getByRole('checkbox', { name: 'Notify me' })).not.toBeChecked();
    expect(saved[0]?.paused).toBe(true);

    await screen.getByRole('button', { name: 'Delete Two wheels' }).click();
    await expect.element(screen.getByText('No saved searches yet')).toBeVisible();
    await screen.getByRole('button', { name: 'Undo' }).click();
    await expect.element(screen.getByRole('link', { name: 'Two wheels' })).toBeVisible();
    await expect.element(screen.getByRole('checkbox', { name: 'Notify me' })).not.toBeChecked();
  });

  test('say that there are none, in Bulgarian too', async () => {
    const screen = await open('/favorites/searches');
    await expect.element(screen.getByText('No saved searches yet')).toBeVisible();
    await chooseLanguage('bg');
    await expect.element(screen.getByText('Все още нямате запазени търсения')).toBeVisible();
  });
});

describe('notices', () => {
  beforeEach(() => signIn());

  test('are counted at the bell, lead to their subject, and are then read', async () => {
    notices = [
      priceDrop,
      notified(2, {
        kind: 'saved_search',
        savedSearch: { id: id(9), name: 'Two wheels', query: 'q=bike' },
        count: 4,
        deals: [bicycle],
      }),
    ];
    const screen = await open('/deals');
    await screen.getByRole('button', { name: 'Notifications, 2 unread' }).click();
    const list = screen.getByRole('list', { name: 'Notifications' });
    await expect.element(list.getByText('Bicycle: €120 → €90')).toBeVisible();
    await expect.element(list.getByText('Two wheels: 4 new deals')).toBeVisible();
    await list.getByRole('link', { name: 'Unread: The price has dropped' }).click();
    await expect.poll(() => url()).toBe('/deals/3');
    const read = network.asked.find(({ url }) => url.pathname === '/api/notices/read');
    expect(JSON.parse(read?.body ?? '')).toEqual({ ids: [priceDrop.id] });
  });

  test('of comments are read once the comments are on the screen, however the deal was opened', async () => {
    notices = [commented(1, '3'), commented(2, '4'), priceDrop];
    network.response = (request) =>
      request.url.pathname === '/api/deals/3/comments'
        ? rejection(500, 'internal')
        : notifying(request);
    await page.viewport(360, 600);
    const screen = await open('/deals/3');
    await expect
      .element(screen.getByRole('button', { name: 'Notifications, 3 unread' }))
      .toBeVisible();
    await expect.poll(paths).toContain('/api/deals/3/view');
    expect(paths()).not.toContain('/api/notices/read');
    const again = screen.getByRole('button', { name: 'Try again' });
    await expect
      .poll(() => {
        // It grows while its parts load.
        document.querySelector('#comments')?.scrollIntoView();
        return again.query();
      })
      .not.toBeNull();
    await expect.poll(paths).toContain('/api/deals/3/similar');
    expect(paths()).not.toContain('/api/notices/read');
    network.response = notifying;
    await again.click();
    await expect.poll(() => notices.map(({ read }) => read)).toEqual([true, false, false]);
    await expect
      .element(screen.getByRole('button', { name: 'Notifications, 2 unread' }))
      .toBeVisible();
  });

  test('can be read or removed without opening them', async () => {
    notices = [priceDrop];
    const screen = await open('/deals');
    await screen.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await screen.getByRole('button', { name: 'Mark all as read' }).click();
    await expect
      .element(screen.getByRole('button', { name: 'Notifications', exact: true }))
      .toBeVisible();
    await screen
      .getByRole('button', { name: 'Remove notification: The price has dropped' })
      .click();
    await expect.element(screen.getByText(/^Nothing here yet\./)).toBeVisible();
  });

  test('that arrive while the page is open are announced', async () => {
    notices = [priceDrop];
    const screen = await open('/deals');
    await expect
      .element(screen.getByRole('button', { name: 'Notifications, 1 unread' }))
      .toBeVisible();
    notices = [priceDrop, notified(2, { kind: 'back_in_stock', deal: bicycle })];
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.element(screen.getByText('You have a new notification')).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: 'Notifications, 2 unread' }))
      .toBeVisible();
  });

  test('are announced as soon as the server publishes them', async () => {
    const screen = await open('/deals');
    await expect
      .element(screen.getByRole('button', { name: 'Notifications', exact: true }))
      .toBeVisible();
    await expect
      .poll(() => network.asked.map(({ url }) => url.pathname))
      .toContain('/api/notices/unread');
    notices = [priceDrop];
    for (const receive of receivers) receive({ type: 'notice.created', data: { unread: 1 } });
    await screen.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await expect.element(screen.getByText('Bicycle: €120 → €90')).toBeVisible();
  });

  test('are chosen by kind and channel in the settings', async () => {
    const screen = await open('/settings#notices');
    const mail = screen.getByRole('checkbox', { name: 'The price of a favorite drops: Email' });
    await expect.element(mail).not.toBeChecked();
    await mail.click();
    await expect.element(mail).toBeChecked();
    const sent = network.asked.find(({ method }) => method === 'PATCH');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      preferences: { price_drop: { mail: true } },
    });
    expect(screen.getByRole('columnheader', { name: 'Push' }).elements()).toEqual([]);
  });

  test('of kinds since version 0.1.0 are chosen, as far as both sides know them', async () => {
    const name = 'Somebody comments on your deal, or mentions you in a comment: Email';
    const before = await open('/settings#notices');
    const known = before.getByRole('checkbox', { name: 'The price of a favorite drops: Here' });
    await expect.element(known).toBeVisible();
    expect(before.getByRole('checkbox', { name }).elements()).toEqual([]);

    laterPreferences = { deal_comment: everything, of_the_next_version: everything };
    const screen = await open('/settings#notices');
    const mail = screen.getByRole('checkbox', { name });
    await expect.element(mail).not.toBeChecked();
    await mail.click();
    await expect.element(mail).toBeChecked();
    const sent = network.asked.find(({ method }) => method === 'PATCH');
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      preferences: {},
      laterPreferences: { deal_comment: { mail: true } },
    });
  });

  test('come to this browser, too, while it wants them', async () => {
    pushPublicKey = 'BPUS';
    const endpoint = 'https://fcm.googleapis.com/fcm/send/1';
    let subscription: object | null = null;
    const subscribe = vi.fn<(options: PushSubscriptionOptionsInit) => Promise<object>>(async () => {
      subscription = {
        endpoint,
        toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription;
    });
    worker.mockResolvedValue({
      pushManager: { getSubscription: async () => subscription, subscribe },
    });
    const permission = vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
    vi.spyOn(Notification, 'permission', 'get').mockReturnValue('default');

    const screen = await open('/settings#notices');
    await screen.getByRole('button', { name: 'Turn on push in this browser' }).click();
    const off = screen.getByRole('button', { name: 'Turn off push in this browser' });
    await expect.element(off).toBeVisible();
    expect(permission).toHaveBeenCalledOnce();
    expect(subscribe.mock.lastCall?.[0].userVisibleOnly).toBe(true);
    expect(bodyOf('POST', '/api/notices/push-subscriptions')).toEqual({
      endpoint,
      keys: { p256dh: 'key', auth: 'secret' },
    });
    await off.click();
    await expect
      .element(screen.getByRole('button', { name: 'Turn on push in this browser' }))
      .toBeVisible();
    expect(subscription).toBeNull();
  });
});
