import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { navigate } from '#core/router/location.ts';
import { network } from './testing/network.ts';
import { aChannel } from '#features/chat/testing/served-chat.tsx';
import {
  dealPage,
  url,
  deal,
  open,
  rejection,
  serving,
  signIn,
  startAfresh,
} from './testing/served-app.tsx';

beforeEach(() => startAfresh());

describe('the deals list', () => {
  test('is where / leads, shows its title and the number of deals', async () => {
    const screen = await open('/');
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Oferti' })).toBeVisible();
    // A live region, so that screen readers announce every change of the number.
    await expect
      .element(screen.getByRole('status').filter({ hasText: /^30 deals$/ }))
      .toBeVisible();
    expect(screen.getByRole('article').all()).toHaveLength(24);
    expect(location.pathname).toBe('/deals');
    expect(document.title).toBe('Oferti - Izgodno');
  });

  test('loads more until everything is shown', async () => {
    const screen = await open('/deals');
    await screen.getByRole('button', { name: 'Show 6 more of 30' }).click();
    await expect.element(screen.getByText('30 of 30 shown')).toBeVisible();
    expect(screen.getByRole('article').all()).toHaveLength(30);
    expect(screen.getByRole('button', { name: /^Show . more of/ }).query()).toBeNull();
  });

  test('says beside the button why more did not load', async () => {
    network.response = (request) =>
      request.url.searchParams.has('cursor')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : serving(30)(request);
    const screen = await open('/deals');
    const more = screen.getByRole('button', { name: 'Show 6 more of 30' });
    await more.click();
    await expect.element(screen.getByText(/^Network error\. Please check/)).toBeVisible();
    await expect.element(more).toBeEnabled();
  });

  test('keeps its filters in the URL; chips remove them', async () => {
    const screen = await open('/deals?q=bike&view=list');
    await screen.getByRole('checkbox', { name: /^Sports/ }).click();
    await expect.poll(() => url()).toBe('/deals?q=bike&category=sports&view=list');
    await screen.getByRole('checkbox', { name: /^Food/ }).click();
    await screen.getByRole('radio', { name: '25% or more' }).click();
    expect(url()).toBe('/deals?q=bike&category=sports&category=food&minDiscount=25&view=list');
    expect(network.asked.at(-1)?.url.search).toBe(
      '?q=bike&category=sports&category=food&minDiscount=25',
    );
    await screen.getByRole('button', { name: 'Remove filter Sports' }).click();
    expect(url()).toBe('/deals?q=bike&category=food&minDiscount=25&view=list');
    history.back();
    await expect.element(screen.getByRole('checkbox', { name: /^Sports/ })).toBeChecked();
    await screen.getByRole('list', { name: 'Active filters' }).getByText('Clear all').click();
    expect(url()).toBe('/deals?q=bike&view=list');
  });

  test('can be sorted in every order of the specification', async () => {
    const screen = await open('/deals?q=bike');
    const orders = screen.getByRole('combobox', { name: 'Sort by' });
    await expect.element(orders).toHaveValue('relevance');
    for (const order of ['price_asc', 'price_desc', 'total_asc', 'rating', 'newest']) {
      await orders.selectOptions(order);
      await expect.poll(() => url()).toBe(`/deals?q=bike&sort=${order}`);
      await expect.poll(() => network.asked.at(-1)?.url.search).toBe(`?q=bike&sort=${order}`);
    }
    await orders.selectOptions('relevance');
    await expect.poll(() => url()).toBe('/deals?q=bike');
  });

  test('limits the price alone, or with delivery', async () => {
    const screen = await open('/deals?maxPrice=50');
    const total = screen.getByRole('checkbox', { name: 'With delivery' });
    await total.click();
    await expect.poll(() => url()).toBe('/deals?maxTotal=50');
    await expect.poll(() => network.asked.at(-1)?.url.search).toBe('?maxTotal=50');
    await expect.element(screen.getByText('Up to €50 with delivery')).toBeVisible();
    await total.click();
    await expect.poll(() => url()).toBe('/deals?maxPrice=50');
  });

  test('remembers the view for URLs without one', async () => {
    const screen = await open('/deals');
    await screen.getByRole('button', { name: 'List' }).click();
    expect(url()).toBe('/deals?view=list');
    navigate('/deals');
    await expect
      .element(screen.getByRole('button', { name: 'List' }))
      .toHaveAttribute('aria-pressed', 'true');
  });

  test.each([
    ['/deals?q=zzz', 'No results found for the query', true],
    ['/deals?category=food', 'No deals found', true],
    ['/deals', 'No deals available at the moment', false],
  ])('empty at %s says so', async (where, text, advises) => {
    network.response = serving(0);
    const screen = await open(where);
    await expect.element(screen.getByText(text)).toBeVisible();
    const advice = screen.getByText('Try adjusting your search criteria or browse all deals.');
    expect(advice.query() !== null).toBe(advises);
  });

  test('says that a shop has offers, if other shops have them for as much or less', async () => {
    network.response = (request) =>
      request.url.pathname === '/api/deals'
        ? Response.json(dealPage(0, 0, { elsewhere: 3 }))
        : serving(0)(request);
    const screen = await open('/deals?source=shop');
    await expect
      .element(screen.getByText('3 offers, but the price is the same or lower elsewhere'))
      .toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Browse all deals' })).toBeVisible();
    for (const text of ['0 deals', 'No deals found', /Try adjusting/])
      expect(screen.getByText(text).query()).toBeNull();
  });

  test('says that the connection is lost and recovers automatically when the server is back', async () => {
    network.response = () => Promise.reject(new TypeError('Failed to fetch'));
    const screen = await open('/deals');
    await expect.element(screen.getByText('Failed to load deals')).toBeVisible();
    await expect
      .element(screen.getByText('Connection lost. Please check your internet.'))
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    network.response = serving(2);
    await expect.element(screen.getByText('2 deals', { exact: true })).toBeVisible();
    expect(screen.getByText('Failed to load deals').query()).toBeNull();
  });

  test('distinguishes a server error from a lost connection', async () => {
    network.response = () => rejection(503, 'database_unavailable');
    const screen = await open('/deals');
    await expect.element(screen.getByText('Server error. Please try again later.')).toBeVisible();
  });
});

describe('searching', () => {
  test('completes what is typed, by keyboard, with the filters in force', async () => {
    const screen = await open('/deals?category=sports');
    const field = screen.getByRole('combobox', { name: 'Search deals' });
    await field.fill('red, bi');
    await expect.element(screen.getByRole('option', { name: /bicycle/ })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => url()).toBe('/deals?q=red, bicycle&category=sports');
  });

  test('leads to a category, and Enter alone searches for what was typed', async () => {
    const screen = await open('/deals');
    const field = screen.getByRole('combobox', { name: 'Search deals' });
    await field.fill('fo');
    await screen.getByRole('option', { name: /Food/ }).click();
    await expect.poll(() => url()).toBe('/deals?category=food');
    await field.fill('honey');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => url()).toBe('/deals?q=honey&category=food');
    await expect
      .element(screen.getByRole('heading', { name: 'Results for “honey”' }))
      .toBeVisible();
  });
});

describe('a deal', () => {
  test('opens, shows markup as text, and Back returns to its card', async () => {
    const screen = await open('/deals?category=sports');
    await screen.getByRole('button', { name: 'Show 6 more of 30' }).click();
    await screen.getByRole('link', { name: 'Deal 28', exact: true }).click();
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Deal 28' })).toBeVisible();
    await expect.element(screen.getByText('As <b>good</b> as new')).toBeVisible();
    await expect.poll(() => document.title).toBe('Deal 28 - Izgodno');

    await screen.getByRole('link', { name: 'Back to results' }).click();
    const card = screen.getByRole('link', { name: 'Deal 28', exact: true });
    await expect.element(card).toHaveFocus();
    await expect.element(card).toBeInViewport();
    expect(url()).toBe('/deals?category=sports');
    expect(screen.getByRole('article').all()).toHaveLength(30);
  });

  test.each(['/deals/999', '/deals/not-a-number'])('that does not exist: %s', async (where) => {
    const screen = await open(where);
    await expect.element(screen.getByText('Item not found')).toBeVisible();
  });

  test('follows web URLs only', async () => {
    network.response = () =>
      Response.json({
        success: true,
        // oxlint-disable-next-line eslint/no-script-url
        deal: deal(1, { url: 'javascript:alert(1)' }),
      });
    const screen = await open('/deals/1');
    await expect.element(screen.getByRole('heading', { name: 'Deal 1' })).toBeVisible();
    expect(screen.getByRole('link', { name: /See the offer/ }).query()).toBeNull();
  });
});

const currentInBar = () =>
  document.querySelectorAll('nav[aria-label="Quick navigation"] [aria-current="page"]');

describe('around the pages', () => {
  test('an unknown path shows 404 and leads to the deals', async () => {
    const screen = await open('/c/nothing');
    await expect.poll(() => document.title).toBe('404 - Page Not Found - Izgodno');
    navigate('/home');
    await expect
      .element(screen.getByRole('heading', { name: '404 - Page Not Found' }))
      .toBeVisible();
    await expect
      .element(screen.getByText("The page you're looking for doesn't exist."))
      .toBeVisible();
    await screen.getByRole('link', { name: 'Go to Deals' }).click();
    expect(location.pathname).toBe('/deals');
  });

  test('the language changes at once and is remembered', async () => {
    const screen = await open('/deals');
    await screen.getByRole('button', { name: /Български/ }).click();
    await expect.element(screen.getByRole('heading', { name: 'Оферти', level: 1 })).toBeVisible();
    await expect.element(screen.getByText('30 оферти', { exact: true })).toBeVisible();
    expect(localStorage.getItem('preferred-language')).toBe('bg');
  });

  test('the theme changes at once and is remembered', async () => {
    const screen = await open('/deals');
    const isDark = document.documentElement.dataset['theme'] === 'dark';
    await screen.getByRole('button', { name: /Switch to/ }).click();
    expect(localStorage.getItem('theme-mode')).toBe(isDark ? 'light' : 'dark');
    expect(document.documentElement.dataset['theme']).toBe(isDark ? 'light' : 'dark');
  });

  test('on a phone the sidebar is a drawer that Escape closes, returning the focus', async () => {
    await page.viewport(360, 740);
    const screen = await open('/deals');
    const menu = screen.getByRole('button', { name: 'Menu', exact: true });
    const sidebar = screen.getByRole('complementary', { name: 'Menu' });
    await expect.element(sidebar).not.toBeInTheDocument();
    await menu.click();
    await expect.element(sidebar).toHaveFocus();
    await expect.element(sidebar.getByRole('link', { name: /^Food/ })).toBeVisible();
    // The page behind does not scroll.
    expect(getComputedStyle(document.documentElement).overflow).toBe('hidden');
    await userEvent.keyboard('{Escape}');
    await expect.element(sidebar).not.toBeInTheDocument();
    await expect.element(menu).toHaveFocus();
    expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden');
    await menu.click();
    await sidebar.getByRole('button', { name: 'Close menu' }).click();
    await expect.element(menu).toHaveFocus();
  });

  test('on a phone the bar at the bottom leads to the main places and says which is shown', async () => {
    await page.viewport(360, 740);
    const screen = await open('/deals');
    const bar = screen.getByRole('navigation', { name: 'Quick navigation' });
    await expect
      .element(bar.getByRole('link', { name: 'Deals' }))
      .toHaveAttribute('aria-current', 'page');
    expect(currentInBar()).toHaveLength(1);
    // A single deal is no list.
    navigate('/deals/7');
    await expect.poll(currentInBar).toHaveLength(0);
    signIn();
    navigate('/favorites/alerts');
    await expect
      .element(bar.getByRole('link', { name: 'Saved' }))
      .toHaveAttribute('aria-current', 'page');
  });

  test('on a phone the button of the menu is named after the number that it shows', async () => {
    await page.viewport(360, 740);
    const server = serving(30);
    network.response = (asked) =>
      asked.url.pathname === '/api/channels'
        ? Response.json({ success: true, channels: [aChannel({ name: 'General', lastSeq: 5 })] })
        : server(asked);
    signIn();
    const screen = await open('/deals');
    await expect
      .element(screen.getByRole('button', { name: 'Menu 5 unread messages', exact: true }))
      .toMatchTextContent(/5/);
  });

  test('on a phone the filters have a sheet of their own that says what it shows', async () => {
    await page.viewport(360, 740);
    const screen = await open('/deals');
    const filters = screen.getByRole('button', { name: /^Filters/ });
    await filters.click();
    const sheet = screen.getByRole('dialog', { name: 'Filters' });
    await expect.element(sheet).toHaveFocus();
    await expect.element(sheet.getByRole('checkbox', { name: /^Food/ })).toBeVisible();
    expect(sheet.getByRole('navigation').elements()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(filters).toHaveFocus();

    await filters.click();
    await sheet.getByRole('button', { name: 'Show 30 deals' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(filters).toHaveFocus();

    // A typed price applies also at Escape.
    await filters.click();
    await sheet.getByRole('textbox', { name: 'To, €' }).fill('50');
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    expect(url()).toBe('/deals?maxPrice=50');
  });
});
