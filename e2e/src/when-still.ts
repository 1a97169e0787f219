import type { Page } from '@playwright/test';

/**
 * Waits until everything looks as it will stay. A theme that changes runs through every
 * transition of the page, and even the shortest lasts until the next frame: colours read before
 * it are halfway. What moves without end is not waited for.
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
