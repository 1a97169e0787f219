import { MINUTE_MS } from '@izgodno/contract/common/durations';
import { expect, type Page } from '@playwright/test';

/** The access token lives for 120 minutes and is refreshed when 2 are left. */
export const UNTIL_CRITICAL_MS = 118 * MINUTE_MS + 1_000;

/** Advances the clock until the session is about to expire, while every refresh fails. */
export const letSessionRunLow = async (page: Page): Promise<void> => {
  // Code that still loads would pass its own timeout when the clock jumps.
  await page.waitForLoadState('networkidle');
  await page.clock.fastForward(UNTIL_CRITICAL_MS);
  await expect(page.getByRole('dialog', { name: 'Session Warning' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
};
