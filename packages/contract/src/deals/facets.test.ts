import { expect, test } from 'vitest';
import { bucketNames, bucketOf, homeValuesOf, presentCounts } from './facets.ts';

test.each([
  [0, '0-5'],
  [499, '0-5'],
  [500, '5-10'],
  [9_999_999, '50000-100000'],
  [10_000_000, '100000-'],
])('a price of %i cents is in the bucket %s', (cents, name) => {
  expect(bucketNames[bucketOf(cents)]).toBe(name);
});

test.each([
  [
    { rooms: 1, area: 39.9 },
    { offer: null, rooms: '1', area: '0-40' },
  ],
  [
    { rooms: 5, area: 40, offer: 'rent' },
    { offer: 'rent', rooms: '5', area: '40-60' },
  ],
  [
    { rooms: 9, area: 1_200 },
    { offer: null, rooms: '5', area: '1000-' },
  ],
  [{}, { offer: null, rooms: null, area: null }],
] as const)('the facets of a home with %j', (home, values) => {
  expect(homeValuesOf({ kind: 'real-estate', ...home })).toEqual(values);
});

test('only a property has the facets of homes', () => {
  const none = { offer: null, rooms: null, area: null };
  expect([homeValuesOf(null), homeValuesOf({ kind: 'fare', type: 'flight' })]).toEqual([
    none,
    none,
  ]);
});

const countsOf = (...counts: readonly (readonly [string, number])[]) => new Map(counts);

const listed = (...given: Parameters<typeof presentCounts>): readonly string[] =>
  presentCounts(...given).map(({ value }) => value);

test('prices, rooms and areas are listed in their order, other values by frequency', () => {
  expect(listed('price', countsOf(['100000-', 9], ['20-50', 1], ['5-10', 4]))).toEqual([
    '5-10',
    '20-50',
    '100000-',
  ]);
  expect(listed('rooms', countsOf(['5', 2], ['1', 1]))).toEqual(['1', '5']);
  expect(listed('category', countsOf(['food', 1], ['travel', 3], ['art-crafts', 1]))).toEqual([
    'travel',
    'art-crafts',
    'food',
  ]);
  expect(listed('category', countsOf(['food', 0]))).toEqual([]);
});
