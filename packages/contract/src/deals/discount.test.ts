import fc from 'fast-check';
import { expect, test } from 'vitest';
import { discountPercent, percentBelow } from './discount.ts';

test.each([
  [7_100, 10_000, 29],
  [9_999, 10_000, null],
  [9_900, 10_000, 1],
  [1, 10_000, 99],
  [0, 10_000, 99],
  [10_000, 10_000, null],
  [12_000, 10_000, null],
  [0, 0, null],
  [5_000, null, null],
])('a price of %i instead of %s is %s percent off', (amount, former, percent) =>
  expect(discountPercent(amount, former)).toBe(percent),
);

test('a percentage is never more than the prices give, and less by under one percent', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000_00 });
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 1_000_000_00 }), (price, former) => {
      const percent = BigInt(percentBelow(price, former));
      const [below, all] = [BigInt(former - price) * 100n, BigInt(former)];
      const [size, promised] = below < 0n ? [-below, -percent] : [below, percent];
      expect(promised * all <= size && size < (promised + 1n) * all).toBe(true);
    }),
  );
});

test.each([
  [80, 100, 20],
  [801, 1_000, 19],
  [1_199, 1_000, -19],
  [100, 100, 0],
  [5, 0, 0],
])('%i against %i is %i percent below', (amount, former, expected) =>
  expect(percentBelow(amount, former)).toBe(expected),
);
