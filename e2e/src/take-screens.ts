import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import sharp from 'sharp';
import { test as base } from './journey.ts';
import { everyPage, load, settle } from './visits.ts';
import { whenStill } from './when-still.ts';

/** Takes the pictures of docs/screens: `npm run screens`. */

const folder = path.join(import.meta.dirname, '../../docs/screens');

/** Taller than screens are, so that one picture shows most of a page. */
const HEIGHT = 1400;
/** Of WebP, where 100 is the best. */
const QUALITY = 55;

const phone = { viewport: { width: 360, height: HEIGHT }, isMobile: true, hasTouch: true };
const tablet = { viewport: { width: 768, height: HEIGHT } };
const desktop = { viewport: { width: 1440, height: HEIGHT } };

/** Milliseconds that a page may take to load its images. */
const QUIET_MS = 5_000;

interface View {
  readonly name: string;
  readonly language: 'bg' | 'en';
  readonly options: BrowserContextOptions;
  /** Only in English, because the states are reached by the names of controls. */
  readonly hasStates?: boolean;
}

const views: readonly View[] = [
  { name: '360-bg', language: 'bg', options: phone },
  { name: '360', language: 'en', options: { ...phone, colorScheme: 'dark' }, hasStates: true },
  { name: '768', language: 'en', options: tablet },
  { name: '1440-bg', language: 'bg', options: { ...desktop, colorScheme: 'dark' } },
  { name: '1440', language: 'en', options: desktop, hasStates: true },
];

type Session = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

const openBrowser = async (
  browser: Browser,
  { language, options }: View,
  given: { readonly baseURL: string; readonly storageState?: Session },
): Promise<Page> => {
  const context = await browser.newContext({
    ...options,
    ...given,
    locale: language === 'bg' ? 'bg-BG' : 'en-GB',
    timezoneId: 'Europe/Sofia',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((chosen) => {
    localStorage.setItem('preferred-language', chosen);
    localStorage.setItem('language-manually-selected', 'true');
  }, language);
  return context.newPage();
};

const save = async (page: Page, name: string): Promise<void> => {
  // Also responses that the page waits for in silence; the state of an upload waits without end.
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
  await whenStill(page);
  const taken = await page.screenshot({ animations: 'disabled' });
  const file = `${name.replaceAll(/[ ,]+/gu, '-')}.webp`;
  await sharp(taken).webp({ quality: QUALITY }).toFile(path.join(folder, file));
};

const test = base.extend({ baseURL: async ({ ownProduct }, use) => use(ownProduct.url) });

test('take a picture of every page and state', async ({ browser, page, ownProduct }) => {
  test.setTimeout(1_200_000);
  const world = await settle(page, ownProduct);
  const baseURL = ownProduct.url;
  const storageState = await page.context().storageState();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const view of views)
    for (const each of everyPage) {
      const { key, visit } = each;
      // A browser for each page, because an upload that a state begins stays on the others.
      const session = visit.anonymous === true ? {} : { storageState };
      const viewer = await openBrowser(browser, view, { baseURL, ...session });
      await load(viewer, each, world);
      await save(viewer, `${key}-${view.name}`);
      for (const state of view.hasStates === true ? (visit.states ?? []) : []) {
        await load(viewer, each, world, state);
        await save(viewer, `${key}-${state.name}-${view.name}`);
      }
      await viewer.context().close();
    }
});
