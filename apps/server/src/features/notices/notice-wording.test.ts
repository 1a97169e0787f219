import { expect, test } from 'vitest';
import type { DealInNotice, NoticeContent } from '@izgodno/contract/notices/notice';
import { wordNotice } from './notice-wording.ts';

const euro = (amount: number) => ({ amount, currency: 'EUR' as const });
const deal = { id: '7', title: 'Toaster', price: euro(79_00) };
const assessment = { code: 'below_usual' as const, days: 90, amount: 5_00 };
const alert = (more: Partial<DealInNotice> = {}): NoticeContent => ({
  kind: 'price_alert',
  deal: { ...deal, ...more },
  below: euro(80_00),
});

test('a saved search leads to the newest deals first, as the bell does', () => {
  const content: NoticeContent = {
    kind: 'saved_search',
    savedSearch: { id: 's', name: 'Bicycles', query: 'q=bicycle' },
    count: 2,
    deals: [],
  };
  expect(wordNotice(content, 'en').path).toBe('/deals?q=bicycle&sort=newest');
});

test('a notice about a price says what that is worth, if enough is known', () => {
  expect(wordNotice(alert({ priceVerdict: assessment }), 'en').body).toBe(
    'Toaster: €79.00, below €80.00 · €5.00 below the usual price',
  );
  expect(wordNotice(alert({ priceVerdict: assessment }), 'bg').body).toMatch(
    / · С 5,00\s€ под обичайната цена$/,
  );
  expect(wordNotice(alert(), 'en').body).toBe('Toaster: €79.00, below €80.00');
});
