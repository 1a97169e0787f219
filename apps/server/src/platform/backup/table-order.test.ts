import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BackupError } from './manifest.ts';
import { orderTables } from './tables.ts';

test('each table comes after those it refers to', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), fc.nat())),
      (tables, pairs) => {
        // From a later table to an earlier one or itself, so without a cycle.
        const references = pairs.map(([a, b]) => {
          const [x, y] = [a % tables.length, b % tables.length];
          return {
            from: tables[Math.max(x, y)] ?? '',
            to: tables[Math.min(x, y)] ?? '',
          };
        });
        const ordered = orderTables(tables, references);
        expect(ordered.toSorted()).toEqual(tables.toSorted());
        for (const { from, to } of references) {
          expect(ordered.indexOf(to)).toBeLessThanOrEqual(ordered.indexOf(from));
        }
      },
    ),
  );
});

test('a cycle is rejected', () => {
  const ring = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ];
  expect(() => orderTables(['a', 'b', 'c'], ring)).toThrow(BackupError);
});
