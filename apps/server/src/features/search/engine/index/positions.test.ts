import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchFields } from '../analysis/types.ts';
import {
  bytesOfPairs,
  copyPairs,
  MAX_POSITION_BYTES,
  readPositions,
  skipPositions,
  writePosition,
} from './positions.ts';
import { CATEGORY_FIELD, fieldOf, MAX_POSITION, packPosition } from './posting.ts';

/** The positions of one posting: by field, positions of every length. */
const somePositions = fc
  .uniqueArray(
    fc.record({
      field: fc.constantFrom(...searchFields.keys().filter((field) => field !== CATEGORY_FIELD)),
      position: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: MAX_POSITION })),
    }),
    {
      minLength: 1,
      maxLength: 8,
      selector: ({ field, position }) => packPosition(field, position),
    },
  )
  .map((positions) =>
    positions
      .toSorted((a, b) => a.field - b.field || a.position - b.position)
      .map(({ field, position }) => packPosition(field, position)),
  );

test('places of postings one after another are read, skipped and copied as they were written', () => {
  fc.assert(
    fc.property(
      fc.array(somePositions, { maxLength: 6 }),
      fc.nat({ max: 4 }),
      (postings, moved) => {
        const positions = new Uint8Array(postings.flat().length * MAX_POSITION_BYTES);
        let end = 0;
        for (const posting of postings) {
          for (const [at, packed] of posting.entries()) {
            const next = posting[at + 1];
            const isLast = next === undefined || fieldOf(next) !== fieldOf(packed);
            end = writePosition(positions, end, packed, isLast);
          }
        }
        const copy = new Uint8Array(bytesOfPairs(moved + end));
        copyPairs(positions, 0, end, copy, moved);
        let pair = moved;
        const read = postings.map((posting) => {
          const fields = posting.reduce((set, packed) => set | (1 << fieldOf(packed)), 0);
          const found: number[] = [];
          readPositions(copy, pair, fields, (packed) => found.push(packed));
          pair = skipPositions(copy, pair, fields);
          return found;
        });
        expect(read).toEqual(postings);
        expect(pair).toBe(moved + end);
      },
    ),
  );
});
