import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { fillRegistration } from './account-forms.ts';
import { dealCards, dealLinks } from './deals-page.ts';
import { importFeed } from './import-feed.ts';
import { expect, expectAccessible, test } from './journey.ts';

/**
 * How long a change made by another process may take to reach the user, with room for a busy
 * machine.
 */
const UNTIL_NOTIFIED_MS = 20_000;

const item = (id: string, title: string, price: string): string =>
  `<item><g:id>${id}</g:id><title>${title}</title><link>https://wheels.example.bg/${id}</link><g:price>${price} EUR</g:price></item>`;

const feedOf = (items: readonly string[]): string =>
  `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Wheels</title><link>https://wheels.example.bg</link>${items.join('')}</channel></rss>`;

const inBothThemes = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
};

test.describe.configure({ timeout: 120_000 });
test.use({ ownSettings: { DEMO_DATA: 'off' } });

test('favourite a deal, save a search, and get notices of the lower price and of new deals', async ({
  page,
  ownProduct,
}) => {
  const { url, dataDirectory } = ownProduct;
  const feed = path.join(dataDirectory, 'wheels.xml');
  const into = { source: 'wheels', dataDirectory };
  await writeFile(feed, feedOf([item('1', 'Unicycle Tornado 26', '320.00')]));
  await importFeed(feed, into);

  const unicycle = dealCards(page).filter({ hasText: 'Unicycle Tornado 26' });
  // The index is updated within a second of an import's end.
  await expect(async () => {
    await page.goto(`${url}/deals?q=unicycle`);
    await expect(unicycle).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await unicycle.getByRole('button', { name: /^Favorite: / }).click();
  const prompt = page.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Create account' }).click();
  await fillRegistration(page, 'Mila Petrova');
  await expect(page.getByText('Added to favorites')).toBeVisible();

  await page.getByRole('button', { name: 'Save this search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this search' });
  await expect(dialog.getByText('It would have matched 1 deal last month.')).toBeVisible();
  await inBothThemes(page);
  await dialog.getByLabel('Name of the search').fill('A unicycle');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('link', { name: 'A unicycle' })).toBeVisible();
  await inBothThemes(page);

  await writeFile(
    feed,
    feedOf([
      item('1', 'Unicycle Tornado 26', '249.00'),
      item('2', 'Unicycle for children 16', '95.00'),
    ]),
  );
  await importFeed(feed, into);

  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' });
  await expect(bell).toBeVisible({ timeout: UNTIL_NOTIFIED_MS });
  await bell.click();
  const notices = page.getByRole('list', { name: 'Notifications' });
  await expect(notices).toContainText('Unicycle Tornado 26: €320 → €249');
  await expect(notices).toContainText('A unicycle: 1 new deal');
  await inBothThemes(page);

  await notices.getByRole('link', { name: /The price has dropped$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unicycle Tornado 26');
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await notices.getByRole('link', { name: /New deals for your search$/ }).click();
  await expect(dealLinks(page).filter({ hasText: 'Unicycle for children 16' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});
