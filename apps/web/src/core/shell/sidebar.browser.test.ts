import { expect, test } from 'vitest';
import { toggled } from './sidebar.ts';

test('a toggle within 300 ms of the previous one is ignored', () => {
  const opened = toggled({ open: false, toggledAt: Number.NEGATIVE_INFINITY }, 1_000);
  expect(opened).toEqual({ open: true, toggledAt: 1_000 });
  expect(toggled(opened, 1_299)).toBe(opened);
  expect(toggled(opened, 1_300)).toEqual({ open: false, toggledAt: 1_300 });
});
