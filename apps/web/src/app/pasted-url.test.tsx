import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { navigate } from '#core/router/location.ts';
import { network } from './testing/network.ts';
import { open, serving, startAfresh, url } from './testing/served-app.tsx';

const SHOP = 'https://shop.example/espresso-machine';

const paste = async (text: string, at = '/deals?q=bike') => {
  const screen = await open(at);
  await screen.getByRole('combobox', { name: 'Search deals' }).fill(text);
  await userEvent.keyboard('{Enter}');
  return screen;
};

/** A server that finds the deal with an id by its link. */
const finding = (id?: string) =>
  startAfresh((request) =>
    request.url.pathname === '/api/deals/by-link'
      ? Response.json({ success: true, ...(id === undefined ? {} : { id }) })
      : serving(30)(request),
  );

beforeEach(() => startAfresh());

test('a URL of this site is opened, and is no search', async () => {
  const screen = await paste(` ${location.origin}/deals/7?from=mail `);
  await expect.poll(() => url()).toBe('/deals/7?from=mail');
  await expect.element(screen.getByRole('combobox', { name: 'Search deals' })).toHaveValue('');
  const searched = network.asked.map((request) => request.url.searchParams.get('q') ?? '');
  expect(searched.filter((text) => text.includes('http'))).toEqual([]);
  expect(localStorage.getItem('recent-searches')).toBeNull();
});

test('the URL of an offer opens its deal, even if it is longer than words may be', async () => {
  await finding('9');
  const link = `${SHOP}?variant=${'x'.repeat(300)}`;
  await paste(link);
  await expect.poll(() => url()).toBe('/deals/9');
  const asked = network.asked.find((request) => request.url.pathname === '/api/deals/by-link');
  expect(asked?.url.searchParams.get('link')).toBe(link);
});

test('another URL leads to the watched pages, through the sign-in', async () => {
  await finding();
  await paste(SHOP);
  await expect.poll(() => url()).toContain('/login?');
  const back = new URLSearchParams(location.search).get('from') ?? '';
  expect(new URL(back, location.origin).pathname).toBe('/favorites/watched');
  expect(new URL(back, location.origin).searchParams.get('link')).toBe(SHOP);
});

test('a URL is searched as words if it cannot be looked up', async () => {
  await startAfresh((request) =>
    request.url.pathname === '/api/deals/by-link' ? Response.error() : serving(30)(request),
  );
  await paste(SHOP);
  await expect.poll(() => url()).toBe(`/deals?q=${SHOP}`);
});

test('a page that is opened to search for a URL does what the field does with it', async () => {
  await finding('9');
  // One application only: a second one would look the URL up as well, and replace the page of Back.
  navigate('/trending');
  const link = `${SHOP}?variant=${'x'.repeat(300)}`;
  await open(`/deals?${new URLSearchParams({ q: link }).toString()}`);
  await expect.poll(() => url()).toBe('/deals/9');
  const links = network.asked.map((request) => request.url.searchParams.get('link'));
  expect(links).toContain(link);
  // It takes the place of the search, to which Back would lead in a circle.
  history.back();
  await expect.poll(() => url()).toBe('/trending');
});
