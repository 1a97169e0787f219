import { expect, type Locator, type Page } from '@playwright/test';

/** Offers of shops, which all have images and a link; posts of other journeys may have neither. */
export const SHOPS_DEALS = '/deals?group=other';

/** The list of deals in English, by its accessible names. */

export const searchField = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Search deals' });

export const dealCards = (page: Page): Locator =>
  page.getByRole('list', { name: 'Deals', exact: true }).getByRole('article');

export const dealLinks = (page: Page): Locator => dealCards(page).getByRole('link');

const countLine = (page: Page): Locator => page.getByRole('main').getByRole('status');

const dealsText = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'deal' : 'deals'}`;

export const expectResultCount = (page: Page, count: number): Promise<void> =>
  expect(countLine(page)).toHaveText(dealsText(count));

/** Waits until the results of the current search are shown and no request is pending. */
export const expectSettled = async (page: Page): Promise<void> => {
  await expect(countLine(page)).toHaveText(/^[\d,]+ deals?$/);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
};

/** The number of deals that the page shows. */
export const resultCount = async (page: Page): Promise<number> => {
  await expectSettled(page);
  return Number((await countLine(page).innerText()).replace(/\D/g, ''));
};

export const dealTitles = async (page: Page): Promise<string[]> => {
  await expectSettled(page);
  return dealLinks(page).allInnerTexts();
};

/** The prices of the cards in euro, in the order of the cards. */
export const euroPrices = async (page: Page): Promise<number[]> => {
  await expectSettled(page);
  const texts = await dealCards(page).getByRole('strong').allInnerTexts();
  return texts.map((text) => Number(text.replace(/[€,]/g, '')));
};

/** Searches as users do: type, press Enter, see results. */
export const searchFor = async (page: Page, typed: string): Promise<void> => {
  await searchField(page).fill(typed);
  await searchField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for “${typed}”`);
  await expectSettled(page);
};

export const filterOption = (page: Page, filter: string, option: string): Locator =>
  page
    .getByRole('list', { name: filter, exact: true })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('checkbox', { name: new RegExp(`^${option} [\\d,]+$`) }),
    });

/** The number of deals beside an option. */
export const optionCount = async (option: Locator): Promise<number> =>
  Number((await option.innerText()).replace(/^[\s\S]*\n|,/g, ''));

export const activeFilters = (page: Page): Locator =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: /^Remove/ });
