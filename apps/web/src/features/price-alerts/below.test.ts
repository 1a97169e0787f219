import { expect, test } from 'vitest';
import { daysBelow } from './below.ts';

const points = [
  { at: '2026-11-01T00:00:00Z', amount: 100_00 },
  { at: '2026-11-03T00:00:00Z', amount: 80_00 },
  { at: '2026-11-06T00:00:00Z', amount: 90_00 },
];
const now = Date.parse('2026-11-11T00:00:00Z');

test.each([
  [80_00, 0],
  [80_01, 3],
  [90_01, 8],
  [200_00, 10],
])('the price was below %i on %i days of ten', (amount, days) => {
  expect(daysBelow({ points }, amount, now)).toEqual({ days, known: 10 });
});

test('without a history it was never below', () => {
  expect(daysBelow({ points: [] }, 100, now)).toEqual({ days: 0, known: 1 });
});
