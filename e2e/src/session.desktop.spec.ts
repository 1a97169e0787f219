import type { Locator, Page } from '@playwright/test';
import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { fillRegistration, fillSignIn } from './account-forms.ts';
import { expect, expectAccessible, test } from './journey.ts';
import { letSessionRunLow, UNTIL_CRITICAL_MS } from './let-session-run-low.ts';
import { newCredentials } from './new-member.ts';

// The browser logs a rejected call, however the page handles it.
const rejectedCall = /Failed to load resource: .*(401|400|403|ERR_FAILED|ERR_CONNECTION_REFUSED)/;

test.beforeEach(({ expectedConsole }) => {
  expectedConsole.push(rejectedCall);
});

const newAccount = () => ({ name: 'Mila Petrova', ...newCredentials() });

const password = (page: Page): Locator => page.getByRole('textbox', { name: 'Password' });
const sessionPanel = (page: Page): Locator => page.getByRole('region', { name: 'Session' });
const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });
const toast = (page: Page, text: string): Locator =>
  page.getByRole('status').filter({ hasText: text });

/** Opens the settings signed out, and registers a new account on the way. */
const registerOnTheWayToSettings = async (page: Page) => {
  const account = newAccount();
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login\?from=%2Fsettings$/);
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, account.name, account);
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  return account;
};

const cutRefresh = (page: Page) => page.route('**/api/auth/refresh', (route) => route.abort());
const mendRefresh = (page: Page) => page.unroute('**/api/auth/refresh');

test('from registration through warning and expiry back to the same page', async ({
  page,
  expectedConsole,
}) => {
  // The clock jumps past the timeout of code that loads because of the jump.
  expectedConsole.push(/ChunkLoadError/);
  await page.clock.install();
  const account = await registerOnTheWayToSettings(page);
  await expect(toast(page, 'Account created successfully!')).toBeVisible();

  await cutRefresh(page);
  await letSessionRunLow(page);
  await expect(toast(page, 'Session refresh failed')).toBeVisible();
  await expect(page.getByRole('timer')).toContainText(/1\d\d seconds/);
  await expectAccessible(page);

  await mendRefresh(page);
  await page.getByRole('button', { name: 'Extend Session' }).click();
  await expect(toast(page, 'Session refreshed successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // As after eight days of sleep: the refresh token has run out too.
  expectedConsole.push(/401/);
  await page.route('**/api/auth/refresh', (route) =>
    route.fulfill({
      status: 401,
      json: {
        success: false,
        message: 'Token refresh failed',
        error: { code: 'refresh_failed', message: 'Token refresh failed' },
      },
    }),
  );
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 180 * MINUTE_MS);
  const expired = dialog(page, 'Session Expired');
  await expect(expired).toContainText('Your session has expired. Please log in again.');
  await expect(expired.getByRole('button', { name: 'Go to Login' })).toBeFocused();
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/\/login\?from=%2Fsettings$/);
  await page.clock.resume();
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();

  await fillSignIn(page, account.email, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Login failed');
  await password(page).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
});

test('two tabs are signed in and out together', async ({ page, context }) => {
  await page.goto('/deals');
  const other = await context.newPage();
  await registerOnTheWayToSettings(other);

  await page.getByRole('button', { name: 'Account: Mila Petrova' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/deals$/);
  await expect(other).toHaveURL(/\/deals$/);
  await other.goto('/settings');
  await expect(other).toHaveURL(/\/login/);
});

test('one of two tabs refreshes, and both continue with its tokens', async ({ page, context }) => {
  await context.clock.install();
  await registerOnTheWayToSettings(page);
  const other = await context.newPage();
  await other.goto('/settings');
  await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible();

  const refreshes: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) refreshes.push(request.method());
  });
  const token = () => page.evaluate(() => localStorage.getItem('accessToken'));
  const before = await token();
  // A part that still loads would exceed its time as the clock jumps.
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle');
  // The clock belongs to the browser, so both tabs reach the time at once.
  await context.clock.fastForward(UNTIL_CRITICAL_MS);
  await expect.poll(token).not.toBe(before);
  for (const tab of [page, other]) {
    await expect(sessionPanel(tab).getByText('active', { exact: true })).toBeVisible();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }
  expect(refreshes).toEqual(['POST']);
});

test('a refresh token that is used twice signs both out, the thief and the owner', async ({
  page,
  playwright,
  baseURL,
}) => {
  await page.clock.install();
  await registerOnTheWayToSettings(page);
  const stolen = await page.evaluate(() => localStorage.getItem('refreshToken'));

  const thief = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const refresh = () => thief.post('/api/auth/refresh', { data: { refreshToken: stolen } });
  const { accessToken } = await (await refresh()).json();
  // Within the grace period a repeated use counts as a late request.
  await expect.poll(async () => (await refresh()).status(), { timeout: 20_000 }).toBe(401);

  await page.clock.fastForward(UNTIL_CRITICAL_MS);
  await expect(page).toHaveURL(/\/login\?from=%2Fsettings$/);
  await expect(page.getByText('Token refresh failed')).toBeVisible();
  const me = await thief.get('/api/auth/me', {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  expect(me.status()).toBe(401);
  await thief.dispose();
});

test('a protected action asks to sign in, and is completed after it', async ({ page }) => {
  await page.goto('/deals');
  await page.getByRole('link', { name: 'Settings' }).click();
  const prompt = dialog(page, 'Please sign in to access this feature');
  await expect(prompt).toBeVisible();
  await expectAccessible(page);
  await prompt.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(
    page.getByText('Enter a name of 2 to 60 characters, without a web address.'),
  ).toBeVisible();

  const account = newAccount();
  await fillRegistration(page, account.name, { ...account, password: 'password1' });
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible();
  await expectAccessible(page);
  await password(page).fill(account.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expectAccessible(page);
});

test('the settings change the credentials, show the devices, and export the user’s data', async ({
  page,
  browser,
}) => {
  const account = await registerOnTheWayToSettings(page);
  const other = await browser.newPage();
  await other.goto('/login?from=%2Fsettings');
  await fillSignIn(other, account.email, account.password);
  await expect(other).toHaveURL(/\/settings$/);

  await page.reload();
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await other.close();

  const passwords = page.getByRole('region', { name: 'Password' });
  await passwords.getByRole('textbox', { name: 'New password' }).fill('nine violet kettles hum');
  await passwords.getByRole('textbox', { name: 'Current password' }).fill('not the password');
  await passwords.getByRole('button', { name: 'Change password' }).click();
  await expect(passwords.getByText('The password is not correct.')).toBeVisible();
  await passwords.getByRole('textbox', { name: 'Current password' }).fill(account.password);
  await passwords.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Your password has been changed.')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('izgodno-account.json');

  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = dialog(page, 'Delete your account?');
  await question.getByRole('textbox').fill('nine violet kettles hum');
  await question.getByRole('button', { name: 'Delete account permanently' }).click();
  await expect(page).toHaveURL(/\/deals$/);
  await page.goto('/login');
  await fillSignIn(page, account.email, 'nine violet kettles hum');
  await expect(page.getByRole('alert')).toHaveText('Login failed');
});

test('a reload requests the user once, before the code of the session has loaded', async ({
  page,
}) => {
  await registerOnTheWayToSettings(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/chat');
  await expect(page.getByRole('textbox', { name: /^Message / })).toBeVisible();
  const count = (path: string): number => requests.filter((each) => each === path).length;
  expect(count('/api/auth/me')).toBe(1);
  expect(requests.findIndex((path) => path.endsWith('/profile'))).toBeLessThan(
    requests.findIndex((path) => path === '/api/config/upload'),
  );
  expect(requests.filter((path) => path.endsWith('/profile'))).toHaveLength(1);
});
