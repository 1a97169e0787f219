import { describe, expect, test } from 'vitest';
import { sortOrders } from '@izgodno/contract/deals/vocabulary';
import { InvalidCursorError } from '../deal-search.ts';
import {
  compareKeys,
  effectiveSort,
  freshFrom,
  highestRelevance,
  isAscending,
  isOfOrder,
  readCursor,
  relevanceOf,
  tieOf,
  writeCursor,
} from './ordering.ts';

describe('the order of results', () => {
  test.each([
    ['relevance', 'tv', 'relevance'],
    ['relevance', ' ', 'newest'],
    ['relevance', '!', 'newest'],
    ['rating', '', 'rating'],
    ['price_asc', 'tv', 'price_asc'],
  ] as const)('by %s with the words "%s" is %s', (sort, text, effective) => {
    expect(effectiveSort({ sort, text })).toBe(effective);
  });
});

describe('a deal comes before another', () => {
  const key = { primary: 2, postedAt: 5, id: 9 };

  test.each([
    ['price_asc', { ...key, primary: 3 }],
    ['price_desc', { ...key, primary: 1 }],
    ['rating', { ...key, primary: 1, postedAt: 6 }],
    ['newest', { ...key, postedAt: 4 }],
    ['newest', { ...key, postedAt: 4, id: 10 }],
    ['newest', { ...key, id: 8 }],
  ] as const)('by %s', (sort, other) => {
    expect(compareKeys(sort, key, other)).toBeLessThan(0);
    expect(compareKeys(sort, other, key)).toBeGreaterThan(0);
  });

  test('never before itself', () => {
    expect(compareKeys('relevance', key, key)).toBe(0);
  });
});

describe('by relevance', () => {
  /** The highest score of a text, and the largest tie. */
  const [high, full] = [2 ** 24 - 1, tieOf({ discount: 99, popularity: 7 })];

  test('stock comes before the score, that before all else, and freshness last', () => {
    const ascending = [
      relevanceOf(high, false, full, true),
      relevanceOf(0, true, 0, false),
      relevanceOf(0, true, 0, true),
      relevanceOf(0, true, full, false),
      relevanceOf(0, true, full, true),
      relevanceOf(1, true, 0, false),
      relevanceOf(high, true, full, true),
    ];
    expect(ascending).toEqual(ascending.toSorted((one, other) => one - other));
    expect(new Set(ascending).size).toBe(ascending.length);
    expect(ascending.at(-1)).toBeLessThan(2 ** 31);
  });

  test('no deal with a score is above its highest relevance, and the next score is', () => {
    expect(relevanceOf(5, true, full, true)).toBeLessThanOrEqual(highestRelevance(5));
    expect(relevanceOf(6, true, 0, false)).toBe(highestRelevance(5) + 1);
  });

  test.each([
    [9, 0],
    [10, 16],
    [24, 16],
    [25, 32],
    [50, 48],
  ])('a discount of %i %% adds %i', (discount, added) => {
    expect(tieOf({ discount, popularity: 0 })).toBe(added);
    expect(tieOf({ discount, popularity: 7 })).toBe(added + 7);
  });

  test('deals are fresh from seven days before the day of the newest one', () => {
    const dayUs = 86_400_000_000;
    expect(freshFrom(20 * dayUs)).toBe(13 * dayUs);
    expect(freshFrom(21 * dayUs - 1)).toBe(13 * dayUs);
  });
});

test('only prices and totals from the lowest on ascend', () => {
  expect(sortOrders.filter(isAscending).toSorted()).toEqual(['price_asc', 'total_asc']);
});

const after = { primary: 12, postedAt: 1_780_000_000_000_001, id: 7 };

test.each(sortOrders)('a cursor of the order %s is read as it was written', (sort) => {
  expect(readCursor(sort, writeCursor(sort, after))).toEqual(after);
});

test('the first page has none', () => {
  expect(readCursor('newest', null)).toBeNull();
});

test.each(['', 'x', '[]', '["newest",1,2]', '["newest",1,2,"3"]', '["oldest",1,2,3]'])(
  '%s is malformed',
  (cursor) => {
    for (const read of [readCursor, isOfOrder]) {
      expect(() => read('newest', cursor)).toThrow(
        new InvalidCursorError('The cursor is malformed.'),
      );
    }
  },
);

test('a cursor is of the order that it was written for, and the first page of any', () => {
  expect(isOfOrder('newest', writeCursor('newest', after))).toBe(true);
  expect(isOfOrder('rating', writeCursor('newest', after))).toBe(false);
  expect(isOfOrder('rating', null)).toBe(true);
});

test('a cursor of another order is rejected', () => {
  expect(() => readCursor('rating', writeCursor('newest', after))).toThrow(
    new InvalidCursorError('The cursor is one of the order newest.'),
  );
});
