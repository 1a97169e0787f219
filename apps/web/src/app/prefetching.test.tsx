import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { network, type FakeResponse } from './testing/network.ts';
import { url, dealPage, open, serving, startAfresh } from './testing/served-app.tsx';

beforeEach(() => startAfresh());

/** A server that finds seven deals for any search or filter, and thirty in all. */
const narrowing: FakeResponse = (request) =>
  request.url.pathname === '/api/deals' && request.url.search !== ''
    ? Response.json(dealPage(7))
    : serving(30)(request);

const askedLists = () =>
  network.asked
    .filter(({ url }) => url.pathname === '/api/deals')
    .map(({ url }) => decodeURIComponent(url.search));

test('the typed search is prefetched when Enter is pressed, and requested once', async () => {
  network.response = narrowing;
  const screen = await open('/deals');
  const search = screen.getByRole('combobox', { name: 'Search deals' });
  await search.fill('tent');
  await expect.poll(() => askedLists()).toContain('?q=tent');
  expect(url()).toBe('/deals');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('7 deals')).toBeVisible();
  expect(url()).toBe('/deals?q=tent');
  expect(askedLists().filter((query) => query === '?q=tent')).toHaveLength(1);
});

test('pasted terms are prefetched at once, without the typing delay', async () => {
  network.response = narrowing;
  const screen = await open('/deals');
  const search = screen.getByRole('combobox', { name: 'Search deals' });
  await search.click();
  const never = setTimeout(() => undefined);
  clearTimeout(never);
  const pause = vi.spyOn(window, 'setTimeout').mockReturnValue(never);
  document.execCommand('insertText', false, 'tent');
  await expect.poll(askedLists).toContain('?q=tent');
  pause.mockRestore();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('7 deals')).toBeVisible();
  expect(askedLists().filter((query) => query === '?q=tent')).toHaveLength(1);
});

test('a search from the URL is not requested again', async () => {
  network.response = narrowing;
  const screen = await open('/deals?q=tent');
  const search = screen.getByRole('combobox', { name: 'Search deals' });
  await search.click();
  await search.fill('bike');
  await expect.poll(() => askedLists()).toContain('?q=bike');
  expect(askedLists()).toEqual(['?q=tent', '?q=bike']);
});

test('a filter is prefetched on press and has its deals at once on release', async () => {
  network.response = narrowing;
  const screen = await open('/deals');
  const box = screen.getByRole('checkbox', { name: /^Food/ });
  await expect.element(box).toBeVisible();
  box.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await expect.poll(() => askedLists()).toContain('?category=food');
  expect(url()).toBe('/deals');
  await box.click();
  await expect.element(screen.getByText('7 deals')).toBeVisible();
  expect(url()).toBe('/deals?category=food');
  expect(askedLists().filter((query) => query === '?category=food')).toHaveLength(1);
});

test('previous results are dimmed only if the new ones take long', async () => {
  const response = Promise.withResolvers<Response>();
  network.response = (request) =>
    request.url.search === '?inStock=true' ? response.promise : serving(30)(request);
  const screen = await open('/deals');
  const list = screen.getByRole('list', { name: 'Deals' });
  await expect.element(list).toBeVisible();
  const results = list.element().parentElement ?? document.body;
  const begun = new Promise((resolve) =>
    results.addEventListener('transitionrun', resolve, { once: true }),
  );
  const style = getComputedStyle(results);
  await screen.getByRole('checkbox', { name: 'In stock only' }).click();
  expect(url()).toBe('/deals?inStock=true');
  await begun;
  expect(style.transitionDelay).toBe('0.3s');
  await expect.poll(() => style.opacity).toBe('0.55');
  response.resolve(Response.json(dealPage(7)));
  await expect.element(screen.getByText('7 deals')).toBeVisible();
  expect(style.opacity).toBe('1');
});
