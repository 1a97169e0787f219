import type { PriceHistory } from '@izgodno/contract/deals/price-history';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayText, priceChanges, priceChart } from './price-chart.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');

const history = (points: readonly (readonly [string, number])[]): PriceHistory => ({
  points: points.map(([at, amount]) => ({ at, amount })),
  current: points.at(-1)?.[1] ?? 0,
  enoughHistory: true,
});

test('draws a step at each change, and the last price to the right edge', () => {
  const chart = priceChart(
    history([
      ['2026-11-01T00:00:00Z', 200],
      ['2026-11-11T00:00:00Z', 100],
    ]),
    NOW,
  );
  expect(chart?.line).toBe('M0 9.68H50V90.32H100');
  expect(chart).toMatchObject({ low: 100, high: 200, present: { x: 100, y: 90.32 } });
});

test('a constant price is a line in the middle, and no price is null', () => {
  expect(priceChart(history([['2026-11-01T00:00:00Z', 200]]), NOW)?.line).toBe('M0 50H100');
  expect(priceChart(history([['2026-11-01T00:00:00Z', 0]]), NOW)?.line).toBe('M0 50H100');
  expect(priceChart(history([]), NOW)).toBeNull();
});

test('marks the lowest price where it first occurred, or at the edge if that was earlier', () => {
  const lowest = { amount: 150, at: '2026-10-01T00:00:00Z', percentBelow: 0 };
  const chart = priceChart({ ...history([['2026-11-01T00:00:00Z', 150]]), lowest }, NOW);
  expect(chart?.lowest).toEqual({ x: 0, y: 50 });
});

test('makes room for a price that is asked for, below the lowest one', () => {
  const days = history([
    ['2026-11-01T00:00:00Z', 200],
    ['2026-11-11T00:00:00Z', 150],
  ]);
  expect(priceChart(days, NOW)?.asked).toBeNull();
  expect(priceChart(days, NOW, 100)).toMatchObject({ low: 100, asked: 90.32 });
  expect(priceChart(days, NOW, 150)).toMatchObject({ asked: 90.32, present: { y: 90.32 } });
});

test('every point stays inside the chart', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 0, max: NOW }), fc.nat()), { minLength: 1 });
  fc.assert(
    fc.property(points, (drafts) => {
      const sorted = drafts
        .toSorted(([one], [other]) => one - other)
        .map(([at, amount]) => [new Date(at).toISOString(), amount] as const);
      const numbers = priceChart(history(sorted), NOW)?.line.match(/-?[\d.]+/g) ?? [];
      for (const number of numbers) {
        expect(Number(number)).toBeGreaterThanOrEqual(0);
        expect(Number(number)).toBeLessThanOrEqual(100);
      }
    }),
  );
});

test('lists the changes newest first, each against the previous price', () => {
  const changes = priceChanges(
    history([
      ['2026-11-01T00:00:00Z', 200],
      ['2026-11-11T00:00:00Z', 150],
      ['2026-11-12T00:00:00Z', 300],
    ]),
  );
  expect(changes.map(({ percent }) => percent)).toEqual([100, -25, null]);
});

test.each([
  ['2026-11-21T12:00:00Z', 'Nov 21, 2026', '21.11.2026 г.'],
  // In Bulgaria the next day has begun.
  ['2026-12-31T22:30:00Z', 'Jan 1, 2027', '1.01.2027 г.'],
  ['2026-06-30T21:30:00Z', 'Jul 1, 2026', '1.07.2026 г.'],
])('the day of %s is %s, in Bulgarian %s', (iso, en, bg) => {
  expect([dayText(iso, 'en'), dayText(iso, 'bg').replaceAll('\u202F', ' ')]).toEqual([en, bg]);
});
