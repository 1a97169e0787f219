import { expect, test } from 'vitest';
import { draftDefaults, type MappedDeal } from './mapped-deal.ts';
import { contentHash } from './staging.ts';

const deal: MappedDeal = {
  ...draftDefaults,
  externalId: 'a',
  title: 'Лаптоп',
  link: 'https://shop.example.bg/a',
  category: 'electronics',
  condition: 'new',
  amount: 100,
  currency: 'EUR',
};

test.each<Partial<MappedDeal>>([
  { title: 'Таблет' },
  { description: '15 инча' },
  { link: 'https://shop.example.bg/b' },
  { productLink: 'https://shop.example.bg/b' },
  { merchant: 'x' },
  { brand: 'x' },
  { gtin: '1' },
  { mpn: '1' },
  { category: 'furniture' },
  { sourceCategory: 'x' },
  { googleCategory: 328 },
  { condition: 'good' },
  { locationId: 'sofia' },
  { tags: ['a'] },
  { media: [{ url: 'https://shop.example.bg/a.jpg', kind: 'image' }] },
  { amount: 101 },
  { currency: 'BGN' },
  { originalAmount: 200 },
  { availability: 'preorder' },
  { rating: 50 },
  { postedAt: 1 },
  { expiresAt: 1 },
  { details: { kind: 'fare', type: 'flight' } },
])('another %o changes the digest', (change) => {
  expect(contentHash({ ...deal, ...change })).not.toBe(contentHash(deal));
});

test('a text in another field changes the digest', () => {
  expect(contentHash({ ...deal, brand: 'x' })).not.toBe(contentHash({ ...deal, merchant: 'x' }));
});
