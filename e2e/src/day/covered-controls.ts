import type { Page } from '@playwright/test';

/**
 * The controls of the composer that something lies over, with what it is. A press on the middle of a
 * control must reach it.
 */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const line = document.querySelector('main textarea')?.parentElement;
    const controls = line?.querySelectorAll<HTMLElement>('textarea, button') ?? [];
    return [...controls].flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      if (top !== null && control.contains(top)) return [];
      const name = control.ariaLabel ?? control.tagName;
      return [`${name} is under ${top?.closest('[class]')?.className ?? 'nothing'}`];
    });
  });
