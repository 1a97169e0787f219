import type { Page } from '@playwright/test';

/**
 * Waits until the page has settled. A theme change starts every transition, and even the shortest
 * lasts until the next frame; colours read before would be intermediate. Endless animations are
 * ignored.
 */
export const whenStill = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const passing = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
};
