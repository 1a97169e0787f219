import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inFewestBytes, OffsetColumn } from './offset-column.ts';

test('a column of differences has the numbers it was made of, however far apart', () => {
  const someRange = fc.constantFrom(0, 200, 2 ** 20, 2 ** 40, 2 ** 52);
  fc.assert(
    fc.property(
      someRange.chain((max) => fc.array(fc.maxSafeNat().map((value) => value % (max + 1)))),
      fc.constantFrom(0, 1_700_000_000_000_000),
      (values, base) => {
        const numbers = values.map((value) => value + base);
        const column = OffsetColumn.of(Float64Array.from(numbers));
        expect(Array.from(numbers, (_, row) => column.at(row))).toEqual(numbers);
        expect(column).toHaveLength(numbers.length);
      },
    ),
  );
});

test('numbers take the smallest width that fits all of them', () => {
  const widths = [[0, 255], [256], [65_535], [65_536, 1]].map(
    (values) => inFewestBytes(Uint32Array.from(values)).BYTES_PER_ELEMENT,
  );
  expect(widths).toEqual([1, 2, 2, 4]);
});
