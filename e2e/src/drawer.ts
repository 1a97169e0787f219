import { expect, type Locator, type Page } from '@playwright/test';

export const sidebar = (page: Page): Locator =>
  page.getByRole('complementary', { name: /^(?:Menu|Меню)$/, includeHidden: true });

/** Opens the drawer of narrow screens by the button of this name. */
export const openDrawer = async (page: Page, button: string | RegExp = 'Menu'): Promise<void> => {
  // A press soon after the one before counts for nothing, so a person presses again. Where it opens and
  // only takes its time, nothing else can be pressed.
  const opened = page.locator('[aria-controls=sidebar][aria-expanded=true]');
  await expect(async () => {
    if ((await opened.count()) === 0)
      await page.getByRole('button', { name: button, exact: true }).click({ timeout: 1_000 });
    await expect(sidebar(page)).toBeInViewport({ ratio: 0.9, timeout: 1_000 });
  }).toPass();
};

/** Shows the filters: they stand beside the list, on narrow screens in the drawer. */
export const showFilters = async (page: Page, isMobile: boolean): Promise<void> => {
  if (isMobile) await openDrawer(page, /^Filters( \d+)?$/);
};

/** Leaves the filters for the list that they left. */
export const leaveFilters = async (page: Page, isMobile: boolean): Promise<void> => {
  if (!isMobile) return;
  await page.getByRole('button', { name: /^Show [\d,]+ deals?$/ }).click();
  await expect(sidebar(page)).not.toBeInViewport();
};
