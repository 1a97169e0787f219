import {
  activeFilters,
  dealCards,
  dealLinks,
  dealTitles,
  euroPrices,
  expectResultCount,
  filterOption,
  optionCount,
  resultCount,
} from './deals-page.ts';
import { leaveFilters, showFilters } from './drawer.ts';
import { expect, test } from './journey.ts';

const filtered =
  '/deals?category=electronics&condition=new&minPrice=50&maxPrice=500&sort=price_asc';

test('filters narrow the list, and its URL shows the same to everyone', async ({
  page,
  otherVisitor,
  isMobile,
}) => {
  await page.goto('/deals');
  await showFilters(page, isMobile);

  const electronics = filterOption(page, 'Category', 'Electronics');
  const electronicsCount = await optionCount(electronics);
  await electronics.getByRole('checkbox').check();
  await expectResultCount(page, electronicsCount);

  const isNew = filterOption(page, 'Condition', 'New');
  const newCount = await optionCount(isNew);
  expect(newCount).toBeLessThan(electronicsCount);
  await isNew.getByRole('checkbox').check();
  await expectResultCount(page, newCount);

  await page.getByLabel('From, €').fill('50');
  await page.getByLabel('To, €').fill('500');
  await page.getByRole('button', { name: 'Apply' }).click();
  await leaveFilters(page, isMobile);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high');
  await expect(page).toHaveURL(filtered);

  const count = await resultCount(page);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(newCount);
  const prices = await euroPrices(page);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  expect(prices.at(0)).toBeGreaterThanOrEqual(50);
  expect(prices.at(-1)).toBeLessThanOrEqual(500);
  await expect(activeFilters(page)).toHaveText(['Electronics', 'New', '€50 – €500']);

  const titles = await dealTitles(page);
  await otherVisitor.goto(page.url());
  await expectResultCount(otherVisitor, count);
  await expect(activeFilters(otherVisitor)).toHaveText(['Electronics', 'New', '€50 – €500']);
  await expect(dealLinks(otherVisitor)).toHaveText(titles);
});

test('each condition leaves as many deals as it says', async ({ page, isMobile }) => {
  await page.goto('/deals?category=sports');
  await showFilters(page, isMobile);
  const conditions = ['New', 'Like new', 'Good', 'Fair'];
  let sum = 0;
  for (const condition of conditions) {
    const option = filterOption(page, 'Condition', condition);
    const count = await optionCount(option);
    await option.getByRole('checkbox').check();
    sum += count;
    // Counts of a filter's options ignore that filter, so they add up.
    await expectResultCount(page, sum);
    expect(await optionCount(option)).toBe(count);
  }
});

test('chips remove filters, one by one and all at once', async ({ page }) => {
  await page.goto(`${filtered}&inStock=true`);
  const count = await resultCount(page);
  await expect(activeFilters(page)).toHaveCount(4);

  await page.getByRole('button', { name: 'Remove filter €50 – €500' }).click();
  await expect(page).toHaveURL(
    '/deals?category=electronics&condition=new&inStock=true&sort=price_asc',
  );
  await expect(activeFilters(page)).toHaveText(['Electronics', 'New', 'In stock only']);
  expect(await resultCount(page)).toBeGreaterThan(count);

  await page.getByRole('main').getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/deals?sort=price_asc');
  await expect(activeFilters(page)).toHaveCount(0);
});

test('Back and Forward restore the filters', async ({ page, isMobile }) => {
  await page.goto('/deals');
  const all = await resultCount(page);
  await showFilters(page, isMobile);
  const sports = filterOption(page, 'Category', 'Sports');
  const food = filterOption(page, 'Category', 'Food');
  await page
    .getByRole('list', { name: 'Category' })
    .locator('..')
    .getByRole('button', { name: /^Show \d+ more, Category$/ })
    .click();
  const sportsCount = await optionCount(sports);
  const foodCount = await optionCount(food);
  await sports.getByRole('checkbox').check();
  await expectResultCount(page, sportsCount);
  await food.getByRole('checkbox').check();
  await expectResultCount(page, sportsCount + foodCount);
  await expect(page).toHaveURL('/deals?category=sports&category=food');

  await page.goBack();
  await expectResultCount(page, sportsCount);
  await expect(food.getByRole('checkbox')).not.toBeChecked();
  await page.goBack();
  await expectResultCount(page, all);
  await expect(sports.getByRole('checkbox')).not.toBeChecked();
  await page.goForward();
  await page.goForward();
  await expectResultCount(page, sportsCount + foodCount);
  await expect(sports.getByRole('checkbox')).toBeChecked();
  await expect(food.getByRole('checkbox')).toBeChecked();
});

test('invalid parts of a URL are ignored, the rest applies', async ({ page }) => {
  await page.goto(
    '/deals?category=spaceships&category=sports&condition=broken&minPrice=cheap&maxPrice=-5' +
      '&minDiscount=200&minRating=&inStock=perhaps&sort=best&view=globe&colour=red&location=%00&q=%20%E0%A4%A',
  );
  await expect(activeFilters(page)).toHaveText(['Sports']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
});

test('the list has a view with rows', async ({ page }) => {
  await page.goto('/deals?category=food');
  const titles = await dealTitles(page);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expect(page).toHaveURL('/deals?category=food&view=list');
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(dealLinks(page)).toHaveText(titles);
  const [first, second] = await Promise.all(
    [0, 1].map((rank) => dealCards(page).nth(rank).boundingBox()),
  );
  expect(second?.x).toBe(first?.x);
  expect(second?.y).toBeGreaterThan(first?.y ?? Number.NaN);

  // The choice applies to URLs without a view.
  await page.goto('/deals');
  await expect(page.getByRole('button', { name: 'List', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
