import type { Locator, Page } from '@playwright/test';
import {
  dealLinks,
  dealTitles,
  expectResultCount,
  filterOption,
  optionCount,
  searchField,
  expectSettled,
} from './deals-page.ts';
import { expect, test } from './journey.ts';

/** More controls than a page has. */
const MANY = 200;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let press = 0; press < MANY && !(await isFocused(target)); press += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
};

test('search, filter, open a deal and come back without a mouse', async ({ page }) => {
  await page.goto('/deals');
  await expect(dealLinks(page)).toHaveCount(24);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();

  await tabTo(page, searchField(page));
  await page.keyboard.type('велосипед');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “велосипед”');

  // Until the new results are there, the counts are those of the search before.
  await expectSettled(page);
  const option = filterOption(page, 'Condition', 'New');
  await expect(option).toBeVisible();
  const count = await optionCount(option);
  await tabTo(page, option.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await expectResultCount(page, count);
  await expect(option.getByRole('checkbox')).toBeChecked();
  await expect(option.getByRole('checkbox'), 'the place is not lost').toBeFocused();

  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await tabTo(page, sort);
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/sort=/);

  const [, , title = ''] = await dealTitles(page);
  const link = dealLinks(page).nth(2);
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  const back = page.getByRole('link', { name: 'Back to results' });
  await tabTo(page, back);
  await page.keyboard.press('Enter');
  await expectResultCount(page, count);
  await expect(link).toBeFocused();
});

test('the skip link leads past the header and the filters', async ({ page }) => {
  await page.goto('/deals');
  await expect(dealLinks(page)).toHaveCount(24);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Sort by' })).toBeFocused();
});
