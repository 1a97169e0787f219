import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  startClassifieds,
  type ClassifiedsReplay,
} from '../../apps/server/test/replay/classifieds.ts';
import { PASSWORD } from './new-member.ts';
import { readTexts } from './read-texts.ts';
import { openDrawer, showFilters } from './drawer.ts';
import { expect, test as base } from './journey.ts';
import { pngImage } from './png-image.ts';
import { wordOfItsOwn } from './word-of-its-own.ts';

/** The bicycles in Sofia for at most 400 euro. */
const BICYCLES = ['Планински велосипед 2', 'Планински велосипед 4'] as const;
const FAVORITE = {
  item: 4,
  title: BICYCLES[1],
  reduced: 19_900,
  drop: { en: '€321.76 → €199', bg: '321,76 € → 199 €' },
} as const;
const HIGHEST_PRICE = '400';
/**
 * The deals to post. They differ, because otherwise the second would show a question about
 * duplicates.
 */
const OWN = {
  en: { title: 'Градски велосипед', price: '149,90' },
  bg: { title: 'Ролери размер 42', price: '35' },
} as const;
/** From the form to the posted deal, in milliseconds. */
const A_MINUTE = 60_000;
/**
 * From a post to the search that finds it, in milliseconds. It takes a second on an idle machine;
 * here two browsers, images and other journeys run too. The report shows the time taken.
 */
const SOON = 10_000;
/** A source is read each minute, and its site is requested at a polite pace, in milliseconds. */
const NEXT_READING = 110_000;

const test = base.extend<{ readonly classifieds: ClassifiedsReplay }>({
  classifieds: async ({}, use) => {
    const classifieds = await startClassifieds({ size: 11 });
    await use(classifieds);
    await classifieds.server.close();
  },
  ownSettings: async ({ classifieds }, use) =>
    use({
      CLASSIFIEDS_BASE_URL: classifieds.server.url,
      OUTGOING_ALLOW: '127.0.0.1',
      SOURCES_EVERY: '20',
      DEMO_DATA: 'off',
    }),
});

const photos = [1, 2, 3].map((number) => ({
  name: `photo-${number}.png`,
  mimeType: 'image/png',
  buffer: pngImage([60 * number, 140, 40 * number]),
}));

const links = (page: Page) => page.getByRole('main').getByRole('article').getByRole('link');

interface User {
  readonly page: Page;
  readonly code: 'bg' | 'en';
  readonly text: (key: string) => string;
}

/** Starts with nothing chosen but the language. */
const arrive = async ({ page, code, text }: User, url: string): Promise<void> => {
  // The site's images are not on this machine.
  await page.route('https://img.example.bg/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: pngImage([90, 90, 90]) }),
  );
  await page.addInitScript((language) => {
    localStorage.setItem('preferred-language', language);
    localStorage.setItem('language-manually-selected', 'true');
    // As on a desktop; a page cannot see a phone's share dialog.
    Object.defineProperty(navigator, 'share', { value: undefined });
  }, code);
  await expect(async () => {
    await page.goto(`${url}/deals`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('deals.title'));
    await expect(links(page)).not.toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: NEXT_READING });
};

const findByLatinLetters = async ({ page, text }: User): Promise<void> => {
  const search = page.getByRole('combobox', { name: text('search.label') });
  await search.fill('planinski velosiped');
  await search.press('Enter');
  await expect(links(page).filter({ hasText: FAVORITE.title })).toBeVisible();
};

const narrowByPriceAndTown = async ({ page, code, text }: User): Promise<void> => {
  await showFilters(page, true);
  const towns = page.getByRole('list', { name: text('filters.location'), exact: true });
  await towns.getByRole('checkbox', { name: code === 'bg' ? /^София/ : /^Sofia/ }).check();
  await page.getByLabel(text('filterPanel.priceMax')).fill(HIGHEST_PRICE);
  await page.getByRole('button', { name: text('filterPanel.apply') }).click();
  await expect(page).toHaveURL(/maxPrice=400/);
  await page.keyboard.press('Escape');
  await expect(links(page)).toHaveText(BICYCLES, { useInnerText: true });
};

/** Shares the list by its URL and the deal by its button; the recipient sees the same. */
const share = async ({ page, text }: User, other: Page): Promise<void> => {
  await other.goto(page.url());
  await expect(links(other)).toHaveText(BICYCLES);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await links(page).filter({ hasText: FAVORITE.title }).click();
  await page.getByRole('button', { name: text('deal.share') }).click();
  await expect(page.getByText(text('deal.linkCopied'))).toBeVisible();
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(FAVORITE.title);
};

const keepAfterSigningUp = async ({ page, text }: User): Promise<void> => {
  await page.getByRole('button', { name: text('deal.addFavorite'), exact: true }).click();
  const prompt = page.getByRole('dialog', { name: text('prompt.title') });
  await prompt.getByRole('button', { name: text('menu.createAccount') }).click();
  await page.getByLabel(text('field.name'), { exact: true }).fill('Mila Petrova');
  await page.getByLabel(text('field.email')).fill(`mila-${randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: text('field.password') }).fill(PASSWORD);
  await page.getByRole('button', { name: text('register.submit') }).click();
  await expect(page.getByText(text('favorites.added'))).toBeVisible({ timeout: 30_000 });
  await expect(
    page.getByRole('button', { name: text('deal.isFavorite'), exact: true }),
  ).toBeVisible();
};

/** Posts a deal with three photos, whose title ends with this word. */
const post = async ({ page, code, text }: User, word: string): Promise<void> => {
  await page.locator('input[type=file]').first().setInputFiles(photos);
  const field = (key: string) => page.getByRole('textbox', { name: new RegExp(`^${text(key)}`) });
  await field('posts.name').fill(`${OWN[code].title} ${word}`);
  await page
    .getByRole('combobox', { name: text('filters.category') })
    .selectOption(text('category.sports'));
  await field('posts.price').fill(OWN[code].price);
  await page.getByRole('button', { name: text('posts.submit'), exact: true }).click();
  await expect(page).toHaveURL(/\/deals\/\d+$/, { timeout: A_MINUTE });
};

const seeInSearch = async (
  { page, code, text }: User,
  word: string,
  url: string,
): Promise<void> => {
  // First, because it disappears automatically.
  await expect(page.getByText(text('posts.posted'))).toBeVisible();
  const posted = performance.now();
  const found = `${url}/api/deals?q=${encodeURIComponent(word)}`;
  await expect
    .poll(async () => (await (await page.request.get(found)).json()).total, {
      timeout: SOON,
      intervals: [50],
    })
    .toBe(1);
  const took = `${Math.round(performance.now() - posted)} ms`;
  test.info().annotations.push({ type: `found by the search (${code})`, description: took });
  await page.goto(`${url}/deals?q=${encodeURIComponent(word)}`);
  await expect(links(page)).toHaveText([`${OWN[code].title} ${word}`]);
  await expect(page.getByRole('main').getByRole('article').locator('img')).toBeVisible();
};

const receiveLowerPrice = async ({ page, code, text }: User): Promise<void> => {
  const unread = text('notices.title');
  const bell = page.getByRole('button', { name: new RegExp(`^${unread}, 1 `) });
  await expect(bell).toBeVisible({ timeout: NEXT_READING });
  await bell.click();
  const notices = page.getByRole('list', { name: unread });
  await expect(notices).toContainText(`${FAVORITE.title}: ${FAVORITE.drop[code]}`);
  await notices.getByRole('link', { name: text('notice.price_drop') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(FAVORITE.title);
  await expect(page.getByRole('main').getByRole('strong').first()).toContainText('199');
  await expect(page.getByRole('button', { name: unread, exact: true })).toBeVisible();
};

test.describe.configure({ timeout: 300_000 });

test('new users find a bicycle, narrow, share and favourite it, post their own, and get a notice of the lower price, in either language', async ({
  page,
  otherVisitor,
  ownProduct: { url },
  classifieds,
}) => {
  // One user per language, in parallel, so that both wait for the source together.
  const users: readonly User[] = [
    { page, code: 'en', text: readTexts('en') },
    { page: otherVisitor, code: 'bg', text: readTexts('bg') },
  ];
  for (const user of users) await arrive(user, url);
  for (const user of users) {
    await test.step(`up to the favourite (${user.code})`, async () => {
      await user.page.goto(`${url}/deals`);
      await findByLatinLetters(user);
      await narrowByPriceAndTown(user);
      await share(user, user.page === page ? otherVisitor : page);
      await keepAfterSigningUp(user);
    });
  }
  classifieds.shelf.changePrice(FAVORITE.item, FAVORITE.reduced);

  for (const user of users) {
    const word = wordOfItsOwn();
    await openDrawer(user.page);
    await user.page
      .getByRole('link', { name: user.text('shell.post') })
      .first()
      .click();
    await test.step(
      `post their own with three photos, in under a minute (${user.code})`,
      () => post(user, word),
      { timeout: A_MINUTE },
    );
    await test.step(`see it in the search (${user.code})`, () => seeInSearch(user, word, url));
  }
  for (const user of users) {
    await test.step(`get a notice that the price of the favourite has dropped (${user.code})`, () =>
      receiveLowerPrice(user));
  }
});
