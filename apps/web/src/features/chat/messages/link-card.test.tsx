import type { Deal } from '@izgodno/contract/deals/deal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { DEAL } from '../testing/deal.ts';
import { InPage } from '../testing/served-chat.tsx';

// Calls use the `fetch` of the time when their module loads.
const server = vi.hoisted(() => {
  const state: { response: () => Response } = { response: () => Response.error() };
  globalThis.fetch = async () => state.response();
  return state;
});

const { LinkCard } = await import('./link-card.tsx');

const offer = (change: Partial<Deal>): void => {
  server.response = () => Response.json({ success: true, deal: { ...DEAL, ...change } });
};

/** Longer than the refresh interval of a visible card, in milliseconds. */
const REFRESHED_MS = 21_000;

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await loadArea('chat');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

const card = () => page.getByRole('link', { name: /Tent for four/ });

test('a deal shows its current price and status, and stays current', async () => {
  offer({});
  await render(
    <InPage>
      <LinkCard link={{ kind: 'deal', url: 'http://localhost/deals/7', dealId: '7' }} />
    </InPage>,
  );
  await expect.element(card()).toMatchTextContent(/€200/);
  offer({ price: { amount: 15_000, currency: 'EUR' }, discountPercent: 25 });
  await vi.advanceTimersByTimeAsync(REFRESHED_MS);
  await expect.element(card()).toMatchTextContent(/€150/);
  await expect.element(card()).toMatchTextContent(/−25%/);
  offer({ inStock: false });
  await vi.advanceTimersByTimeAsync(REFRESHED_MS);
  await expect.element(card()).toMatchTextContent(/Out of stock/);
  offer({ status: 'sold' });
  await vi.advanceTimersByTimeAsync(REFRESHED_MS);
  await expect.element(card()).toMatchTextContent(/Sold/);
});

test('a deal that is removed meanwhile is unavailable', async () => {
  offer({});
  await render(
    <InPage>
      <LinkCard link={{ kind: 'deal', url: 'http://localhost/deals/7', dealId: '7' }} />
    </InPage>,
  );
  await expect.element(card()).toBeVisible();
  server.response = () => new Response(null, { status: 503 });
  await vi.advanceTimersByTimeAsync(REFRESHED_MS);
  await expect.element(card()).toBeVisible();
  server.response = () =>
    Response.json({ success: false, error: { code: 'not_found', message: '' } }, { status: 404 });
  await vi.advanceTimersByTimeAsync(REFRESHED_MS);
  await expect.element(page.getByText('This deal is no longer there.')).toBeVisible();
  await expect.element(card()).not.toBeInTheDocument();
});
