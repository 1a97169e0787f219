import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContextOptions, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.ts';
import { startProduct } from './product.ts';

/** Takes the pictures that the README shows, from a product of its own with the demo catalogue. */

const folder = path.join(import.meta.dirname, '../../docs/screenshots');

interface Screenshot {
  readonly file: string;
  readonly address: string;
  readonly browser: BrowserContextOptions;
  /** What a person does before the picture is taken. */
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

const screenshots: readonly Screenshot[] = [
  { file: 'deals.png', address: '/deals', browser: desktop },
  { file: 'deals-phone-dark-bulgarian.png', address: '/deals', browser: phone },
  {
    file: 'deal.png',
    address: '/deals?q=велосипед&inStock=true',
    browser: desktop,
    prepare: (page) =>
      page.getByRole('main').getByRole('article').first().getByRole('link').click(),
  },
];

const { executablePath, args } = await findChromium();
const dataDirectory = await mkdtemp(path.join(tmpdir(), 'izgodno-screenshots-'));
const product = await startProduct({ dataDirectory, port: 0 });
const browser = await chromium.launch({
  args: [...args],
  // The page keeps room for its scroll bar: without one there is an empty strip.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  ...(executablePath === undefined ? {} : { executablePath }),
});
await mkdir(folder, { recursive: true });
for (const { file, address, browser: options, prepare } of screenshots) {
  const page = await browser.newPage({ ...options, baseURL: product.url });
  await page.goto(address);
  await prepare?.(page);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  // Pictures and fonts are wanted whole, and nothing half on its way.
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
  process.stdout.write(`docs/screenshots/${file}\n`);
  await page.close();
}
await browser.close();
await product.stop();
await rm(dataDirectory, { recursive: true, force: true });
