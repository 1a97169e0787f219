import type { Deal } from '@izgodno/contract/deals/deal';
import type { PriceHistory } from '@izgodno/contract/deals/price-history';
import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea } from '#core/language/language.ts';
import { createQueryClient } from '#core/api/query-client.ts';
import { DEAL } from '#core/deals/testing/deal.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import '#shared/styles/print.css';

// The client takes `fetch` when it is created, so the network is replaced before it is imported.
const network = vi.hoisted(() => {
  const state: { response: (url: URL) => unknown } = { response: () => ({}) };
  globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    return Response.json({ success: true, ...Object(await state.response(url)) });
  };
  return state;
});

const { PriceSection } = await import('./price-section.tsx');
const { LeaveLink } = await import('../offers/leave-link.tsx');

const history: PriceHistory = {
  points: [
    { at: '2026-09-01T09:00:00Z', amount: 150_00 },
    { at: '2026-11-01T09:00:00Z', amount: 120_00 },
    { at: '2026-11-20T09:00:00Z', amount: 99_00 },
  ],
  current: 99_00,
  enoughHistory: true,
  lowest: { amount: 120_00, at: '2026-11-01T09:00:00Z', percentBelow: 17 },
  claimed: { amount: 200_00, merchant: 'Искра', percentBelow: 50 },
};

const offer = (dealId: string, shop: string, amount: number) => ({
  dealId,
  source: { id: shop, name: shop },
  price: { amount, currency: 'EUR' as const },
  inStock: dealId !== '3',
  url: `https://${shop}.example/${dealId}`,
  commission: dealId === '1',
  checkedAt: '2026-11-21T08:00:00Z',
});

const deal: Deal = {
  ...DEAL,
  title: 'Lumo X2',
  price: { amount: 99_00, currency: 'EUR' },
  category: 'electronics',
  source: { id: 'iskra', name: 'iskra', group: 'other', commission: true },
  offerCount: 3,
  offers: [offer('1', 'iskra', 99_00), offer('2', 'tehno', 105_00), offer('3', 'dom', 90_00)],
};

const show = (shown: Deal = deal, past: PriceHistory = history) => {
  network.response = () => ({ history: past });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <main>
        <PriceSection deal={shown} />
      </main>
    </QueryClientProvider>,
  );
};

beforeEach(async () => {
  await chooseLanguage('en');
  await loadArea('deals');
  await loadArea('deals.offers');
  await loadArea('deals.page');
  await page.viewport(1280, 800);
});

describe('the price history', () => {
  test('shows the site’s lowest price, and the merchant’s claim as a claim', async () => {
    await show();
    await expect
      .element(page.getByText(/Lowest price in the 30 days before/))
      .toMatchTextContent(/€120, on Nov 1, 2026. The current price is 17% below it.$/);
    await expect
      .element(
        page.getByText('Искра gives €200 as the former price, which makes this 50% less.', {
          exact: false,
        }),
      )
      .toBeVisible();
  });

  test('has all data of the chart in a table as well', async () => {
    const { container } = await show();
    await expect
      .element(page.getByText(/^Since Sep 1, 2026 the price/))
      .toMatchTextContent(/between €99 and €150\. It is €99 now\.$/);
    expect(container.querySelector('figure [aria-hidden]')).toHaveTextContent('€150€99');
    const table = page.getByRole('table').last();
    await expect.element(page.getByText('All changes as a table')).toBeVisible();
    await userEvent.click(page.getByText('All changes as a table'));
    const rows = table.getByRole('row');
    await expect.poll(() => rows.elements().length).toBe(4);
    await expect
      .element(page.getByText('3 offers, lowest total first; those out of stock are last'))
      .toBeInTheDocument();
    await expect.element(rows.nth(1)).toMatchTextContent(/€99-17%$/);
  });

  test('shows when there is too little data, and draws no chart for one price', async () => {
    const { lowest, claimed, ...rest } = history;
    expect([lowest, claimed]).not.toContain(undefined);
    const { container } = await show(deal, {
      ...rest,
      points: rest.points.slice(-1),
      enoughHistory: false,
    });
    await expect.element(page.getByText(/^We have tracked this price only since/)).toBeVisible();
    expect(container.querySelector('figure')).toBeNull();
  });

  test('is read again when the price changes, and says if it cannot be read', async () => {
    const { rerender } = await show();
    await expect.element(page.getByText(/It is €99 now/)).toBeVisible();
    network.response = () => ({ history: { ...history, current: 90_00 } });
    const queries = createQueryClient();
    const shownAt = (amount: number) => (
      <QueryClientProvider client={queries}>
        <PriceSection deal={{ ...deal, price: { amount, currency: 'EUR' } }} />
      </QueryClientProvider>
    );
    await rerender(shownAt(90_00));
    await expect.element(page.getByText(/It is €90 now/)).toBeVisible();
    network.response = () => ({ history: { ...history, current: 80_00 } });
    await rerender(shownAt(80_00));
    await expect.element(page.getByText(/It is €80 now/)).toBeVisible();
    network.response = () => ({ history: null });
    await rerender(shownAt(70_00));
    await expect.element(page.getByText('We could not load the price history.')).toBeVisible();
  });

  test('has a Bulgarian version', async () => {
    await chooseLanguage('bg');
    await show();
    await expect.element(page.getByText(/за 30-те дни преди последната промяна/)).toBeVisible();
    await expect.element(page.getByText('Реклама · комисиона')).toBeVisible();
  });

  test('fits a screen of 320 pixels', async () => {
    await page.viewport(320, 640);
    await show();
    await expect.element(page.getByText('All changes as a table')).toBeVisible();
    await userEvent.click(page.getByText('All changes as a table'));
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});

test('every offer is in a table, with stock and commission', async () => {
  await show();
  const rows = page.getByRole('table').first().getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(4);
  await expect.element(rows.nth(1)).toMatchTextContent(/Advertisement · commission/);
  await expect.element(rows.nth(2)).not.toMatchTextContent(/commission/);
  await expect.element(rows.nth(3)).toMatchTextContent(/Out of stock/);
  await expect
    .element(page.getByRole('link', { name: 'Go to tehno (opens in a new tab)' }))
    .toHaveAttribute('href', 'https://tehno.example/2');
});

test('what is free or not stated says so, and a link that no browser should open is none', async () => {
  const soldOut = { ...offer('1', 'iskra', 99_00), inStock: false };
  await show({
    ...deal,
    offers: [
      { ...soldOut, delivery: { amount: 0, currency: 'EUR' }, total: soldOut.price },
      { ...offer('3', 'dom', 90_00), url: 'javascript:alert(1)' },
    ],
  });
  const table = page.getByRole('table', { name: '2 offers, lowest total first', exact: true });
  const rows = table.getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/Free.*€99/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Not stated.*Not stated/);
  expect(table.getByRole('link').elements()).toHaveLength(1);
});

test('on a phone every offer is a card with its whole button, and still a row of a table', async () => {
  await chooseLanguage('bg');
  await page.viewport(360, 740);
  const delivered = deal.offers?.map((one) => ({
    ...one,
    delivery: { amount: 1_234_50, currency: 'EUR' as const },
    deliveryDays: 14,
    total: { amount: 1_234_567_50, currency: 'EUR' as const },
  }));
  await show({ ...deal, offers: delivered });
  const rows = page.getByRole('table').first().getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(4);
  const first = rows.nth(1);
  await expect.element(first.getByRole('rowheader')).toMatchTextContent('iskra');
  await expect.element(first.getByRole('cell').nth(1)).toMatchTextContent('до 14 дни');
  const shop = first.getByText('iskra').element().getBoundingClientRect();
  const total = first.getByRole('cell').nth(2).element().getBoundingClientRect();
  expect(total.top).toBeLessThan(shop.bottom);
  const card = first.element().getBoundingClientRect();
  const button = first.getByRole('link').element().getBoundingClientRect();
  expect(button.right).toBeLessThanOrEqual(card.right);
  expect(button.width).toBeGreaterThan(card.width * 0.8);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('on paper, the table is as wide as the page, however long the links of shops are', async () => {
  const url = `https://shop.example/go?to=${'affiliate-network.example%2F'.repeat(10)}`;
  const { container } = await show({
    ...deal,
    offers: deal.offers?.map((one) => ({ ...one, url })),
  });
  await expect.element(page.getByRole('table').first()).toBeVisible();
  // A4 without its margins.
  await page.viewport(718, 1000);
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  });
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  const link = container.querySelector('td a') ?? container;
  await expect.poll(() => getComputedStyle(link, '::after').content).toContain(url);
  expect(document.documentElement.scrollWidth).toBe(718);
});

test('a single offer has no table', async () => {
  const { offers, offerCount, ...single } = deal;
  expect([offers, offerCount]).not.toContain(undefined);
  await show(single);
  await expect.element(page.getByText('All changes as a table')).toBeVisible();
  await expect.element(page.getByText('All prices')).not.toBeInTheDocument();
});

const leave = async (respond: () => unknown) => {
  network.response = respond;
  const tab = {
    close: vi.fn<() => void>(),
    location: { assign: vi.fn<(url: string) => void>() },
  };
  const opened: Window = Object.assign(Object.create(null), tab, { opener: window });
  vi.spyOn(window, 'open').mockReturnValue(opened);
  await render(
    <LeaveLink
      dealId="1"
      url="https://fares.example/1"
      className={undefined}
      source="Fares"
      price={{ amount: 39_00, currency: 'EUR' }}
      isFare
    >
      Go
    </LeaveLink>,
  );
  await userEvent.click(page.getByRole('link', { name: 'Go' }));
  return { ...tab, opened };
};

describe('the link to a fare', () => {
  test('opens an available fare', async () => {
    const tab = await leave(() => ({
      visit: { url: 'https://fares.example/1', state: 'standing' },
    }));
    await expect.poll(() => tab.location.assign.mock.calls).toEqual([['https://fares.example/1']]);
  });

  test('shows first that the fare is more expensive, and opens it on request', async () => {
    const tab = await leave(() => ({
      visit: { state: 'dearer', price: { amount: 59_00, currency: 'EUR' } },
    }));
    await expect
      .element(page.getByRole('dialog', { name: 'This fare costs more now' }))
      .toMatchTextContent(/It was €39 here. The source now charges €59./);
    expect(tab.close).toHaveBeenCalledOnce();
    expect(tab.location.assign).not.toHaveBeenCalled();
    await expect.element(page.getByRole('link', { name: 'Go to Fares' })).toBeVisible();
  });

  test('opens a fare that cannot be checked, in a tab that cannot reach this page', async () => {
    const tab = await leave(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect.poll(() => tab.location.assign.mock.calls).toEqual([['https://fares.example/1']]);
    expect(tab.close).not.toHaveBeenCalled();
    expect(tab.opened.opener).toBeNull();
  });

  test('checks once, however often it is pressed, and leaves clicks for another tab to the browser', async () => {
    await leave(() => new Promise(() => undefined));
    await expect.element(page.getByText('Checking the fare…')).toBeVisible();
    const isTaken: boolean[] = [];
    const watch = (event: MouseEvent): void => {
      isTaken.push(event.defaultPrevented);
      // Otherwise the browser opens a tab.
      event.preventDefault();
    };
    addEventListener('click', watch);
    onTestFinished(() => removeEventListener('click', watch));
    const link = page.getByRole('link').element();
    for (const ctrlKey of [false, true])
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey }));
    expect(isTaken).toEqual([true, false]);
    expect(window.open).toHaveBeenCalledOnce();
  });

  test('shows that the fare is unavailable', async () => {
    await leave(() => ({ visit: { state: 'gone' } }));
    await expect
      .element(page.getByRole('dialog', { name: 'This fare is no longer available' }))
      .toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Stay here' }));
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});
