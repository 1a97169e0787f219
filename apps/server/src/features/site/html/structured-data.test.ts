import { expect, test } from 'vitest';
import type { Deal, Offer } from '@izgodno/contract/deals/deal';
import { describeProduct } from './structured-data.ts';

const euros = (amount: number) => ({ amount, currency: 'EUR' }) as const;

const deal: Deal = {
  id: '7',
  title: 'Прахосмукачка',
  description: '',
  media: [],
  price: euros(99_90),
  category: 'electronics',
  condition: 'new',
  tags: [],
  source: { id: 'shop', name: 'Shop', group: 'other' },
  status: 'active',
  inStock: true,
  views: 0,
  likes: 0,
  postedAt: '2026-01-01T00:00:00.000Z',
};
const offer = (dealId: string, price: Offer['price']): Offer => ({
  dealId,
  source: { id: 'shop', name: 'Shop' },
  price,
  inStock: true,
  commission: false,
});
const describe = (given: Partial<Deal>) =>
  describeProduct({ ...deal, ...given }, 'https://izgodno.example/deals/7', []);

test('a product has its number, and the offer its price', () => {
  expect(describe({ gtin: '3800000000017' })).toMatchObject({
    gtin: '3800000000017',
    offers: { '@type': 'Offer', price: '99.90', priceCurrency: 'EUR' },
  });
  expect(describe({})).not.toHaveProperty('gtin');
});

test('offers of several shops are one range, in the currency of the deal', () => {
  const offers = [
    offer('7', euros(99_90)),
    offer('8', euros(120_00)),
    offer('9', { amount: 10_00, currency: 'BGN' }),
  ];
  const described = describe({ offers });
  expect(described).toMatchObject({
    offers: {
      '@type': 'AggregateOffer',
      offerCount: 2,
      lowPrice: '99.90',
      highPrice: '120.00',
      priceCurrency: 'EUR',
    },
  });
  expect(described).not.toHaveProperty('offers.price');
});

test('an offer has the price and time of its delivery, if they are known', () => {
  expect(describe({ delivery: euros(3_99), deliveryDays: 2 })).toMatchObject({
    offers: {
      shippingDetails: {
        shippingRate: { value: '3.99', currency: 'EUR' },
        shippingDestination: { addressCountry: 'BG' },
        deliveryTime: { transitTime: { maxValue: 2, unitCode: 'DAY' } },
      },
    },
  });
  expect(describe({})).not.toHaveProperty('offers.shippingDetails');
});
