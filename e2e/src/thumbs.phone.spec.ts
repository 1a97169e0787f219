import type { Page } from '@playwright/test';
import { dealCards, dealLinks } from './deals-page.ts';
import { leaveFilters, openDrawer, showFilters } from './drawer.ts';
import { expect, test } from './journey.ts';
import { axeViolations, smallTargets } from './page-errors.ts';
import { whenStill } from './when-still.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick navigation' });

test('the bar at the bottom leads to the main places and leaves room for the page', async ({
  page,
}) => {
  await page.goto('/deals');
  await expect(dealCards(page)).toHaveCount(24);
  await expect(bar(page).getByRole('link')).toHaveText(['Deals', 'Post', 'Chat', 'Saved', 'Me']);
  await expect(bar(page).getByRole('link', { name: 'Deals' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(bar(page)).toBeInViewport({ ratio: 1 });

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const [end, top] = await Promise.all([
    page.getByRole('main').boundingBox(),
    bar(page).boundingBox(),
  ]);
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((top?.y ?? 0) + 1);

  await openDrawer(page);
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await bar(page).getByRole('link', { name: 'Saved' }).tap();
  await expect(page.getByRole('dialog')).toContainText('Please sign in to access this feature');
});

test('a message at the bottom lies above the bar', async ({ page }) => {
  await page.goto('/styleguide');
  await page.getByRole('button', { name: 'Information' }).tap();
  const toast = page.getByRole('button', { name: 'Dismiss' });
  await expect(toast).toBeVisible();
  const [message, top] = await Promise.all([toast.boundingBox(), bar(page).boundingBox()]);
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(top?.y ?? 0);
});

test('the page has room for the bar at its end, but not on paper', async ({ page }) => {
  await page.goto('/deals');
  await expect(bar(page)).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('padding-bottom', '56px');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px');
});

test('no control counts as too small while it scrolls below the bar', async ({ page }) => {
  await page.goto('/deals');
  await dealLinks(page).first().click();
  const control = page.getByRole('button', { name: 'Share' });
  await expect(control).toBeVisible();
  // All but its first ten pixels are below the bar.
  await control.evaluate(
    (button, top) => {
      window.scrollBy(0, button.getBoundingClientRect().top + 10 - top);
    },
    (await bar(page).boundingBox())?.y ?? 0,
  );
  expect(await axeViolations(page, ['target-size'])).toEqual([]);
});

test('controls are large enough for a thumb', async ({ page }) => {
  await page.goto('/deals?category=sports');
  await expect(page.getByRole('list', { name: 'Active filters' })).toBeVisible();
  expect.soft(await smallTargets(page, true), 'the deals').toEqual([]);
  await showFilters(page, true);
  await whenStill(page);
  expect.soft(await smallTargets(page, true), 'the filters').toEqual([]);
  await leaveFilters(page, true);
  await dealLinks(page).first().click();
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible();
  expect.soft(await smallTargets(page, true), 'a deal').toEqual([]);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible();
  expect.soft(await smallTargets(page, true), 'signing in').toEqual([]);
});
