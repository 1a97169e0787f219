import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { barsOf, levelOf } from './waveform.ts';

test('silence is 0, full scale is 100, and speech is in between', () => {
  expect(levelOf(new Float32Array(512))).toBe(0);
  expect(levelOf(new Float32Array(512).fill(1))).toBe(100);
  const speech = levelOf(new Float32Array(512).fill(0.05));
  expect(speech).toBeGreaterThan(30);
  expect(speech).toBeLessThan(70);
});

test('a bar is the loudest level of its share, and no louder one is left out', () => {
  expect(barsOf([1, 9, 2, 3], 2)).toEqual([9, 3]);
  expect(barsOf([])).toEqual([0]);
  fc.assert(
    fc.property(
      fc.array(fc.nat(100), { minLength: 1 }),
      fc.integer({ min: 1, max: 64 }),
      (levels, count) => {
        const bars = barsOf(levels, count);
        expect(bars.length).toBe(Math.min(count, levels.length));
        expect(Math.max(...bars)).toBe(Math.max(...levels));
        for (const bar of bars) expect(levels).toContain(bar);
      },
    ),
  );
});
