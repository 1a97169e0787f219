import { dealListQuerySchema } from '@izgodno/contract/search/calls';
import {
  categories,
  conditions,
  sortOrders,
  sourceGroups,
} from '@izgodno/contract/deals/vocabulary';
import {
  parseDealSearch,
  views,
  withoutView,
  type DealSearch,
} from '@izgodno/contract/search/deal-search';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuery } from '#core/router/params.ts';
import { dealsHref } from './paths.ts';
import { defaultSort, sortsFor } from './deal-search.ts';

const read = (path: string) => parseDealSearch(readQuery(new URL(path, 'https://x').search));

const slugs = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/);
const price = fc.integer({ min: 1, max: 999_999_99 }).map((minor) => minor / 100);
const some = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(fc.uniqueArray(value, { minLength: 1, maxLength: 4 }), { nil: undefined });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const searches: fc.Arbitrary<DealSearch> = fc.record({
  q: maybe(fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim() || 'колело')),
  category: some(fc.constantFrom(...categories)),
  group: some(fc.constantFrom(...sourceGroups)),
  source: some(slugs),
  condition: some(fc.constantFrom(...conditions)),
  location: some(slugs),
  minPrice: maybe(price),
  maxPrice: maybe(price),
  minDiscount: maybe(fc.integer({ min: 1, max: 99 })),
  minRating: maybe(fc.integer({ min: 1, max: 50 }).map((tenths) => tenths / 10)),
  inStock: maybe(fc.constant(true as const)),
  sort: maybe(fc.constantFrom(...sortOrders)),
  view: maybe(fc.constantFrom(...views)),
});

describe('the URL of the deals list', () => {
  test('contains the search in readable words', () => {
    const href = dealsHref({
      q: 'велосипед',
      category: ['sports', 'toys-games'],
      minPrice: 50,
      inStock: true,
      sort: 'price_asc',
    });
    expect(decodeURIComponent(href)).toBe(
      '/deals?q=велосипед&category=sports&category=toys-games&minPrice=50&inStock=true&sort=price_asc',
    );
    expect(dealsHref()).toBe('/deals');
  });

  test('restores every search written to it', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(read(dealsHref(search))).toEqual(search);
      }),
    );
  });

  test('is accepted by the server whenever the browser accepts it', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(dealListQuerySchema.safeParse(withoutView(search)).error).toBeUndefined();
      }),
    );
  });

  test.each([
    ['?category=fashion&category=clothing', { category: ['clothing'] }],
    ['?category=all', {}],
    ['?sort=priceAsc', { sort: 'price_asc' }],
    ['?category=spaceships&category=food', { category: ['food'] }],
    ['?minPrice=-5&maxPrice=1e3&minDiscount=101&minRating=9', {}],
    ['?minPrice=abc&maxPrice=19.999', {}],
    ['?minPrice=12,50&maxPrice=1%20200', { minPrice: 12.5, maxPrice: 1200 }],
    ['?minPrice=1,200.50&maxPrice=,', {}],
    ['?inStock=false&view=spiral&sort=', {}],
    ['?q=%20%20', {}],
    ['?source=../../etc&location=%D1%81', {}],
    ['?__proto__=1&constructor=2', {}],
  ])('ignores invalid parts of %s', (query, search) => {
    expect(read(`/deals${query}`)).toEqual(search);
  });
});

test('relevance is offered only with search terms', () => {
  expect(sortsFor({})).not.toContain('relevance');
  expect(sortsFor({ q: 'x' })).toContain('relevance');
  expect([defaultSort({}), defaultSort({ q: 'x' })]).toEqual(['newest', 'relevance']);
});
