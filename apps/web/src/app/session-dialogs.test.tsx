import { beforeEach, describe, expect, test } from 'vitest';
import { network, type Answer } from './testing/network.ts';
import { address, open, serving, signIn, startAfresh } from './testing/served-app.tsx';

const MINUTE = 60_000;
const never = new Promise<Response>(() => undefined);

const answeringRefresh =
  (answer: Answer): Answer =>
  (request) =>
    request.url.pathname === '/api/auth/refresh' ? answer(request) : serving(30)(request);

/** A server whose health check answers so. */
const being =
  (health: () => Response | Promise<Response>): Answer =>
  (request) =>
    request.url.pathname === '/api/health' ? health() : serving(30)(request);

/** Somebody has signed in whose session has this long to go, in milliseconds. */
const signInFor = (left: number): void => {
  signIn();
  localStorage.setItem('accessTokenExpiration', String(Date.now() + left));
  window.dispatchEvent(new StorageEvent('storage', { key: 'accessTokenExpiration' }));
};

beforeEach(async () => {
  await startAfresh();
  // Whoever the test before had signed in is out: the session hears of the storage that was emptied.
  window.dispatchEvent(new StorageEvent('storage'));
});

// First: the dialog of the last test stays before everything that comes after it.
describe('the panel of the session', () => {
  test.each([
    [6 * MINUTE, 'active', 40],
    [4.5 * MINUTE, 'warning', 30],
    [120 * MINUTE, 'active', 100],
  ])('with %i ms left says %s, and shows %i of a hundred', async (left, status, percent) => {
    const screen = await open('/deals');
    signInFor(left);
    await screen.getByRole('button', { name: /^Account/ }).click();
    await expect.element(screen.getByText(status, { exact: true })).toBeVisible();
    const shown = Number(screen.getByRole('progressbar').element().getAttribute('value'));
    expect(shown).toBeLessThanOrEqual(percent);
    // What this test itself takes is less than a minute.
    expect(shown).toBeGreaterThan(percent - 7);
  });

  test.each([
    ['healthy', () => Response.json({ success: true, status: 'healthy', parts: {} })],
    ['degraded', () => Response.json({ success: true, status: 'degraded', parts: {} })],
    ['error', () => Response.json({ success: true, status: 'error', parts: {} })],
    ['checking', () => never],
    ['error', () => Response.error()],
  ] as const)('says of the product that it is: %s', async (status, health) => {
    network.answer = being(health);
    const screen = await open('/deals');
    await screen.getByRole('button', { name: /^Account/ }).click();
    await expect.element(screen.getByText(status, { exact: true })).toBeVisible();
  });
});

test('a session whose time is up says so, and leads to sign-in and back', async () => {
  const screen = await open('/deals?q=bike');
  signInFor(30 * MINUTE);
  await expect.element(screen.getByRole('button', { name: 'Account: Mila' })).toBeVisible();
  signInFor(0);
  const expired = screen.getByRole('dialog', { name: 'Session Expired' });
  await expect
    .element(expired.getByText('Your session has expired. Please log in again.'))
    .toBeVisible();
  await expired.getByRole('button', { name: 'Go to Login' }).click();
  await expect.poll(address).toBe('/login?from=/deals?q=bike');
  await expect
    .element(screen.getByText('Your session has expired. Please log in again.'))
    .toBeVisible();
  expect(localStorage.getItem('accessToken')).toBeNull();
});

test('a session that cannot be refreshed says so, and is refreshed when a person asks', async () => {
  network.answer = answeringRefresh(() => Response.error());
  // In its last two minutes it is refreshed, and that fails.
  const screen = await open('/deals');
  signInFor(100_000);
  const warning = screen.getByRole('dialog', { name: 'Session Warning' });
  await expect.element(warning).toBeVisible();
  await expect.element(warning.getByText(/in \d+ seconds/)).toBeVisible();
  await expect.element(warning.getByRole('button', { name: 'Log Out' })).toBeVisible();
  network.answer = answeringRefresh(() => never);
  await warning.getByRole('button', { name: 'Extend Session' }).click();
  const refreshing = screen.getByRole('dialog', { name: 'Refreshing Session' });
  await expect.element(refreshing.getByText('Refreshing session...')).toBeVisible();
});
