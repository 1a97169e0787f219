import type { Page } from '@playwright/test';
import { openDrawer } from './drawer.ts';
import { expect, test as base } from './journey.ts';
import {
  axeViolations,
  cutContent,
  engineFailures,
  hiddenFocus,
  smallTargets,
  spaceTexts,
} from './page-errors.ts';
import { everyPage, load, settle } from './visits.ts';
import { whenStill } from './when-still.ts';

/** Every page of the pages table and every overlay, checked for accessibility. */

const test = base.extend({ baseURL: async ({ ownProduct }, use) => use(ownProduct.url) });

// The administrator sees every page, and posts of this journey are in a product of its own.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A common screen at a zoom of 400 %, in CSS pixels (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 320, height: 256 } as const;
/** The number of controls checked on each page. */
const TAB_PRESSES = 60;

const chooseTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
  await whenStill(page);
};

/** Everything that can be checked without reloading the page. */
const errorsOf = async (page: Page, name: string): Promise<string[]> => {
  await chooseTheme(page, 'light');
  const light = await axeViolations(page);
  const failures = await engineFailures(page);
  const small = await smallTargets(page);
  const cut = await cutContent(page);
  await chooseTheme(page, 'dark');
  // Nothing else depends on the theme.
  const dark = await axeViolations(page, ['color-contrast']);
  return [...light, ...dark.map((error) => `dark: ${error}`), ...failures, ...small, ...cut].map(
    (error) => `${name}: ${error}`,
  );
};

/** Content that is cut off at a zoom of 400 %, and with increased text spacing. */
const zoomErrors = async (page: Page): Promise<string[]> => {
  const usual = page.viewportSize();
  await page.setViewportSize(ZOOMED);
  const zoomed = await cutContent(page);
  if (usual !== null) await page.setViewportSize(usual);
  await spaceTexts(page);
  const spaced = await cutContent(page);
  return [
    ...zoomed.map((error) => `zoomed: ${error}`),
    ...spaced.map((error) => `spaced: ${error}`),
  ];
};

test('every page and overlay can be read, reached and pressed, in both themes', async ({
  page,
  otherVisitor,
  ownProduct,
  isMobile,
  expectedConsole,
}) => {
  test.setTimeout(900_000);
  // Leaving a page closes its socket abruptly; the link of no mail is rejected.
  expectedConsole.push(/WebSocket connection to .* failed/, /status of (404|503)/);
  const world = await settle(page, ownProduct);
  const errors: string[] = [];
  for (const each of everyPage) {
    const { key, visit } = each;
    const { anonymous = false, hasDrawer = false, states = [] } = visit;
    const visitor = anonymous ? otherVisitor : page;
    await load(visitor, each, world);
    errors.push(...(await errorsOf(visitor, key)));
    const further = isMobile ? await zoomErrors(visitor) : await hiddenFocus(visitor, TAB_PRESSES);
    errors.push(...further.map((error) => `${key}: ${error}`));
    if (isMobile && hasDrawer) {
      await openDrawer(visitor);
      errors.push(...(await errorsOf(visitor, `${key} with its drawer`)));
    }
    for (const { name, open } of states) {
      await load(visitor, each, world);
      await open(visitor);
      errors.push(...(await errorsOf(visitor, `${key} ${name}`)));
    }
  }
  expect(errors).toEqual([]);
});
