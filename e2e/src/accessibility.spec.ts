import { expect, expectAccessible, test } from './journey.ts';

const NOWHERE = '/nowhere';

const pages = [
  { name: 'the deals', path: '/deals' },
  {
    name: 'deals searched, filtered and in rows',
    path: '/deals?q=laptop&category=electronics&maxPrice=900&inStock=true&view=list',
  },
  { name: 'a deal', path: '/deals/1' },
  { name: 'an empty result', path: '/deals?q=qwxzvjjkkq&condition=new' },
  { name: 'a page that does not exist', path: NOWHERE },
] as const;

// Themes differ in contrast and languages in texts, so two combinations cover all of them.
const appearances = [
  { colorScheme: 'light', language: 'EN, English' },
  { colorScheme: 'dark', language: 'БГ, Български' },
] as const;

for (const { name, path } of pages) {
  test(`${name}: no serious violation in either theme and language`, async ({
    page,
    expectedConsole,
  }) => {
    if (path === NOWHERE) expectedConsole.push(/status of 404/);
    await page.goto(path);
    for (const { colorScheme, language } of appearances) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.getByRole('button', { name: language }).click();
      await expect(page.getByRole('button', { name: language, pressed: true })).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page);
    }
  });
}

test('suggestions: no serious violation', async ({ page }) => {
  await page.goto('/deals');
  await page.getByRole('combobox', { name: 'Search deals' }).pressSequentially('вел');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(suggestions.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(suggestions.getByRole('option', { selected: true })).toBeVisible();
  await expectAccessible(page);
});
