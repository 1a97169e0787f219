import { expect, test } from 'vitest';
import { createSpending } from './allowance.ts';

const allowance = { name: 'address', units: 10, windowMs: 10_000 };

test('spending is restored evenly over the window', () => {
  const spending = createSpending(allowance, 100);
  expect(spending.waitMs('a', 10, 0)).toBe(0);
  spending.spend('a', 10, 0);
  expect(spending.left('a', 0)).toBe(0);
  expect(spending.waitMs('a', 1, 0)).toBe(1_000);
  expect(spending.waitMs('a', 3, 500)).toBe(2_500);
  expect(spending.left('a', 4_000)).toBe(4);
  expect(spending.resetMs('a', 4_000)).toBe(6_000);
  expect(spending.waitMs('a', 4, 4_000)).toBe(0);
  expect(spending.left('b', 0)).toBe(10);
});

test('a cost above the whole allowance can be paid by a key that has spent nothing', () => {
  const spending = createSpending(allowance, 100);
  expect(spending.waitMs('a', 50, 0)).toBe(0);
  spending.spend('a', 50, 0);
  expect(spending.waitMs('a', 50, 0)).toBe(30_000);
});

test('a clock that is set back blocks no one for that long', () => {
  const spending = createSpending(allowance, 100);
  spending.spend('a', 30, 3_600_000);
  expect(spending.waitMs('a', 1, 3_600_000)).toBeGreaterThan(0);
  expect(spending.waitMs('a', 10, 0)).toBe(0);
});

const leftOf = (keys: readonly string[]) => {
  const spending = createSpending(allowance, 2);
  for (const key of keys) spending.spend(key, 5, 0);
  return (key: string) => spending.left(key, 0);
};

test('the most recent keys are kept', () => {
  const left = leftOf(['a', 'b', 'a', 'c']);
  expect(['a', 'b', 'c'].map(left)).toEqual([0, 5, 5]);
});

test('memory is limited: the least recent keys are evicted', () => {
  const left = leftOf(['a', 'b', 'c', 'b', 'd', 'b']);
  expect(['a', 'b', 'c', 'd'].map(left)).toEqual([10, 0, 5, 5]);
});
