import { dealCards } from './deals-page.ts';
import { expect, test } from './journey.ts';

test('the language changes at once and stays', async ({ page }) => {
  await page.goto('/deals');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('combobox', { name: 'Search deals' })).toBeVisible();

  await page.getByRole('button', { name: 'БГ, Български' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
  await expect(page.getByRole('combobox', { name: 'Търсене на оферти' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Оферти' })).toBeVisible();
  await expect(page).toHaveTitle('Оферти - Izgodno');
  await expect(
    page.getByRole('list', { name: 'Оферти', exact: true }).getByRole('article').first(),
  ).toContainText('лв.');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Оферти' })).toBeVisible();

  await page.getByRole('button', { name: 'EN, English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page).toHaveTitle('Oferti - Izgodno');
  await expect(dealCards(page).first()).toContainText('lv');
});

test.describe('in Bulgaria', () => {
  test.use({ locale: 'bg-BG', timezoneId: 'Europe/Sofia' });

  test('the product is in Bulgarian from the first moment', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
    await expect(page.getByRole('combobox', { name: 'Търсене на оферти' })).toBeVisible();
  });
});

test.describe('if neither clock nor browser decides the language', () => {
  test.use({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });

  test('the visitor waits while the country is requested, once', async ({ page }) => {
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/geo', async (route) => {
      await asked.promise;
      await route.fulfill({ json: { success: true, country: 'BG', others: [] } });
    });
    const counted = page.waitForRequest('**/api/stats/update-location');
    await page.goto('/deals');
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    asked.resolve();
    await expect(page.getByRole('heading', { level: 1, name: 'Оферти' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
    expect((await counted).postDataJSON()).toEqual({ source: 'ip-fallback' });

    // The language is known from now on, and the page does not wait for the response.
    await page.unroute('**/api/geo');
    await page.route('**/api/geo', () => undefined);
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1, name: 'За нас' })).toBeVisible();
  });
});

test('the URL may name the language, for visitors who have not chosen one', async ({ page }) => {
  await page.goto('/deals?lang=bg');
  await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
  await expect(page.getByRole('heading', { level: 1, name: 'Оферти' })).toBeVisible();
  await page.getByRole('button', { name: 'EN, English' }).click();
  await page.goto('/deals?lang=bg');
  await expect(page.getByRole('heading', { level: 1, name: 'Oferti' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('the theme follows the system until one is chosen', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const storedTheme = () => page.evaluate(() => localStorage.getItem('theme-mode'));
  /** Whether the browser frame has the header's colour. */
  const isFrameRight = () =>
    page.evaluate(() => {
      const metas = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]');
      const meta = [...metas].find(({ media }) => matchMedia(media).matches);
      const header = document.querySelector('header');
      const probe = document.createElement('i');
      probe.style.color = meta?.content ?? '';
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return header !== null && color === getComputedStyle(header).backgroundColor;
    });

  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/deals');
  const light = await background();
  expect(await storedTheme()).toBeNull();
  await expect.poll(isFrameRight).toBe(true);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  const dark = await background();

  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect.poll(background).toBe(light);
  expect(await storedTheme()).toBe('light');
  await expect.poll(isFrameRight).toBe(true);

  await page.reload();
  expect(await background()).toBe(light);
  await expect.poll(isFrameRight).toBe(true);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect.poll(background).toBe(dark);
  expect(await storedTheme()).toBe('dark');
});

test.describe('without the service worker', () => {
  // If the server takes longer than the worker waits, its copy of the page has no first view.
  test.use({ serviceWorkers: 'block' });

  test('the first view has the chosen theme before the application loads', async ({
    page,
    expectedConsole,
  }) => {
    // The first page may still load parts when their files begin to fail.
    expectedConsole.push(/ERR_FAILED/, /ChunkLoadError/);
    // On a busy machine the page is still open when it registers its worker.
    expectedConsole.push(/Service Worker registration blocked/);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/deals');
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto('/deals', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark);
    const first = page.getByRole('listitem').first();
    await expect(first).toBeInViewport();
    const { width = 0 } = (await first.boundingBox()) ?? {};
    expect(width, 'a card in a grid, not a line of text').toBeLessThan(400);
  });
});
