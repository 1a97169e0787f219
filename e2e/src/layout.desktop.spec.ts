import type { Locator, Page } from '@playwright/test';
import { dealCards, dealLinks, SHOPS_DEALS } from './deals-page.ts';
import { sidebar } from './drawer.ts';
import { expect, test } from './journey.ts';

/** Values of the specification, sections 2 and 9. */
const FOOTER_HEIGHT = 60;
const DRAWER_WIDTH = 768;

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return box;
};

test('the sidebar is a drawer at 768 pixels and not above, and the footer is 60 high', async ({
  page,
}) => {
  await page.setViewportSize({ width: DRAWER_WIDTH + 1, height: 900 });
  await page.goto('/about');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(sidebar(page)).toBeInViewport();
  const footer = page.getByRole('contentinfo');
  await expect(footer).toBeVisible();
  expect((await boxOf(footer)).height).toBe(FOOTER_HEIGHT);

  await page.setViewportSize({ width: DRAWER_WIDTH, height: 900 });
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await expect(sidebar(page)).not.toBeInViewport();
  expect((await boxOf(footer)).height).toBe(FOOTER_HEIGHT);
  await menu.click();
  await expect(sidebar(page)).toBeInViewport();
  // Over the page, which stays in place and is inert.
  expect((await boxOf(page.locator('main'))).x).toBe(0);
  await expect(page.locator('main')).toHaveAttribute('inert', '');
});

test('a second press on the menu within 300 ms does nothing', async ({ page }) => {
  await page.clock.install();
  await page.goto('/deals');
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.clock.pauseAt(Date.now() + 60_000);
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.clock.runFor(299);
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await page.clock.runFor(1);
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
});

test('nothing is hidden by the notch of a phone', async ({ page, context }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: 44, right: 44, bottom: 21 },
  });
  await page.goto('/about');
  for (const shown of [
    // Its press area is larger than the icon.
    page.getByRole('button', { name: 'Menu', exact: true }).locator('svg'),
    page.getByRole('heading', { level: 1 }),
  ])
    expect((await boxOf(shown)).x).toBeGreaterThanOrEqual(44);
  const footer = page.getByRole('contentinfo');
  const lastLink = await boxOf(footer.getByRole('link').last());
  expect((await boxOf(footer)).height).toBe(FOOTER_HEIGHT + 21);
  expect(lastLink.x + lastLink.width).toBeLessThanOrEqual(740 - 44);
});

test('printed deals show their content without controls', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(SHOPS_DEALS);
  await expect(dealCards(page)).toHaveCount(24);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 720, height: 1_018 });
  for (const around of [page.locator('header').first(), sidebar(page), page.getByRole('combobox')])
    await expect(around.first()).toBeHidden();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  const tops = await dealCards(page).evaluateAll((cards) =>
    cards.map((card) => card.getBoundingClientRect().top),
  );
  expect(tops.filter((top) => top === tops[0])).toHaveLength(3);
  await expect(dealLinks(page).first()).toBeVisible();
  const ink = await dealLinks(page)
    .first()
    .evaluate((link) => getComputedStyle(link).color);
  expect(Math.max(...(ink.match(/\d+/g) ?? []).slice(0, 3).map(Number))).toBeLessThan(80);
  await page.screenshot({ path: test.info().outputPath('deals-on-paper.png'), fullPage: true });

  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  await page.setViewportSize({ width: 1_440, height: 900 });
  await dealLinks(page).first().click();
  const offer = page.getByRole('link', { name: /^See the offer/ });
  await expect(offer).toBeVisible();
  const back = page.getByRole('link', { name: 'Back to results' });
  await expect(back).toBeVisible();
  const onScreen = [
    page.getByRole('heading', { name: 'Price alert' }),
    page.getByText('No comments yet'),
    page.getByRole('heading', { name: 'Similar deals' }),
  ];
  for (const part of onScreen) {
    await page.mouse.wheel(0, 10_000);
    await expect(part).toBeVisible();
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 720, height: 1_018 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible();
  for (const part of [back, ...onScreen]) await expect(part).toBeHidden();
  const printed = await offer.evaluate((link) => getComputedStyle(link, '::after').content);
  expect(printed).toContain(await offer.getAttribute('href'));
  await page.screenshot({ path: test.info().outputPath('deal-on-paper.png'), fullPage: true });
});

/** As in browsers whose users have chosen larger texts. */
const enlargeTexts = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => void (document.documentElement.style.fontSize = fontSize), size);

test('texts of twice the size have room: the name of the site, the filters, and cards on a phone', async ({
  page,
}) => {
  await page.goto('/deals');
  const category = sidebar(page).getByText('Electronics', { exact: true }).first();
  const brand = page.getByRole('banner').getByRole('link', { name: /to the deals$/ });
  await expect(category).toBeVisible();
  const [line, name] = [await boxOf(category), await boxOf(brand)];
  await enlargeTexts(page, '32px');
  // Each stays on one line.
  await expect.poll(async () => (await boxOf(category)).height).toBeLessThan(2.5 * line.height);
  expect((await boxOf(brand)).height).toBeLessThan(2.5 * name.height);

  await page.setViewportSize({ width: 360, height: 740 });
  const [first, second] = [dealCards(page).nth(0), dealCards(page).nth(1)];
  await expect.poll(async () => (await boxOf(first)).x === (await boxOf(second)).x).toBe(true);
  await enlargeTexts(page, '16px');
  await expect.poll(async () => (await boxOf(first)).y === (await boxOf(second)).y).toBe(true);
});
