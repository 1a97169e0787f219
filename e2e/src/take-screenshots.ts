import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test';
import { fillRegistration } from './account-forms.ts';
import { ownTemporaryFolders } from '../../scripts/clean-up.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import { write } from './chat-page.ts';
import { startProduct } from './product.ts';

/** Takes the screenshots for the README, from a separate product with the demo data. */

const folder = path.join(import.meta.dirname, '../../docs/screenshots');

interface Screenshot {
  readonly file: string;
  readonly url: string;
  readonly browser: BrowserContextOptions;
  /** Prepares the page for the screenshot. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const desktop = {
  viewport: { width: 1280, height: 800 },
  colorScheme: 'light',
  locale: 'en-GB',
  timezoneId: 'Europe/London',
} as const satisfies BrowserContextOptions;

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  colorScheme: 'dark',
  locale: 'bg-BG',
  timezoneId: 'Europe/Sofia',
} as const satisfies BrowserContextOptions;

/** Creates an account on the way to a page that requires one. */
const signUp = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('link', { name: 'Create account' }).click();
  await fillRegistration(page, name);
  await page.waitForURL((url) => url.pathname !== '/register');
  await page.getByRole('button', { name: 'Dismiss' }).click();
};

/** The messages in the screenshot of the chat. */
const channelView = [
  'Has anybody seen winter tyres in 205/55 R16 lately?',
  'The shop in Plovdiv has them from €62 a piece, and they fit them on Saturdays.',
  'Found: four of them for €240, **nearly new**. I have posted the deal',
] as const;

const screenshots: readonly Screenshot[] = [
  { file: 'deals.png', url: '/deals', browser: desktop },
  { file: 'deals-phone-dark-bulgarian.png', url: '/deals', browser: phone },
  {
    file: 'deal.png',
    url: '/deals?q=велосипед&inStock=true',
    browser: desktop,
    prepare: (page) =>
      page.getByRole('main').getByRole('article').first().getByRole('link').click(),
  },
  {
    file: 'post.png',
    url: '/post',
    browser: desktop,
    prepare: async (page) => {
      await signUp(page, 'Vera Marinova');
      await page.getByLabel(/^Title/).fill('Folding bicycle, 20 inches, hardly ridden');
      await page.getByLabel(/^Price in euro/).fill('185');
      await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Sports' });
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    file: 'chat.png',
    url: '/chat',
    browser: desktop,
    prepare: async (page) => {
      await signUp(page, 'Boris Iliev');
      for (const text of channelView) {
        const stored = page.waitForResponse((response) => response.url().endsWith('/api/message'));
        await write(page, text);
        await stored;
      }
      await page.getByText('Sending…').waitFor({ state: 'hidden' });
    },
  },
];

await ownTemporaryFolders();
const { executablePath, args } = await findChromium();
const dataDirectory = await mkdtemp(path.join(tmpdir(), 'izgodno-screenshots-'));
const product = await startProduct({ dataDirectory, port: 0 });
try {
  const browser = await chromium.launch({
    args: [...args],
    // The page reserves room for its scroll bar, which would be empty without one.
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  try {
    await mkdir(folder, { recursive: true });
    for (const { file, url, browser: options, prepare } of screenshots) {
      const page = await browser.newPage({ ...options, baseURL: product.url });
      await page.goto(url);
      await prepare?.(page);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      // Waits until images and fonts have loaded and nothing is pending.
      await page.waitForLoadState('networkidle');
      await page.mouse.move(0, 0);
      await page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
      process.stdout.write(`docs/screenshots/${file}\n`);
      await page.close();
    }
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
  await rm(dataDirectory, { recursive: true, force: true });
}
