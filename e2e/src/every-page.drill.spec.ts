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
  unreachable,
  withFewCards,
} from './page-errors.ts';
import { everyPage, load, settle } from './visits.ts';
import { whenStill } from './when-still.ts';

/** Every page of the pages table and every overlay, checked for accessibility. */

const test = base.extend({ baseURL: async ({ ownProduct }, use) => use(ownProduct.url) });

// The administrator sees every page, and posts of this journey are in a product of its own.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A common screen at a zoom of 400 %, in CSS pixels (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 320, height: 256 } as const;
/** The number of controls of each page whose focus is checked. */
const MOST_CONTROLS = 60;
/** Journeys that share the pages, because one over all of them outlasts every other. */
const PARTS = [1, 2, 3];

const chooseTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
  await whenStill(page);
};

/** What depends on the width. */
const layoutErrorsOf = async (page: Page, isMobile: boolean): Promise<string[]> => [
  ...(await smallTargets(page, isMobile)),
  ...(await cutContent(page)),
];

/** What does not depend on the width, so that one device is enough. */
const furtherErrorsOf = async (page: Page): Promise<string[]> => {
  const failures = await engineFailures(page);
  await chooseTheme(page, 'dark');
  // Nothing else depends on the theme.
  const dark = await axeViolations(page, ['color-contrast']);
  return [...failures, ...dark.map((error) => `dark: ${error}`)];
};

/** Content that is cut off or out of reach at a zoom of 400 %, and with increased text spacing. */
const zoomErrors = async (page: Page): Promise<string[]> => {
  const usual = page.viewportSize();
  await page.setViewportSize(ZOOMED);
  const zoomed = [...(await cutContent(page)), ...(await unreachable(page))];
  if (usual !== null) await page.setViewportSize(usual);
  await spaceTexts(page);
  const spaced = await cutContent(page);
  return [
    ...zoomed.map((error) => `zoomed: ${error}`),
    ...spaced.map((error) => `spaced: ${error}`),
  ];
};

for (const part of PARTS)
  test(`every page and overlay can be read, reached and pressed, in both themes: part ${part} of ${PARTS.length}`, async ({
    page,
    otherVisitor,
    ownProduct,
    isMobile,
    expectedConsole,
  }) => {
    test.setTimeout(600_000);
    // Leaving a page closes its socket abruptly; the link of no mail is rejected.
    expectedConsole.push(/WebSocket connection to .* failed/, /status of (404|503)/);
    const world = await settle(page, ownProduct);
    const errors: string[] = [];
    const check = async (visitor: Page, name: string, isOnThisDeviceOnly = false) => {
      await chooseTheme(visitor, 'light');
      const found = await layoutErrorsOf(visitor, isMobile);
      await withFewCards(visitor, async () => {
        found.push(...(await axeViolations(visitor)));
        if (!isMobile || isOnThisDeviceOnly) found.push(...(await furtherErrorsOf(visitor)));
      });
      errors.push(...found.map((error) => `${name}: ${error}`));
    };
    for (const [index, each] of everyPage.entries()) {
      if (index % PARTS.length !== part - 1) continue;
      const { key, visit } = each;
      const { anonymous = false, hasDrawer = false, states = [] } = visit;
      const visitor = anonymous ? otherVisitor : page;
      await load(visitor, each, world);
      await check(visitor, key);
      const further = isMobile
        ? await zoomErrors(visitor)
        : await hiddenFocus(visitor, MOST_CONTROLS);
      errors.push(...further.map((error) => `${key}: ${error}`));
      if (isMobile && hasDrawer) {
        await openDrawer(visitor);
        await check(visitor, `${key} with its drawer`, true);
      }
      for (const state of states) {
        await load(visitor, each, world, state);
        await check(visitor, `${key} ${state.name}`);
      }
    }
    expect(errors).toEqual([]);
  });
