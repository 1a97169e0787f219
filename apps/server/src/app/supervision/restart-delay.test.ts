import { expect, test } from 'vitest';
import { restartDelay } from './supervise-server.ts';

test('the first death causes no delay; consecutive ones cause more, up to ten seconds', () => {
  const delays = Array.from({ length: 10 }, (_, index) => restartDelay(index + 1));
  expect(delays).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  expect(restartDelay(5_000)).toBe(10_000);
});
