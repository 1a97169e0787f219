import { randomUUID } from 'node:crypto';
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
import { PASSWORD } from './new-member.ts';
import { pngImage } from './png-image.ts';
import { wordOfItsOwn } from './word-of-its-own.ts';

/** More controls than a page has. */
const MANY = 200;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

const walkTo = async (page: Page, key: string, target: Locator): Promise<void> => {
  for (let press = 0; press < MANY && !(await isFocused(target)); press += 1) {
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
};

const tabTo = (page: Page, target: Locator): Promise<void> => walkTo(page, 'Tab', target);

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

  // Until the new results arrive, the counts are those of the previous search.
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

/** Opens the file chooser by the focused button, and chooses a file. */
const chooseByKey = async (page: Page, name: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name, mimeType: 'image/png', buffer: pngImage([30, 120, 60]) });
};

/** Moves the focus to a field and fills it. */
const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field);
  await page.keyboard.insertText(text);
};

test('sign up, post a deal with a picture and write in the chat with a file, without a mouse', async ({
  page,
  expectedConsole,
}) => {
  test.setTimeout(180_000);
  const title = `Брошка ${wordOfItsOwn()}`;
  const text = `My tent ${randomUUID().slice(0, 8)}`;
  expectedConsole.push(/WebSocket connection to .* failed/);
  // Playwright intercepts choosers only while something listens. A busy page may handle the key of
  // `chooseByKey` before a listener that was added just before it, and its chooser is lost.
  page.on('filechooser', () => {});
  await page.goto('/register?from=%2Fpost');
  await typeInto(page, page.getByLabel('Name'), 'Mila Petrova');
  await typeInto(page, page.getByLabel('Email'), `mila-${randomUUID()}@example.com`);
  await typeInto(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/post$/, { timeout: 30_000 });

  await tabTo(page, page.getByRole('button', { name: 'Choose files' }));
  await chooseByKey(page, 'bicycle.png');
  await typeInto(page, page.getByRole('textbox', { name: /^Title/ }), title);
  await tabTo(page, page.getByRole('combobox', { name: 'Category' }));
  await page.keyboard.type('Other');
  await typeInto(page, page.getByRole('textbox', { name: /^Price in euro/ }), '120');
  await tabTo(page, page.getByRole('combobox', { name: /^Town or province/ }));
  await page.keyboard.type('Plovd');
  const locations = page.getByRole('listbox', { name: 'Places' });
  await expect(locations.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Post the deal', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deals\/\d+$/, { timeout: 30_000 });
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: /^Chat/ }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chat\/.+/);
  await tabTo(page, page.getByRole('button', { name: 'Attach files' }));
  await chooseByKey(page, 'tent.png');
  await tabTo(page, page.getByRole('textbox', { name: /^Message / }));
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  const own = page.getByRole('article').filter({ hasText: text });
  const image = own.getByRole('button', { name: 'Open picture tent.png' });
  await expect(image).toBeVisible({ timeout: 30_000 });
  // The messages are one tab stop.
  await tabTo(page, page.getByRole('region', { name: 'Messages', exact: true }));
  await walkTo(page, 'ArrowUp', own);
  await walkTo(page, 'ArrowRight', image);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /tent\.png/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(image, 'the place is not lost').toBeFocused();

  // Actions in the menu of a message.
  await walkTo(page, 'ArrowRight', own.getByRole('button', { name: /^Actions for/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(own.getByRole('button', { name: /^Actions for/ })).toBeFocused();
});
