import type { Page } from '@playwright/test';
import { pages, type PageConfig } from '../../apps/web/src/app/pages.ts';
import { openDrawer } from './drawer.ts';
import { becomeAdministrator } from './become-administrator.ts';
import { expect, test } from './journey.ts';
import { showWholeDeal } from './show-whole-deal.ts';
import { overflowingTexts } from './text-overflow.ts';

/** Some eighty pages, each loaded, shown and measured. */
const JOURNEY_MS = 240_000;

/** The URLs of pages with a parameter. */
const urls: Readonly<Record<string, string>> = {
  '/deals/:dealId': '/deals/1',
  '/post/:dealId?': '/post',
  '/chat/:channelId?': '/chat',
};

const urlsOf = (access: readonly PageConfig['access'][]): readonly string[] =>
  Object.values<PageConfig>(pages)
    .filter((page) => access.includes(page.access))
    .map(({ path }) => urls[path] ?? path)
    // This user does not exist; the page says so, as for any other id.
    .map((path) => path.replace(':userId', '01939f7e-6c00-7000-8000-000000000001'));

const speak = (page: Page, language: string): Promise<void> =>
  page.evaluate((code) => {
    localStorage.setItem('preferred-language', code);
    localStorage.setItem('language-manually-selected', 'true');
  }, language);

const expectTextsToFit = async (page: Page, where: string): Promise<void> => {
  await page.goto(where);
  await expect(page.locator('main').locator('h1, h2').first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await showWholeDeal(page);
  expect.soft(await overflowingTexts(page), where).toEqual([]);
};

test('every text fits a screen of 360 pixels, in both languages, signed in or out', async ({
  page,
  ownProduct,
  expectedConsole,
}) => {
  test.setTimeout(JOURNEY_MS);
  // The request for the user who does not exist.
  expectedConsole.push(/Failed to load resource: .*404/);
  const { origin } = new URL(ownProduct.url);
  expect(page.viewportSize()?.width).toBe(360);

  const visit = async (paths: readonly string[]): Promise<void> => {
    for (const language of ['bg', 'en']) {
      await speak(page, language);
      for (const path of paths) await expectTextsToFit(page, origin + path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    }
  };

  await page.goto(`${origin}/deals`);
  await visit(urlsOf(['any']));
  await page.goto(`${origin}/deals`);
  await openDrawer(page);
  expect.soft(await overflowingTexts(page), 'the drawer').toEqual([]);

  await becomeAdministrator(page, ownProduct, 'Александрина Константинова-Владиславова');
  await visit(urlsOf(['signed-in']));
});
