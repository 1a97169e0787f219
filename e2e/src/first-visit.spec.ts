import { dealCards, resultCount } from './deals-page.ts';
import { sidebar } from './drawer.ts';
import { expect, test } from './journey.ts';
import { layoutShift, watchLayoutShift } from './layout-shift.ts';

/** A layout shift up to this sum is not noticed; 0.1 is the usual limit of "good". */
const UNNOTICED_SHIFT = 0.02;

test('the first visit leads to the deals, which fit the screen, and nothing moves', async ({
  page,
}) => {
  await watchLayoutShift(page);
  await page.goto('/');
  await expect(page).toHaveURL('/deals');
  await expect(page).toHaveTitle('Oferti - Izgodno');
  await expect(dealCards(page)).toHaveCount(24);
  expect(await resultCount(page)).toBeGreaterThan(2_000);

  // The title beside an image describes it, so images have no alternative text. Posts of other
  // journeys may come first, without images.
  const photo = dealCards(page).getByRole('presentation').first();
  await photo.scrollIntoViewIfNeeded();
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  expect(await layoutShift(page)).toBeLessThanOrEqual(UNNOTICED_SHIFT);
  const surplus = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(surplus, 'no horizontal scrolling').toBeLessThanOrEqual(0);
});

test('every image of the list loads', async ({ page }) => {
  // Shops' offers, all of which have an image.
  await page.goto('/deals?group=other');
  const images = dealCards(page).getByRole('presentation');
  await expect(images).toHaveCount(24);
  for (const photo of await images.all()) {
    await photo.scrollIntoViewIfNeeded();
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  }
});

test('a page shows its frame before its own code has arrived', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  const html = await (await page.request.get('/help')).text();
  await page.route('**/assets/*.js', async (route) => {
    // The HTML names the scripts of every page.
    if (!html.includes(new URL(route.request().url()).pathname)) await held.promise;
    await route.continue();
  });
  await page.goto('/help');
  await expect(page.getByRole('banner')).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveCount(0);
  held.resolve();
  await expect(heading).toBeVisible();
});

for (const { path, first, later } of [
  ...[
    '/deals',
    '/deals?q=колело',
    '/deals?category=electronics&condition=new&minPrice=12,50&inStock=true',
    '/c/electronics',
  ].map((path) => ({ path, first: '.first-grid li', later: 'article' })),
  { path: '/deals/1', first: '.first-deal h1', later: 'h1' },
])
  test(`what ${path} shows before the application stays where it is`, async ({ page }) => {
    await watchLayoutShift(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    const boxOf = async (selector: string): Promise<readonly (number | undefined)[]> => {
      const box = await page.locator(selector).first().boundingBox();
      return [box?.x, box?.y, box?.width].map((length) => length && Math.round(length));
    };
    await expect(page.locator(first).first()).toBeVisible();
    const [logo, content] = [await boxOf('.first-header img'), await boxOf(first)];
    const isNamed = await page.locator('.first-header span').isVisible();
    held.resolve();
    const brand = page.getByRole('banner').getByRole('link', { name: /to the deals$/ });
    await expect(brand).toBeVisible();
    expect(await boxOf('header a img')).toEqual(logo);
    expect(await brand.locator('span').isVisible()).toBe(isNamed);
    await expect(page.locator(`main ${later}`).first()).toBeVisible();
    expect(await boxOf(`main ${later}`)).toEqual(content);
    // What loads later moves nothing.
    await page.waitForLoadState('networkidle');
    expect(await boxOf(`main ${later}`)).toEqual(content);
    expect(await layoutShift(page)).toBeLessThanOrEqual(UNNOTICED_SHIFT);
  });

test('the header is 64 pixels high, the sidebar 280 wide', async ({ page, isMobile }) => {
  await page.goto('/deals');
  const header = await page.getByRole('banner').boundingBox();
  expect(header).toMatchObject({ x: 0, y: 0, height: 64 });
  if (isMobile) {
    await expect(sidebar(page)).not.toBeInViewport();
    await expect(page.getByRole('button', { name: 'Menu', exact: true })).toHaveAttribute(
      'aria-expanded',
      'false',
    );
  } else {
    await expect(sidebar(page)).toBeInViewport();
    expect(await sidebar(page).boundingBox()).toMatchObject({ x: 0, y: 64, width: 280 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(sidebar(page)).not.toBeInViewport();
  }
});
