import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst } from './newest-first.ts';

const someTime = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 1_700_000_000_000_000, max: 1_700_000_000_000_009 }),
  fc.maxSafeNat(),
);

test('deals are ordered by time, and of one time by id, the highest first', () => {
  const someDeals = fc.uniqueArray(fc.record({ id: fc.maxSafeNat(), time: someTime }), {
    selector: ({ id }) => id,
  });
  fc.assert(
    fc.property(someDeals, (deals) => {
      const positions = newestFirst(
        Float64Array.from(deals, ({ time }) => time),
        Float64Array.from(deals, ({ id }) => id),
      );
      const expected = deals.toSorted((a, b) => b.time - a.time || b.id - a.id);
      expect(Array.from(positions, (index) => deals[index])).toEqual(expected);
    }),
  );
});
