import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import { nextRunAt } from './outcome.ts';
const base = { now: 0, everyMs: HOUR_MS, failures: 0, retryAt: null, random: 0.5 };

test('consecutive failures double the wait, up to a day', () => {
  const hours = [0, 1, 2, 3, 4, 5, 6, 7, 100].map(
    (failures) => nextRunAt({ ...base, failures }) / HOUR_MS,
  );
  expect(hours).toEqual([1, 1, 2, 4, 8, 16, 24, 24, 24]);
});

test('a source read less than daily is not read sooner after failures', () => {
  expect(nextRunAt({ ...base, everyMs: 48 * HOUR_MS, failures: 9 })).toBe(48 * HOUR_MS);
});

test('a requested pause is respected', () => {
  expect(nextRunAt({ ...base, failures: 1, retryAt: 5 * HOUR_MS })).toBe(5 * HOUR_MS);
});

test('a requested pause of years is limited to a day', () => {
  expect(nextRunAt({ ...base, failures: 1, retryAt: 999_999_999_000 })).toBe(24 * HOUR_MS);
});

test('the random part is at most a tenth, either way', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
      const at = nextRunAt({ ...base, random });
      expect(at).toBeGreaterThanOrEqual(0.9 * HOUR_MS);
      expect(at).toBeLessThanOrEqual(1.1 * HOUR_MS);
    }),
  );
});
