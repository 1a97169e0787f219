import { expect, test } from 'vitest';
import { resolveTheme } from './theme.ts';

test.each([
  [null, false, 'light'],
  [null, true, 'dark'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['sepia', true, 'dark'],
] as const)('stored %s with a dark system %s is %s', (stored, systemIsDark, theme) => {
  expect(resolveTheme(stored, systemIsDark)).toBe(theme);
});
