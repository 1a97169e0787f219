import { expect, type Page } from '@playwright/test';

const DEAL = /^\/deals\/\d+$/;

/** Where the page is that of a deal, loads the parts of it that wait until they come near the screen. */
export const showWholeDeal = async (page: Page): Promise<void> => {
  if (!DEAL.test(new URL(page.url()).pathname)) return;
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.locator('#price-history')).toBeAttached();
  await expect(page.locator('#deal-comments')).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 0));
};
