import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { network } from './testing/network.ts';
import { dealPage, open, serving, signIn, startAfresh, url } from './testing/served-app.tsx';

beforeEach(() => startAfresh());

const field = { name: 'Search deals' };

/** The response to a request for favourites. */
const favoritesPage = (total: number): Response =>
  Response.json({ ...dealPage(total), counts: { active: 2, sold: 0, expired: 0, deleted: 0 } });

/** Holds the responses to searches from now on; returns what answers them. */
const hold = (): ((total: number) => void) => {
  const total = Promise.withResolvers<number>();
  network.response = async (request) =>
    request.url.pathname === '/api/deals'
      ? Response.json(dealPage(await total.promise))
      : serving(30)(request);
  return total.resolve;
};

/** What each change of a list leaves in it. */
const observeCards = (list: Element): (readonly [items: number, cards: number])[] => {
  const seen: (readonly [items: number, cards: number])[] = [];
  new MutationObserver(() =>
    seen.push([list.children.length, list.querySelectorAll('article').length]),
  ).observe(list, { childList: true, subtree: true });
  return seen;
};

describe('while the next search loads', () => {
  test('the page has no count, and keeps the deals of the one before', async () => {
    const screen = await open('/deals?category=sports');
    await expect.element(screen.getByRole('status').getByText('30 deals')).toBeVisible();
    const respond = hold();
    await screen.getByRole('combobox', field).fill('tent');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(screen.getByRole('heading', { level: 1 }))
      .toHaveTextContent('Results for “tent”');
    await expect.element(screen.getByText('Searching…')).toBeVisible();
    expect(screen.getByText('30 deals').query()).toBeNull();
    await expect.element(screen.getByRole('link', { name: 'Deal 1', exact: true })).toBeVisible();
    respond(2);
    await expect.element(screen.getByText('2 deals')).toBeVisible();
    expect(screen.getByText('Searching…').query()).toBeNull();
  });

  test('its first cards come before the others, whose items are there, and Back shows all at once', async () => {
    const screen = await open('/deals?category=sports');
    await expect.element(screen.getByRole('status').getByText('30 deals')).toBeVisible();
    const respond = hold();
    await screen.getByRole('combobox', field).fill('tent');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Searching…')).toBeVisible();
    const seen = observeCards(screen.getByRole('list', { name: 'Deals', exact: true }).element());
    respond(40);
    await expect.poll(() => seen.at(-1)).toEqual([24, 24]);
    expect(seen[0]).toEqual([24, 12]);
    await expect.element(screen.getByText('24 of 40 shown')).toBeVisible();
    seen.length = 0;
    history.back();
    await expect.element(screen.getByText('24 of 30 shown')).toBeVisible();
    expect(seen).toEqual([]);
  });

  test('its first cards come first, too, if typing has prefetched it, but not when it loads again', async () => {
    const screen = await open('/deals?category=sports');
    await expect.element(screen.getByRole('status').getByText('30 deals')).toBeVisible();
    const prefetched = Response.json(dealPage(40));
    network.response = () => prefetched;
    await screen.getByRole('combobox', field).fill('tent');
    await expect.poll(() => prefetched.bodyUsed).toBe(true);
    const seen = observeCards(screen.getByRole('list', { name: 'Deals', exact: true }).element());
    network.response = serving(50);
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('24 of 40 shown')).toBeVisible();
    await expect.poll(() => seen.at(-1)).toEqual([24, 24]);
    expect(seen[0]).toEqual([24, 12]);
    seen.length = 0;
    // A list that is as old as this loads again when its tab is looked at.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.element(screen.getByText('24 of 50 shown')).toBeVisible();
    vi.useRealTimers();
    expect(seen).toEqual([]);
  });

  test('Back shows all cards of the one before at once', async () => {
    const screen = await open('/deals?category=sports');
    await expect.element(screen.getByText('24 of 30 shown')).toBeVisible();
    hold();
    await screen.getByRole('combobox', field).fill('tent');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Searching…')).toBeVisible();
    const seen = observeCards(screen.getByRole('list', { name: 'Deals', exact: true }).element());
    history.back();
    await expect.element(screen.getByRole('status').getByText('30 deals')).toBeVisible();
    expect(seen).toEqual([]);
  });

  test('the page does not say that there are none, because the one before had none', async () => {
    await startAfresh(serving(0));
    const screen = await open('/deals?q=zzzz');
    const none = screen.getByText('No results found for the query');
    await expect.element(none).toBeVisible();
    const respond = hold();
    await screen.getByRole('combobox', field).fill('tent');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Searching…')).toBeVisible();
    await expect.element(none).not.toBeInTheDocument();
    respond(2);
    await expect.element(screen.getByText('2 deals')).toBeVisible();
  });
});

describe('a suggestion keeps the filters and the view', () => {
  const filtered = '/deals?category=sports&maxPrice=300&sort=price_asc&view=list';

  test.for([
    ['words', 'red, bicycle', '/deals?q=red, bicycle&category=sports&maxPrice=300&view=list'],
    [
      'a category, which replaces the one before',
      'Food Category',
      '/deals?category=food&maxPrice=300&view=list',
    ],
  ] as const)('of %s', async ([, name, found]) => {
    const screen = await open(filtered);
    await screen.getByRole('combobox', field).fill('re');
    const option = screen.getByRole('listbox').getByRole('option', { name });
    await expect.element(option).toBeVisible();
    // It counts the deals without filters.
    expect(option.element().textContent).not.toMatch(/\d/);
    await option.click();
    await expect.poll(() => url()).toBe(found);
  });

  test('of a recent search', async () => {
    localStorage.setItem('recent-searches', '["bike"]');
    const screen = await open(filtered);
    await screen.getByRole('combobox', field).click();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => url()).toBe('/deals?q=bike&category=sports&maxPrice=300&view=list');
  });

  test('and counts its deals where there are no filters', async () => {
    const screen = await open('/deals?view=list');
    await screen.getByRole('combobox', field).fill('re');
    await expect
      .element(screen.getByRole('option', { name: /red, bicycle.*4 deals/ }))
      .toBeVisible();
  });
});

// Runs last, because the end of a session leads to the start page.
test('of favourites with another status, none is not said before it is known', async () => {
  const waiting = Promise.withResolvers<Response>();
  network.response = (request) => {
    if (request.url.pathname !== '/api/users/me/favorites') return serving(3)(request);
    return request.url.searchParams.get('status') === 'sold' ? favoritesPage(0) : waiting.promise;
  };
  signIn();
  const screen = await open('/favorites?status=sold');
  const none = screen.getByText('No favorites here yet');
  await expect.element(none).toBeVisible();
  await screen.getByRole('link', { name: /^Active/ }).click();
  await expect.element(none).not.toBeInTheDocument();
  waiting.resolve(favoritesPage(2));
  await expect.element(screen.getByRole('link', { name: 'Deal 2', exact: true })).toBeVisible();
});
