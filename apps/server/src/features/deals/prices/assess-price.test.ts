import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { assessPrice } from './assess-price.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
/** A price by how many days ago it began. */
const ago = (...prices: readonly (readonly [number, number])[]) =>
  prices.map(([days, amount]) => ({ at: now - days * DAY_MS, amount }));

test.each([
  ['of no known price', ago(), { code: 'not_enough_history', days: 0 }],
  ['of a young deal', ago([29, 100_00], [1, 50_00]), { code: 'not_enough_history', days: 29 }],
  ['observed by a clock ahead', ago([-1, 100_00]), { code: 'not_enough_history', days: 0 }],
  ['that never changed', ago([200, 100_00]), { code: 'usual', days: 90 }],
  ['below all', ago([120, 100_00], [1, 80_00]), { code: 'lowest', days: 90 }],
  ['below all we know', ago([40, 100_00], [1, 80_00]), { code: 'lowest', days: 40 }],
  [
    'below all of 90 days',
    ago([200, 50_00], [95, 100_00], [1, 80_00]),
    { code: 'lowest', days: 90 },
  ],
  [
    'equal to an earlier low',
    ago([80, 100_00], [40, 80_00], [30, 100_00], [1, 80_00]),
    { code: 'below_usual', days: 80, amount: 20_00 },
  ],
  [
    'lower last week',
    ago([60, 100_00], [5, 80_00], [2, 100_00]),
    { code: 'was_less', days: 7, amount: 20_00 },
  ],
  [
    'a cent lower last week',
    ago([60, 100_00], [5, 99_99], [2, 100_00]),
    { code: 'usual', days: 60 },
  ],
  [
    'risen long ago',
    ago([90, 100_00], [20, 130_00]),
    { code: 'above_usual', days: 90, amount: 30_00 },
  ],
])('a price %s', (_, changes, expected) => {
  expect(assessPrice(changes, now)).toEqual(expected);
});

test('the lowest price is never called more', () => {
  const prices = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 85 }), fc.integer({ min: 2, max: 900 })),
  );
  fc.assert(
    fc.property(prices, (drafts) => {
      const earlier = drafts.toSorted(([one], [other]) => other - one);
      const { code } = assessPrice(ago([90, 1_000], ...earlier, [0.5, 1]), now);
      expect(code).toBe('lowest');
    }),
  );
});
