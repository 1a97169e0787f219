import type { Page } from '@playwright/test';

declare global {
  interface Window {
    shiftSum: number;
  }
}

/** Starts to sum layout shifts, from the next page on. */
export const watchLayoutShift = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.shiftSum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (
          'value' in entry &&
          typeof entry.value === 'number' &&
          !('hadRecentInput' in entry && entry.hadRecentInput === true)
        )
          window.shiftSum += entry.value;
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
};

/** The sum so far, as web vitals count layout shifts: 0 if nothing moved. */
export const layoutShift = (page: Page): Promise<number> => page.evaluate(() => window.shiftSum);
