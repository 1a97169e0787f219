import { expect, test } from 'vitest';
import { facetOptions, shortened } from './facets.ts';
import { priceBuckets } from './price-buckets.ts';
import { completeLastTerm, lastTerm } from './search-terms.ts';

const found = [
  { value: 'food', count: 2 },
  { value: 'sports', count: 9 },
  { value: 'travel', count: 4 },
];

test('options stand by number, and a chosen one stays though nothing is found for it', () => {
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

test('price buckets stand in order, the last one open, and the fullest is the tallest', () => {
  expect(
    priceBuckets([
      { value: '100000-', count: 1 },
      { value: '0-5', count: 4 },
      { value: 'nonsense', count: 7 },
    ]),
  ).toEqual([
    { min: 0, max: 5, count: 4, share: expect.closeTo(Math.sqrt(4 / 7)) },
    { min: 100_000, max: undefined, count: 1, share: expect.closeTo(Math.sqrt(1 / 7)) },
  ]);
});

test('completing a term keeps those before the comma', () => {
  expect(lastTerm('колело, bos')).toBe('bos');
  expect(completeLastTerm('колело , bos', 'Bosch')).toBe('колело, Bosch');
  expect(completeLastTerm('bos', 'Bosch')).toBe('Bosch');
});
