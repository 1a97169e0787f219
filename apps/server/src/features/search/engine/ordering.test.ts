import { describe, expect, test } from 'vitest';
import { sortOrders } from '@izgodno/contract/deals/vocabulary';
import { InvalidCursorError } from '../deal-search.ts';
import { compareKeys, effectiveSort, readCursor, writeCursor } from './ordering.ts';

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
    expect(() => readCursor('newest', cursor)).toThrow(
      new InvalidCursorError('The cursor is malformed.'),
    );
  },
);

test('a cursor of another order is rejected', () => {
  expect(() => readCursor('rating', writeCursor('newest', after))).toThrow(
    new InvalidCursorError('The cursor is one of the order newest.'),
  );
});
