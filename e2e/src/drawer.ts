import { expect, type Locator, type Page } from '@playwright/test';

export const sidebar = (page: Page): Locator =>
  page.getByRole('complementary', { name: /^(?:Menu|Меню)$/, includeHidden: true });

/** Opens the drawer on narrow screens. The name of the button ends in what is unread. */
export const openDrawer = async (page: Page): Promise<void> => {
  // A press soon after another is ignored, so the press is repeated. Once the drawer opens, the
  // button cannot be pressed again.
  const opened = page.locator('[aria-controls=sidebar][aria-expanded=true]');
  await expect(async () => {
    if ((await opened.count()) === 0)
      await page.getByRole('button', { name: /^(?:Menu|Меню)/ }).click({ timeout: 1_000 });
    await expect(sidebar(page)).toBeInViewport({ ratio: 0.9, timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
};

/** Opens the sidebar first if it is a drawer. */
export const showSidebar = async (page: Page): Promise<Locator> => {
  const menu = page.getByRole('button', { name: /^Menu/ });
  if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click();
  return page.getByRole('complementary', { name: 'Menu' });
};

/** The filters over the page of a narrow screen. */
export const filterSheet = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(?:Filters|Филтри)$/ });

/** Shows the filters, which are beside the list or, on narrow screens, in a sheet. */
export const showFilters = async (page: Page, isMobile: boolean): Promise<void> => {
  if (!isMobile) return;
  await page.getByRole('button', { name: /^(?:Filters|Филтри)(?: \d+)?$/ }).click();
  await expect(filterSheet(page)).toBeVisible();
};

/** Closes the sheet with the filters. */
export const leaveFilters = async (page: Page, isMobile: boolean): Promise<void> => {
  if (!isMobile) return;
  await page.getByRole('button', { name: /^Show [\d,]+ deals?$/ }).click();
  await expect(filterSheet(page)).toHaveCount(0);
};
