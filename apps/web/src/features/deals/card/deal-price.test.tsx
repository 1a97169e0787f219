import type { Deal } from '@izgodno/contract/deals/deal';
import { beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea } from '#core/language/language.ts';
import { DEAL } from '#core/deals/testing/deal.ts';
import { DealPrice } from './deal-price.tsx';

beforeEach(() => loadArea('deals'));

const claim: Deal['claim'] = { price: { amount: 1000_00, currency: 'EUR' }, by: 'Искра' };

test.for([
  ['en', /^Was €1,000(\.00)? according to Искра$/],
  ['bg', /^Преди 1\s?000(,00)?\s€ според Искра$/],
] as const)(
  "a seller's former price names the seller and is not struck out: %s",
  async ([code, text]) => {
    await chooseLanguage(code);
    const { container, getByText } = await render(<DealPrice deal={{ ...DEAL, claim }} />);
    await expect.element(getByText(text)).toBeVisible();
    expect(container.querySelector('s')).toBeNull();
  },
);

const delivery = (amount: number): Partial<Deal> => ({
  delivery: { amount, currency: 'EUR' },
  total: { amount: 50_00 + amount, currency: 'EUR' },
});

test.for([
  [0, /^Free delivery$/],
  [4_99, /^€54.99 with delivery$/],
] as const)('delivery for %i cents is in the price', async ([amount, text]) => {
  await chooseLanguage('en');
  const { getByText } = await render(<DealPrice deal={{ ...DEAL, ...delivery(amount) }} />);
  await expect.element(getByText(text)).toBeVisible();
});

test('our own former price is struck out and names no seller', async () => {
  await chooseLanguage('en');
  const { container } = await render(
    <DealPrice deal={{ ...DEAL, originalPrice: { amount: 80_00, currency: 'EUR' } }} />,
  );
  expect(container.querySelector('s')?.textContent).toMatch(/^Was €80/);
  expect(container.textContent).not.toContain('according');
});

test.for([
  ['en', /^from €50(\.00)?$/],
  ['bg', /^от 50(,00)?\s€$/],
] as const)('the lowest of different prices is shown as such: %s', async ([code, text]) => {
  await chooseLanguage(code);
  const choices = { count: 3, kind: 'size', from: true } as const;
  const { container, rerender } = await render(<DealPrice deal={{ ...DEAL, choices }} />);
  expect(container.querySelector('strong')?.textContent).toMatch(text);
  await rerender(<DealPrice deal={{ ...DEAL, choices: { ...choices, from: false } }} />);
  expect(container.querySelector('strong')?.textContent).toMatch(/^€?50/);
});
