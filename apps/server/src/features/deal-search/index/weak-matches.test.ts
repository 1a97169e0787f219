import { expect, test } from 'vitest';
import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { everyDeal } from '#ports/deal-search.ts';
import { DealIndex } from './deal-index.ts';
import { dealsTitled } from './deals.test-data.ts';

const [cheapBag, laptop, bag, dearLaptop, sofa] = ['1', '2', '3', '4', '5'];

const index = new DealIndex();
const deals = [
  { title: 'Bag for a laptop', price: 1_500, rating: 50 },
  { title: 'Laptop with 16 GB', price: 40_000, rating: 30 },
  { title: 'Leather bag', description: 'A laptop fits in', price: 50_000, rating: 45 },
  { title: 'Laptop with 32 GB', price: 90_000, rating: 40 },
  { title: 'Sofa', price: 100, rating: 50 },
];
for (const [at, deal] of dealsTitled(deals.map(({ title }) => title)).entries()) {
  // A segment each, so that what one holds bounds what is looked for in the next.
  index.apply([{ ...deal, tags: [], ...deals[at] }], []);
}

/** The ids of all pages of one deal each. */
const order = (text: string, sort: SortOrder): string[] => {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = index.search({ ...everyDeal, text, sort }, 1, cursor);
    ids.push(...page.hits.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
};

test.for([
  ['price_asc', [laptop, dearLaptop, cheapBag, bag]],
  ['price_desc', [dearLaptop, laptop, bag, cheapBag]],
  ['rating', [dearLaptop, laptop, cheapBag, bag]],
  ['newest', [dearLaptop, bag, laptop, cheapBag]],
] as const)('what only mentions the words comes last by %s, not by time', ([sort, expected]) => {
  expect(order('laptop', sort)).toEqual(expected);
});

test('words that mark nothing out leave an order as it is', () => {
  expect(order('', 'price_asc')).toEqual([sofa, cheapBag, laptop, bag, dearLaptop]);
  expect(order(',', 'price_asc')).toEqual([sofa, cheapBag, laptop, bag, dearLaptop]);
  expect(order('fits', 'price_desc')).toEqual([bag]);
});
