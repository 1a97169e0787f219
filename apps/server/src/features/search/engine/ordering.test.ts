import { describe, expect, test } from 'vitest';
import { compareKeys, effectiveSort } from './ordering.ts';

describe('the order of results', () => {
  test.each([
    ['relevance', 'tv', 'relevance'],
    ['relevance', ' ', 'newest'],
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
