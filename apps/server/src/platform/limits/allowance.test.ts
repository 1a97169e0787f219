import { expect, test } from 'vitest';
import { createSpending } from './allowance.ts';

const allowance = { name: 'address', units: 10, windowMs: 10_000 };

test('what is spent comes back evenly over the window', () => {
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

test('a cost above the whole allowance can be paid by who has spent nothing', () => {
  const spending = createSpending(allowance, 100);
  expect(spending.waitMs('a', 50, 0)).toBe(0);
  spending.spend('a', 50, 0);
  expect(spending.waitMs('a', 50, 0)).toBe(30_000);
});

test('memory is bounded: the key that rested longest is forgotten', () => {
  const spending = createSpending(allowance, 2);
  spending.spend('a', 5, 0);
  spending.spend('b', 5, 0);
  spending.spend('a', 1, 0);
  spending.spend('c', 5, 0);
  expect(['a', 'b', 'c'].map((key) => spending.left(key, 0))).toEqual([4, 10, 5]);
});
