import { expect, test } from 'vitest';
import { facetOptions, shortened } from './facets.ts';
import { LAST_POSITION, positionOfMax, positionOfMin, priceAt, priceBars } from './facets.ts';

const found = [
  { value: 'sports', count: 9 },
  { value: 'travel', count: 4 },
  { value: 'food', count: 2 },
];

test('options keep their order, and a chosen one stays even with no results', () => {
  expect(facetOptions(found, ['sports', 'imoti'])).toEqual([
    { value: 'sports', count: 9 },
    { value: 'travel', count: 4 },
    { value: 'food', count: 2 },
    { value: 'imoti', count: 0 },
  ]);
});

test('a shortened list never hides what is chosen', () => {
  const shown = shortened(facetOptions(found, ['food']), ['food'], 1);
  expect(shown.map(({ value }) => value)).toEqual(['sports', 'food']);
});

test('price bars are in the order of the buckets, and the fullest is the tallest', () => {
  const bars = priceBars([
    { value: '100000-', count: 1 },
    { value: '0-5', count: 4 },
    { value: 'nonsense', count: 0 },
  ]);
  expect(bars).toHaveLength(LAST_POSITION);
  expect([bars.at(0), bars.at(1), bars.at(-1)]).toEqual([1, 0, 0.5]);
});

test.each([
  [undefined, undefined, 0, LAST_POSITION],
  [0, 5, 0, 1],
  [12, 19.99, 2, 3],
  [20, 20, 3, 3],
  [100_000, 100_001, LAST_POSITION - 1, LAST_POSITION],
])('the thumbs for a range from %s to %s are at %i and %i', (min, max, from, to) => {
  expect([positionOfMin(min), positionOfMax(max)]).toEqual([from, to]);
});

test('the upper thumb means no limit after the last bucket', () => {
  expect([priceAt(0), priceAt(1), priceAt(LAST_POSITION)]).toEqual([0, 5, undefined]);
});
