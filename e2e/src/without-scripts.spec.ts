import { expect, test } from './journey.ts';

test.use({ javaScriptEnabled: false });

test('without scripts, one can search, filter, page and read a deal', async ({ page }) => {
  await page.goto('/deals');
  await expect(page).toHaveTitle(/^Oferti - ./);
  const deals = page.locator('.first-grid a');
  await expect(deals).toHaveCount(24);

  const first = await deals.first().textContent();
  await page.getByRole('link', { name: /^Show 24 more of/ }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(deals).toHaveCount(24);
  expect(await deals.first().textContent()).not.toBe(first);

  await page.getByRole('searchbox', { name: 'Search deals' }).fill('колело');
  await page.getByRole('button', { name: 'Search deals' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “колело”');
  const found = await deals.count();
  expect(found).toBeGreaterThan(0);

  await page.locator('summary').click();
  const price = page.getByRole('group', { name: 'Price', exact: true });
  await price.getByRole('textbox', { name: 'To, €' }).fill('300');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/maxPrice=300/);
  await expect(page.getByRole('searchbox', { name: 'Search deals' })).toHaveValue('колело');
  expect(await deals.count()).toBeLessThan(found);

  const title = (await deals.first().locator('.first-title').textContent()) ?? '';
  await deals.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(/^.+ - ./);
});

test('without scripts, the logo is above the content, and pictures are side by side', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const boxOf = (css: string) => page.locator(css).first().boundingBox();
  await page.goto('/deals');
  expect((await boxOf('.first-header img'))?.x).toBe((await boxOf('h1'))?.x);

  await page.goto('/deals/1');
  const [second, third] = [await boxOf('noscript > img'), await boxOf('noscript > img + img')];
  expect(second?.x).toBe((await boxOf('.first-picture'))?.x);
  expect(third?.y).toBe(second?.y);
});

test('without scripts, a page that needs them says so and leads to the deals', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 404/);
  for (const path of ['/post', '/chat']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We could not show the page');
  }
  await page.getByRole('link', { name: 'Izgodno' }).click();
  await expect(page.locator('li > a')).toHaveCount(24);

  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
  await page.getByRole('link', { name: 'Go to Deals' }).click();

  // Bad values are ignored, and the rest applies.
  await page.goto('/deals?minPrice=many&maxPrice=12,50');
  await page.locator('summary').click();
  const price = page.getByRole('group', { name: 'Price', exact: true });
  await expect(price.getByRole('textbox', { name: 'From, €' })).toHaveValue('');
  await expect(price.getByRole('textbox', { name: 'To, €' })).toHaveValue('12.5');
});

test('without scripts, the other language stays from page to page', async ({ page }) => {
  await page.goto('/help');
  await page.getByRole('link', { name: 'Български' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Помощ');
  await page.getByRole('link', { name: 'Izgodno' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Оферти');
  await page.getByRole('searchbox').fill('колело');
  await page.getByRole('button', { name: 'Търсене на оферти' }).click();
  await page.locator('li > a').first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'bg');
});
