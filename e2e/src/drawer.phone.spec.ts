import { dealCards } from './deals-page.ts';
import { filterSheet, openDrawer, showFilters, sidebar } from './drawer.ts';
import { expect, expectAccessible, test } from './journey.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/deals');
  await expect(dealCards(page)).toHaveCount(24);
});

test('the drawer traps the focus and Escape returns it', async ({ page }) => {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(sidebar(page)).toBeInViewport();
  await expect(sidebar(page)).toBeFocused();

  const isInside = () =>
    sidebar(page).evaluate(
      // The document itself has the focus when Tab reaches the browser's own controls.
      (drawer) =>
        drawer.contains(document.activeElement) || document.activeElement === document.body,
    );
  const controls = await sidebar(page)
    .getByRole('link')
    .or(sidebar(page).getByRole('button'))
    .or(sidebar(page).getByRole('checkbox'))
    .or(sidebar(page).getByRole('textbox'))
    .count();
  for (let press = 0; press < controls + 20; press += 1) {
    await page.keyboard.press('Tab');
    expect(await isInside(), `after ${press + 1} presses of Tab`).toBe(true);
  }

  await page.keyboard.press('Escape');
  await expect(sidebar(page)).not.toBeInViewport();
  await expect(menu).toBeFocused();
});

test('a tap beside the drawer closes it, and so does its button', async ({ page }) => {
  await openDrawer(page);
  await page.touchscreen.tap(350, 400);
  await expect(sidebar(page)).not.toBeInViewport();
  await expect(page).toHaveURL('/deals');

  await openDrawer(page);
  await page.getByRole('button', { name: 'Close menu' }).tap();
  await expect(sidebar(page)).not.toBeInViewport();
});

test('the page behind the open drawer does not scroll', async ({ page }) => {
  await openDrawer(page);
  await page.mouse.move(350, 400);
  await page.mouse.wheel(0, 600);
  await expect(sidebar(page)).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('no serious axe violation in the open drawer', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openDrawer(page);
  await expect(page.getByRole('navigation', { name: 'Category' })).toBeVisible();
  await expectAccessible(page);
});

test('the sheet with the filters keeps the focus, and Escape returns it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await showFilters(page, true);
  const sheet = filterSheet(page);
  await expect(sheet.getByRole('list', { name: 'Category' })).toBeVisible();
  await expectAccessible(page);

  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Shift+Tab');
    const isInside = await sheet.evaluate(
      // The document itself has the focus at the browser's own controls.
      (dialog) =>
        dialog.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside, `after ${press + 1} presses of Shift+Tab`).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused();

  await showFilters(page, true);
  await page.touchscreen.tap(180, 10);
  await expect(sheet).toHaveCount(0);
});
