import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mila } from '#core/session/testing/sessions.ts';
import { network, type FakeResponse } from './testing/network.ts';
import {
  rejection,
  url,
  open,
  serving,
  signIn,
  startAfresh,
  tokens,
} from './testing/served-app.tsx';

const MINUTE = 60_000;
const never = new Promise<Response>(() => undefined);

const respondingToRefresh =
  (response: FakeResponse): FakeResponse =>
  (request) =>
    request.url.pathname === '/api/auth/refresh' ? response(request) : serving(30)(request);

/** A server with the given health response. */
const being =
  (health: () => Response | Promise<Response>): FakeResponse =>
  (request) =>
    request.url.pathname === '/api/health' ? health() : serving(30)(request);

/** A user has signed in with a session that expires after `left` milliseconds. */
const signInFor = (left: number): void => {
  signIn();
  localStorage.setItem('accessTokenExpiration', String(Date.now() + left));
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessTokenExpiration' }));
};

beforeEach(async () => {
  await startAfresh();
  // Signs out the user of the previous test: the session reacts to the emptied storage.
  window.dispatchEvent(new StorageEvent('storage'));
});

// Runs first, because the dialog of the last test covers everything after it.
describe('the panel of the session', () => {
  test.each([
    [6 * MINUTE, 'active', 40],
    [4.5 * MINUTE, 'warning', 30],
    [120 * MINUTE, 'active', 100],
  ])('with %i ms left shows %s, and %i percent', async (left, status, percent) => {
    const screen = await open('/deals');
    signInFor(left);
    await screen.getByRole('button', { name: /^Account/ }).click();
    await expect.element(screen.getByText(status, { exact: true })).toBeVisible();
    const shown = Number(screen.getByRole('progressbar').element().getAttribute('value'));
    expect(shown).toBeLessThanOrEqual(percent);
    // The test itself takes less than a minute.
    expect(shown).toBeGreaterThan(percent - 7);
  });

  test.each([
    ['healthy', () => Response.json({ success: true, status: 'healthy', parts: {} })],
    ['degraded', () => Response.json({ success: true, status: 'degraded', parts: {} })],
    ['error', () => Response.json({ success: true, status: 'error', parts: {} })],
    ['checking', () => never],
    ['error', () => Response.error()],
  ] as const)('shows the status of the product: %s', async (status, health) => {
    network.response = being(health);
    const screen = await open('/deals');
    await screen.getByRole('button', { name: /^Account/ }).click();
    await expect.element(screen.getByText(status, { exact: true })).toBeVisible();
  });
});

test('an expired session says so, and leads to sign-in and back', async () => {
  const screen = await open('/deals?q=bike');
  signInFor(30 * MINUTE);
  await expect.element(screen.getByRole('button', { name: 'Account: Mila' })).toBeVisible();
  network.response = respondingToRefresh(() => rejection(401, 'refresh_failed'));
  signInFor(0);
  const expired = screen.getByRole('dialog', { name: 'Session Expired' });
  await expect
    .element(expired.getByText('Your session has expired. Please log in again.'))
    .toBeVisible();
  // At once, because the dialog leads there by itself soon, and a busy machine clicks later.
  const button = expired.getByRole('button', { name: 'Go to Login' }).element();
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.poll(url).toBe('/login?from=/deals?q=bike');
  await expect
    .element(screen.getByText('Your session has expired. Please log in again.'))
    .toBeVisible();
  expect(localStorage.getItem('accessToken')).toBeNull();
});

const devices = [
  {
    id: '01939f7e-6c00-7000-8000-0000000000aa',
    device: { kind: 'desktop', browser: 'Firefox', os: 'Linux' },
    address: '192.0.2.1',
    country: null,
    createdAt: '2026-11-01T10:00:00Z',
    lastUsedAt: '2026-11-01T10:00:00Z',
    current: false,
  },
];

/** What the page has shown, from now on until it is left. */
const watchPage = (typed: Element) => {
  const seen = { asksToSignIn: false, isDialogShown: false, losesText: false };
  const look = (): void => {
    if (location.pathname !== '/settings') return;
    const main = document.querySelector('main')?.textContent ?? '';
    seen.asksToSignIn ||= /Please sign in|Not authenticated/.test(main);
    if (document.querySelector('dialog[open]') === null) return;
    seen.isDialogShown = true;
    seen.losesText ||= !typed.isConnected || !main.includes('Firefox');
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => observer.disconnect());
  return seen;
};

const end = {
  'its time is up': () => signInFor(0),
  'a call is rejected': () => {
    const [signOut] = page.getByRole('button', { name: /^Sign out Firefox/ }).elements();
    signOut?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  },
};

describe('behind the dialog of an expired session', () => {
  /** A server that knows the user until the session is over. */
  let isOver = false;
  const settings: FakeResponse = (request) => {
    const { pathname } = request.url;
    if (isOver)
      return rejection(
        401,
        pathname === '/api/auth/refresh' ? 'refresh_failed' : 'unauthenticated',
      );
    if (pathname === '/api/auth/me') return Response.json({ success: true, user: mila });
    if (pathname === '/api/auth/sessions')
      return Response.json({ success: true, sessions: devices });
    return serving(30)(request);
  };

  test.each(['its time is up', 'a call is rejected'] as const)(
    'the page stays as it was, if %s',
    async (how) => {
      isOver = false;
      network.response = settings;
      const screen = await open('/settings');
      signInFor(30 * MINUTE);
      const email = screen.getByLabelText('New email');
      await email.fill('mila@new.example');
      await expect.element(screen.getByText(/^Firefox/)).toBeVisible();
      const seen = watchPage(email.element());
      isOver = true;
      end[how]();
      await expect.poll(url).toBe('/login?from=/settings');
      expect(seen).toEqual({ asksToSignIn: false, isDialogShown: true, losesText: false });
    },
  );
});

test('a call that is rejected also with the tokens of a refresh fails, after two requests', async () => {
  network.response = (request) => {
    const { pathname } = request.url;
    if (pathname === '/api/auth/refresh') return tokens();
    return pathname === '/api/auth/sessions'
      ? rejection(401, 'unauthenticated')
      : serving(30)(request);
  };
  const screen = await open('/settings');
  signInFor(30 * MINUTE);
  const devices = screen.getByRole('region', { name: 'Devices' });
  await expect.element(devices.getByText(/^Please sign in/)).toBeVisible();
  expect(localStorage.getItem('accessToken')).toBe('another access');
  const paths = network.asked.map(({ url }) => url.pathname);
  expect(paths.filter((path) => path === '/api/auth/sessions')).toHaveLength(2);
});

test('a page for signed-in users starts again for another user', async () => {
  const screen = await open('/settings');
  signInFor(30 * MINUTE);
  const email = screen.getByLabelText('New email');
  await email.fill('mila@new.example');
  signIn({ ...mila, name: 'Mila Petrova' });
  await expect.element(screen.getByRole('button', { name: 'Account: Mila Petrova' })).toBeVisible();
  await expect.element(email).toHaveValue('mila@new.example');
  signIn({ ...mila, id: '01939f7e-6c00-7000-8000-000000000002', name: 'Ana' });
  await expect.element(screen.getByRole('button', { name: 'Account: Ana' })).toBeVisible();
  await expect.element(email).toHaveValue('');
});

test('the warning is announced, and takes no keystroke from a user who types', async () => {
  network.response = respondingToRefresh(() => Response.error());
  const screen = await open('/deals');
  const search = screen.getByRole('combobox', { name: 'Search deals' });
  await search.fill('bike');
  await expect.element(search).toHaveFocus();
  signInFor(100_000);
  const warning = screen.getByRole('dialog', { name: 'Session Warning' });
  await expect.element(warning).toBeVisible();
  const said = screen.getByText(/^Session Warning\. You will be logged out in \d+ seconds/);
  await expect.element(said).toBeInTheDocument();
  await userEvent.keyboard('s{Enter}');
  await expect.element(search).toHaveValue('bikes');
  await expect.poll(url).toBe('/deals?q=bikes');
  await expect.element(warning).toBeVisible();
  expect(localStorage.getItem('accessToken')).not.toBeNull();
});

test('a session that fails to refresh says so, and refreshes when the user asks', async () => {
  network.response = respondingToRefresh(() => Response.error());
  // In its last two minutes it is refreshed, and that fails.
  const screen = await open('/deals');
  signInFor(100_000);
  const warning = screen.getByRole('dialog', { name: 'Session Warning' });
  await expect.element(warning).toBeVisible();
  await expect.element(warning.getByText(/in \d+ seconds/)).toBeVisible();
  await expect.element(warning.getByRole('button', { name: 'Log Out' })).toBeVisible();
  network.response = respondingToRefresh(() => never);
  await warning.getByRole('button', { name: 'Extend Session' }).click();
  const refreshing = screen.getByRole('dialog', { name: 'Refreshing Session' });
  await expect.element(refreshing.getByText('Refreshing session...')).toBeVisible();
});
