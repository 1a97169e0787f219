import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barChart, roundUp } from './day-bars.ts';

const size = { width: 300, height: 100 };

test('the scale ends at a round number', () => {
  expect([0, 1, 3, 7, 10, 11, 180, 2_001].map(roundUp)).toEqual([1, 1, 5, 10, 10, 20, 200, 5_000]);
});

test('days without a value have no bar, and a single value among many is visible', () => {
  const { bars, top } = barChart([0, 1, 1_000], size);
  expect(top).toBe(1_000);
  expect(bars.map(({ height }) => height)).toEqual([0, 2, 100]);
});

test('every bar stays within the chart, and a greater value is never lower', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 60 }), (values) => {
      const { bars } = barChart(values, size);
      for (const { x, y, width, height } of bars) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(size.width + 1e-9);
        expect(y).toBeGreaterThanOrEqual(-1e-9);
        expect(y + height).toBeCloseTo(size.height);
      }
      const ranked = values
        .map((value, day) => [value, bars[day]?.height ?? 0] as const)
        .toSorted(([one], [other]) => one - other);
      const heights = ranked.map(([, height]) => height);
      expect(heights).toEqual(heights.toSorted((one, other) => one - other));
    }),
  );
});
