import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIdSet } from './id-set.ts';

test('it contains what a Set contains, while it grows', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 200 }), (ids) => {
      const known = new Set<string>();
      const set = createIdSet();
      for (const id of ids) {
        expect(set.add(id)).toBe(!known.has(id));
        known.add(id);
      }
    }),
  );
});

test('a hundred thousand ids that differ in a digit are distinct', () => {
  const set = createIdSet();
  let added = 0;
  for (let id = 0; id < 100_000; id += 1) if (set.add(`BG-${id}`)) added += 1;
  for (let id = 0; id < 100_000; id += 1) if (set.add(`BG-${id}`)) added += 1;
  expect(added).toBe(100_000);
});
