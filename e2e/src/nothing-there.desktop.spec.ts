import { dealCards, resultCount, searchFor } from './deals-page.ts';
import { expect, test } from './journey.ts';

test('a search without results says so and offers a way out', async ({ page }) => {
  await page.goto('/deals');
  await searchFor(page, 'qwxzv jjkkq');
  await expect(page.getByRole('heading', { name: 'No results found for the query' })).toBeVisible();
  await expect(
    page.getByText('Try adjusting your search criteria or browse all deals.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Browse all deals' }).click();
  await expect(page).toHaveURL('/deals');
  expect(await resultCount(page)).toBeGreaterThan(2_000);
});

test('filters that leave nothing are cleared by one press', async ({ page }) => {
  await page.goto('/deals?category=food&minPrice=900000');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'No deals found' })).toBeVisible();
  await main.getByRole('button', { name: 'Clear all' }).last().click();
  await expect(page).toHaveURL('/deals');
  await expect(dealCards(page)).toHaveCount(24);
});

test('a deal that does not exist is not found', async ({ page, expectedConsole }) => {
  expectedConsole.push(/status of 404/);
  for (const id of ['999999999', 'no-such-deal']) {
    await page.goto(`/deals/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Item not found' })).toBeVisible();
    await expect(page).toHaveTitle('Item not found - Izgodno');
    await page.getByRole('link', { name: 'Browse all deals' }).click();
    await expect(dealCards(page)).toHaveCount(24);
  }
});

test('a page that does not exist is not found', async ({ page, expectedConsole }) => {
  expectedConsole.push(/status of 404/);
  for (const path of ['/nowhere', '/home', '/deals/1/reviews']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(
      page.getByRole('heading', { level: 1, name: '404 - Page Not Found' }),
    ).toBeVisible();
    await expect(page.getByText("The page you're looking for doesn't exist.")).toBeVisible();
    await page.getByRole('link', { name: 'Go to Deals' }).click();
    await expect(page).toHaveURL('/deals');
    await expect(dealCards(page)).toHaveCount(24);
  }
});
