import type { Page } from '@playwright/test';
import { dealCards, dealLinks, dealTitles, SHOPS_DEALS } from './deals-page.ts';
import { expect, test } from './journey.ts';

test('load more, open a deal and return to the same place', async ({ page }) => {
  await page.goto('/deals?category=electronics');
  await expect(dealCards(page)).toHaveCount(24);
  await page.getByRole('button', { name: /^Show 24 more of/ }).click();
  await expect(dealCards(page)).toHaveCount(48);
  await expect(page.getByText(/^48 of \d+ shown$/)).toBeVisible();
  const links = await dealTitles(page);
  expect(new Set(links).size).toBeGreaterThan(24);

  const link = dealLinks(page).nth(40);
  await link.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(500);
  const title = await link.innerText();

  for (const comeBack of [
    () => page.getByRole('link', { name: 'Back to results' }).click(),
    () => page.goBack(),
  ]) {
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    await comeBack();
    await expect(dealCards(page)).toHaveCount(48);
    await expect(dealLinks(page)).toHaveText(links);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
    await expect(link).toBeFocused();
  }
});

/** Content that loads late above the list moves it by at most one line. */
const LINE_PX = 48;
const expectPosition = (page: Page, scrolled: number): Promise<void> =>
  expect
    .poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - scrolled))
    .toBeLessThanOrEqual(LINE_PX);

test('a reload keeps the loaded pages and the scroll position', async ({ page }) => {
  await page.goto('/deals?category=electronics');
  for (const cards of [48, 72]) {
    await page.getByRole('button', { name: /^Show 24 more of/ }).click();
    await expect(dealCards(page)).toHaveCount(cards);
  }
  const links = await dealTitles(page);
  await dealLinks(page).nth(60).scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);

  await page.reload();
  await expect(dealCards(page)).toHaveCount(72);
  await expect(dealLinks(page)).toHaveText(links);
  await expectPosition(page, scrolled);

  await dealLinks(page).nth(60).click();
  await expect(page.getByRole('heading', { level: 1, name: links[60] ?? '' })).toBeVisible();
  await page.reload();
  await page.goBack();
  await expect(dealCards(page)).toHaveCount(72);
  await expectPosition(page, scrolled);
  await expect(dealLinks(page).nth(60)).toBeFocused();
});

test('an image fills the window, and a key or a swipe shows the next', async ({
  page,
  isMobile,
}) => {
  await page.goto(SHOPS_DEALS);
  await dealLinks(page).first().click();
  await page.getByRole('button', { name: /^Enlarge: .*picture 1 of/ }).click();
  const zoom = (image: number) =>
    page.getByRole('dialog', { name: new RegExp(`picture ${image} of`) });
  await expect(zoom(1)).toBeVisible();
  if (isMobile) {
    await zoom(1)
      .locator('img')
      .evaluate((image) => {
        const at = (x: number) =>
          new Touch({ identifier: 1, target: image, clientX: x, clientY: 200 });
        const send = (type: string, x: number) =>
          image.dispatchEvent(
            new TouchEvent(type, {
              bubbles: true,
              touches: type === 'touchend' ? [] : [at(x)],
              changedTouches: [at(x)],
            }),
          );
        send('touchstart', 300);
        send('touchend', 80);
      });
  } else {
    await page.keyboard.press('ArrowRight');
  }
  await expect(zoom(2)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: /picture 2 of/ }).first()).toBeVisible();
});

test('a deal shows its prices, images and source', async ({ page }) => {
  await page.goto(SHOPS_DEALS);
  const link = dealLinks(page).first();
  const title = await link.innerText();
  await link.click();
  await expect(page).toHaveTitle(`${title} - Izgodno`);
  const deal = page.getByRole('main').getByRole('article');
  await expect(deal.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // The rate is fixed by law: 1 euro is 1.95583 lev.
  const euro = Number((await deal.getByRole('strong').first().innerText()).replace(/[€,]/g, ''));
  const lev = (await deal.getByText(/\slv$/).first().innerText()).replace(/[^\d.]/g, '');
  expect(euro).toBeGreaterThan(0);
  expect(Number(lev)).toBeCloseTo(euro * 1.95583, 1);

  const gallery = page.getByRole('region', { name: 'Pictures of the deal' });
  const photo = (number: number) =>
    gallery.getByRole('img', { name: `${title}, picture ${number} of 2` });
  const width = (number: number) =>
    photo(number).evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(() => width(1)).toBeGreaterThan(0);
  await gallery.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(() => width(2)).toBeGreaterThan(0);
  await page.keyboard.press('ArrowRight');
  await expect(photo(1)).toBeVisible();
  await gallery.getByRole('button', { name: 'Show picture 2' }).click();
  await expect(photo(2)).toBeVisible();

  await expect(deal.getByRole('definition').first()).not.toBeEmpty();
  await expect(deal.getByRole('term')).toContainText(['Source', 'Category', 'Condition']);
  await expect(deal.getByRole('heading', { name: 'Description' })).toBeVisible();

  await page.getByRole('button', { name: 'БГ, Български' }).click();
  await expect(deal.getByText(/\sлв\.$/).first()).toBeVisible();
  await expect(deal.getByRole('strong').first()).toHaveText(/^[\d\s]+(,\d\d)?\s€$/);
});

test('the URL of a deal opens it directly', async ({ page, otherVisitor }) => {
  await page.goto(SHOPS_DEALS);
  const link = dealLinks(page).nth(2);
  const title = await link.innerText();
  const url = await link.getAttribute('href');
  await otherVisitor.goto(url ?? '');
  await expect(otherVisitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await otherVisitor.getByRole('link', { name: 'Browse all deals' }).click();
  await expect(otherVisitor).toHaveURL('/deals');
  await expect(dealCards(otherVisitor)).toHaveCount(24);
});
