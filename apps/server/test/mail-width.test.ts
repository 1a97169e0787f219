import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { findChromium } from '../../../scripts/find-chromium.ts';

/** In pixels: a small phone. */
const PHONE_WIDTH = 360;
/** In letters: longer than a line on a phone. */
const LONG_WORD = 'ъ'.repeat(100);

/** Runs in the page. */
const MEASURE = `({
  width: document.documentElement.scrollWidth,
  columns: [...document.querySelectorAll('td')].map((cell) => cell.clientWidth),
})`;
const shownSchema = z.object({ width: z.number(), columns: z.array(z.number()) });

let browser: Browser;

beforeAll(async () => {
  const { executablePath, args } = await findChromium();
  browser = await chromium.launch({
    args: [...args],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
});
afterAll(() => browser.close());

/** A 96-pixel image that needs no server. */
const image = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"/>';
const item = { title: LONG_WORD, text: LONG_WORD, url: 'https://izgodno.example' };

test('a long word does not make a mail wider than a phone', async () => {
  const { html = '' } = layOutMail({
    language: 'bg',
    siteName: LONG_WORD,
    baseUrl: 'https://izgodno.example',
    before: [LONG_WORD],
    items: [item, { ...item, image }],
    button: { text: LONG_WORD, url: 'https://izgodno.example' },
    after: [LONG_WORD],
    footer: [{ text: LONG_WORD, url: 'https://izgodno.example' }],
  });
  const page = await browser.newPage({ viewport: { width: PHONE_WIDTH, height: 640 } });
  // Nothing of the mail is loaded.
  await page.route('https://izgodno.example/**', (route) => route.abort());
  await page.setContent(html);
  const shown = shownSchema.parse(await page.evaluate(MEASURE));
  expect(shown.width).toBe(PHONE_WIDTH);
  // Beside an image there is room for the text, and the text alone has the whole width.
  const [alone = 0, beside = 0, text = 0] = shown.columns;
  expect(beside).toBe(96 + 16);
  expect(text).toBeGreaterThan(100);
  expect(alone).toBeGreaterThan(250);
});
