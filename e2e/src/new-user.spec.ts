import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  startClassifieds,
  type ClassifiedsReplay,
} from '../../apps/server/test/replay/classifieds.ts';
import { catalogueTexts } from './catalogue-texts.ts';
import { openDrawer } from './drawer.ts';
import { expect, test as base } from './journey.ts';
import { pngPicture } from './png-picture.ts';

/** Of what the site offers, these are bicycles in Sofia for 400 euro at most. */
const BICYCLES = ['Планински велосипед 2', 'Планински велосипед 4'] as const;
const FAVORITE = {
  item: 4,
  title: BICYCLES[1],
  reduced: 19_900,
  drop: { en: '€321.76 → €199', bg: '321,76 € → 199 €' },
} as const;
const HIGHEST_PRICE = '400';
/** From the form to the posted deal, in milliseconds. */
const A_MINUTE = 60_000;
/** From a post to the search that finds it: a second, and as much again for a browser and pictures beside it. */
const A_SECOND = 2_000;
/** Sources are looked after each minute, and the site is asked at its own slow pace, in milliseconds. */
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
  buffer: pngPicture([60 * number, 140, 40 * number]),
}));

const links = (page: Page) => page.getByRole('main').getByRole('article').getByRole('link');

test.describe.configure({ timeout: 240_000 });

test('a new user finds a bicycle, narrows, shares and keeps it, posts their own, and hears of the lower price', async ({
  page,
  otherVisitor,
  ownProduct: { url },
  classifieds,
  isMobile,
}) => {
  const code = isMobile ? 'bg' : 'en';
  const text = catalogueTexts(code);
  // The site's pictures lie outside of this machine.
  for (const visitor of [page, otherVisitor]) {
    await visitor.route('https://img.example.bg/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: pngPicture([90, 90, 90]) }),
    );
  }
  await page.addInitScript((language) => {
    localStorage.setItem('preferred-language', language);
    localStorage.setItem('language-manually-selected', 'true');
    // What a desk computer lacks; a phone's own dialog is nothing that a page can see.
    Object.defineProperty(navigator, 'share', { value: undefined });
  }, code);

  await expect(async () => {
    await page.goto(`${url}/deals`);
    await expect(links(page)).not.toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: NEXT_READING });

  await test.step('find it, typed in Latin letters', async () => {
    const search = page.getByRole('combobox', { name: text('search.label') });
    await search.fill('planinski velosiped');
    await search.press('Enter');
    await expect(links(page).filter({ hasText: FAVORITE.title })).toBeVisible();
  });

  await test.step('narrow it by price and town', async () => {
    if (isMobile) {
      await openDrawer(page, new RegExp(`^${text('filters.title')}( \\d+)?$`));
    }
    const towns = page.getByRole('list', { name: text('filters.location'), exact: true });
    await towns.getByRole('checkbox', { name: code === 'bg' ? /^София/ : /^Sofia/ }).check();
    await page.getByLabel(text('filters.priceMax')).fill(HIGHEST_PRICE);
    await page.getByRole('button', { name: text('filters.apply') }).click();
    await expect(page).toHaveURL(/maxPrice=400/);
    if (isMobile) await page.keyboard.press('Escape');
    await expect(links(page)).toHaveText(BICYCLES, { useInnerText: true });
  });

  await test.step('share the link', async () => {
    await otherVisitor.goto(page.url());
    await expect(links(otherVisitor)).toHaveText(BICYCLES);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await links(page).filter({ hasText: FAVORITE.title }).click();
    await page.getByRole('button', { name: text('deal.share') }).click();
    await expect(page.getByText(text('deal.linkCopied'))).toBeVisible();
    await otherVisitor.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(otherVisitor.getByRole('heading', { level: 1 })).toHaveText(FAVORITE.title);
  });

  await test.step('keep it, after being asked to sign in', async () => {
    await page.getByRole('button', { name: text('deal.keep'), exact: true }).click();
    const prompt = page.getByRole('dialog', { name: text('prompt.title') });
    await prompt.getByRole('button', { name: text('menu.createAccount') }).click();
    await page.getByLabel(text('field.name'), { exact: true }).fill('Mila Petrova');
    await page.getByLabel(text('field.email')).fill(`mila-${randomUUID()}@example.com`);
    await page.getByRole('textbox', { name: text('field.password') }).fill('trotting otter lamp 9');
    await page.getByRole('button', { name: text('register.submit') }).click();
    await expect(page.getByText(text('favorites.added'))).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: text('deal.kept'), exact: true })).toBeVisible();
  });
  classifieds.shelf.changePrice(FAVORITE.item, FAVORITE.reduced);

  const word = `педал${randomUUID()
    .slice(0, 8)
    .replaceAll(/[^a-f]/g, 'я')}`;
  if (isMobile) await openDrawer(page, text('shell.menu'));
  await page
    .getByRole('link', { name: text('shell.post') })
    .first()
    .click();
  await test.step(
    'post their own with three photos, in under a minute',
    async () => {
      await page.locator('input[type=file]').first().setInputFiles(photos);
      const field = (key: string) =>
        page.getByRole('textbox', { name: new RegExp(`^${text(key)}`) });
      await field('posting.name').fill(`Градски велосипед ${word}`);
      await page
        .getByRole('combobox', { name: text('filters.category') })
        .selectOption(text('category.sports'));
      await field('posting.price').fill('149,90');
      await page.getByRole('button', { name: text('posting.submit'), exact: true }).click();
      await expect(page).toHaveURL(/\/deals\/\d+$/, { timeout: A_MINUTE });
    },
    { timeout: A_MINUTE },
  );

  await test.step('see it in the search within a second', async () => {
    const found = `${url}/api/deals?q=${encodeURIComponent(word)}`;
    await expect
      .poll(async () => (await (await page.request.get(found)).json()).total, {
        timeout: A_SECOND,
        intervals: [50],
      })
      .toBe(1);
    await expect(page.getByText(text('posting.posted'))).toBeVisible();
    await page.goto(`${url}/deals?q=${encodeURIComponent(word)}`);
    await expect(links(page)).toHaveText([`Градски велосипед ${word}`]);
    await expect(page.getByRole('main').getByRole('article').locator('img')).toBeVisible();
  });

  await test.step('hear that the price of the favourite has dropped', async () => {
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
  });
});
