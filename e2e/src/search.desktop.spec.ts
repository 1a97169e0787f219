import { fillRegistration } from './account-forms.ts';
import {
  dealCards,
  dealLinks,
  dealTitles,
  expectResultCount,
  resultCount,
  searchField,
  searchFor,
} from './deals-page.ts';
import { expect, test } from './journey.ts';

const bicycle = /велосипед|bicycle/i;

test('one thing is found by its name in either script and language', async ({ page }) => {
  await page.goto('/deals');
  const counts: number[] = [];
  for (const typed of ['велосипед', 'velosiped', 'bicycle']) {
    await searchFor(page, typed);
    counts.push(await resultCount(page));
    for (const title of (await dealTitles(page)).slice(0, 8)) {
      expect(title).toMatch(bicycle);
    }
  }
  const [first = 0, ...others] = counts;
  expect(first).toBeGreaterThan(10);
  expect(others).toEqual([first, first]);
});

test('Enter searches, and the URL contains the search', async ({ page }) => {
  await page.goto('/deals');
  await searchFor(page, 'bicycle');
  expect(new URL(page.url()).searchParams.get('q')).toBe('bicycle');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('relevance');

  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/deals');
  await expect(searchField(page)).toHaveValue('');
});

test('a search that is shown is reported, and the place of what is opened of it', async ({
  page,
}) => {
  const reports: unknown[] = [];
  await page.route('**/api/deals/searches', async (route) => {
    reports.push(route.request().postDataJSON());
    await route.continue();
  });
  // Routes do not see the bodies of beacons.
  await page.addInitScript(() => {
    navigator.sendBeacon = (url, body) => {
      void fetch(url, { method: 'POST', body: body ?? null });
      return true;
    };
  });
  await page.goto('/deals');
  await searchFor(page, 'велосипед');
  const shown = { searchId: expect.any(String) };
  await expect.poll(() => reports).toEqual([shown]);
  await dealLinks(page).nth(2).click();
  await expect.poll(() => reports).toEqual([shown, { ...shown, rank: 3 }]);
});

test('typing errors are corrected', async ({ page }) => {
  await page.goto('/deals');
  for (const [error, typed, meant] of [
    ['a Bulgarian word typed on an English keyboard', 'le.firmeo', 'велосипед'],
    ['an English word typed on a Bulgarian keyboard', 'вьзшдз', 'laptop'],
    ['a typing mistake', 'велоспед', 'велосипед'],
  ] as const) {
    await test.step(`${error}: "${typed}"`, async () => {
      await searchFor(page, typed);
      await expect(
        page.getByText(`No exact match for “${typed}”. Showing results for “${meant}”.`),
      ).toBeVisible();
      const corrected = await resultCount(page);
      await searchFor(page, meant);
      await expectResultCount(page, corrected);
      expect(corrected).toBeGreaterThan(0);
    });
  }
});

test('commas separate terms', async ({ page }) => {
  await page.goto('/deals');
  await searchField(page).click();
  await expect(page.getByText('Commas separate terms, Enter searches.')).toBeVisible();
  await searchFor(page, 'кафемашина');
  const coffee = await resultCount(page);
  await searchFor(page, 'велосипед');
  const bicycles = await resultCount(page);
  await searchFor(page, 'кафемашина, велосипед');
  await expectResultCount(page, coffee + bicycles);
});

test('suggestions appear while typing and are chosen by keyboard', async ({ page }) => {
  await page.goto('/deals');
  await searchField(page).pressSequentially('лаптоп, вело');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(suggestions.first()).toContainText('велосипед');

  await page.keyboard.press('ArrowDown');
  await expect(suggestions.first()).toHaveAttribute('aria-selected', 'true');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Results for “лаптоп, велосипед”',
  );
  await expect(searchField(page)).toHaveValue('лаптоп, велосипед');
  await expect(suggestions).toHaveCount(0);
});

test('a suggested category is chosen by a tap and Escape closes suggestions', async ({ page }) => {
  await page.goto('/deals');
  await searchField(page).pressSequentially('elec');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  const category = suggestions.filter({ hasText: 'Category' });
  await expect(category).toHaveText(/Electronics/);
  await page.keyboard.press('Escape');
  await expect(suggestions).toHaveCount(0);
  await expect(searchField(page)).toHaveValue('elec');

  await searchField(page).pressSequentially('t');
  await category.click();
  await expect(page).toHaveURL('/deals?category=electronics');
  await expect(dealCards(page).first()).toBeVisible();
});

test('a search without the right deals is saved by one click, also through a sign-in', async ({
  page,
}) => {
  await page.goto('/deals?q=monowheelz');
  const save = page.getByRole('button', { name: 'Tell me when there is one' });
  const saveAnySearch = page.getByRole('button', { name: 'Save this search' });
  await expect(save).toBeVisible();
  await expect(saveAnySearch).toBeHidden();
  await save.click();
  const prompt = page.getByRole('dialog', { name: 'Please sign in to access this feature' });
  await prompt.getByRole('button', { name: 'Create account' }).click();
  await fillRegistration(page, 'Iva Ivanova');
  await expect(page.getByText('Search saved.')).toBeVisible();

  await page.goto('/deals?q=хладилник+до+1+лв');
  await expect(page.getByText('No deal matches everything.')).toBeVisible();
  await expect(saveAnySearch).toBeHidden();
  await save.click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('link', { name: 'monowheelz' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'хладилник до 1 лв' })).toBeVisible();
});
