// Imported first, because it replaces the network of the application.
import { network, type FakeResponse } from './testing/network.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deal, dealPage, open, serving, startAfresh, url } from './testing/served-app.tsx';

beforeEach(async () => {
  await startAfresh(serving(3));
});

const lists = (): readonly string[] =>
  network.asked.filter((call) => call.url.pathname === '/api/deals').map((call) => call.url.search);

test('the page of a category has its name and its deals; a further filter leads to the list of all', async () => {
  const screen = await open('/c/food');
  await expect.element(screen.getByRole('heading', { name: 'Food', level: 1 })).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^Food/);
  const path = screen.getByRole('navigation', { name: 'Path' });
  await expect.element(path).toMatchTextContent(/All Categories › Food$/);
  await expect.element(path.getByRole('link')).toHaveAttribute('href', '/deals');
  await expect.element(screen.getByText(/^Food: 3 deals, each with the history/)).toBeVisible();
  expect(lists()).toContain('?category=food');
  await screen.getByRole('button', { name: 'List' }).click();
  await expect.poll(url).toBe('/deals?category=food&view=list');
});

const servingShop: FakeResponse = (request) =>
  request.url.pathname === '/api/deals'
    ? Response.json(dealPage(3, 0, { names: { bazar: { bg: 'Bazar', en: 'Bazar' } } }))
    : serving(3)(request);

test('the page of a shop comes from all deals, not from the categories', async () => {
  network.response = servingShop;
  const screen = await open('/shop/bazar');
  const path = screen.getByRole('navigation', { name: 'Path' });
  await expect.element(path).toMatchTextContent(/^Oferti › Bazar$/);
});

test('the name of a shop is the title of its page, also in another language', async () => {
  network.response = servingShop;
  const screen = await open('/shop/bazar');
  await expect.poll(() => document.title).toBe('Bazar - Izgodno');
  await screen.getByRole('button', { name: 'БГ, Български' }).click();
  const path = screen.getByRole('navigation', { name: 'Път до страницата' });
  await expect.element(path).toMatchTextContent(/^Оферти › Bazar$/);
  expect(document.title).toBe('Bazar - Izgodno');
});

test('the record of a shop appears below its deals, and moves none of them', async () => {
  await page.viewport(360, 740);
  const { promise: record, resolve } = Promise.withResolvers<Response>();
  network.response = (request) =>
    request.url.pathname === '/api/sources/bazar/claims' ? record : servingShop(request);
  const screen = await open('/shop/bazar');
  const cards = () =>
    screen
      .getByRole('article')
      .elements()
      .map((card) => card.getBoundingClientRect().y);
  await expect
    .poll(() => network.asked.some(({ url: { pathname } }) => pathname.endsWith('/claims')))
    .toBe(true);
  await expect.poll(cards).toHaveLength(3);
  const before = cards();
  resolve(Response.json({ success: true, record: { claims: 5, confirmed: 2 } }));
  await expect
    .element(screen.getByText(/^5 former prices of this shop were checked/))
    .toBeVisible();
  expect(cards()).toEqual(before);
});

test('a category that does not exist has no page', async () => {
  const screen = await open('/c/nothing');
  await expect.element(screen.getByRole('heading', { name: /404/ })).toBeVisible();
});

test('a search that is still starting says that it looked at the newest deals only', async () => {
  network.response = (request) =>
    request.url.pathname === '/api/deals'
      ? Response.json(dealPage(0, 0, { partial: true }))
      : serving(0)(request);
  const screen = await open('/deals?category=food');
  await expect.element(screen.getByText(/^The search is still starting/)).toBeVisible();
});

test('the chosen language and view are drawn apart from their rows on a phone', async () => {
  await page.viewport(360, 740);
  const screen = await open('/deals');
  for (const name of ['EN, English', 'Grid']) {
    const chosen = screen.getByRole('button', { name, pressed: true });
    await expect.element(chosen).toBeVisible();
    const { height, borderWidth, backgroundClip } = getComputedStyle(chosen.element());
    // As high as a thumb needs, and its colour leaves the edge of the row free.
    expect([height, borderWidth, backgroundClip]).toEqual(['44px', '3px', 'padding-box']);
  }
});

test('what a card says of a deal has its language', async () => {
  const bicycle = deal(1, { title: 'Велосипед', description: 'Като нов' });
  network.response = (request) =>
    request.url.pathname === '/api/deals'
      ? Response.json(dealPage(2, 0, { items: [bicycle, deal(2)] }))
      : serving(2)(request);
  const screen = await open('/deals?view=list');
  const card = screen.getByRole('article', { name: 'Велосипед' });
  await expect.element(card.getByRole('heading')).toHaveAttribute('lang', 'bg');
  await expect.element(card.getByText('Като нов')).toHaveAttribute('lang', 'bg');
  await expect
    .element(screen.getByRole('article', { name: 'Deal 2' }).getByRole('heading'))
    .not.toHaveAttribute('lang');
});
