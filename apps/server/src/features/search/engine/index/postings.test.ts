import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchFields } from '../analysis/types.ts';
import { fieldsOfCode } from './posting.ts';
import {
  END_OF_ROWS,
  PostingCursor,
  PostingWriter,
  raiseScores,
  raiseScoresOf,
  readPostings,
} from './postings.ts';

interface Posting {
  readonly row: number;
  readonly fields: number;
}

const fieldSet = fc.integer({ min: 1, max: 2 ** searchFields.length - 1 });

/** Long enough for several groups, so that rows can be skipped by group. */
const segmentRows = 40_000;

/** Rows of every density, from all to a few, some of them in a part of the segment only. */
const ofOneTerm = fc
  .tuple(
    fc.constantFrom(1, 2, 7, 300, 20_000),
    fc.constantFrom(0, segmentRows - 500),
    fc.array(fieldSet, { minLength: 1, maxLength: 3 }),
  )
  .map(([step, from, sets]): readonly Posting[] =>
    Array.from({ length: Math.ceil((segmentRows - from) / step) }, (_, at) => ({
      row: from + at * step + ((at * 7) % step),
      fields: sets[at % sets.length] ?? 0,
    })).filter(({ row }) => row < segmentRows),
  );

const packed = (terms: readonly (readonly Posting[])[]) => {
  const writer = new PostingWriter(segmentRows, { terms: terms.length, words: 0 });
  for (const [term, postings] of terms.entries()) {
    for (const { row, fields } of postings) writer.add(row, fields);
    writer.endTerm(term, 0);
  }
  return writer.finish(new Uint8Array());
};

test('packed postings are read as they were added, all and one by one', () => {
  fc.assert(
    fc.property(fc.array(ofOneTerm, { minLength: 1, maxLength: 3 }), (terms) => {
      const postings = packed(terms);
      const rows = new Uint32Array(segmentRows);
      const codes = new Int32Array(segmentRows);
      const sameCode = Int32Array.from(fieldsOfCode.keys());
      for (const [at, expected] of terms.entries()) {
        const count = readPostings(postings, at, rows, codes, sameCode);
        const cursor = new PostingCursor(postings, at);
        const walked: Posting[] = [];
        for (; cursor.row !== END_OF_ROWS; cursor.next()) {
          walked.push({ row: cursor.row, fields: cursor.fields });
        }
        const read = Array.from({ length: count }, (_, index) => ({
          row: rows[index],
          fields: fieldsOfCode[codes[index] ?? 0],
        }));
        expect(walked).toEqual(expected);
        expect(read).toEqual(expected);
      }
    }),
    { numRuns: 15 },
  );
});

/** Rows of any density, some of them in a part of the segment only. */
const someRows = fc
  .tuple(fc.constantFrom(1, 3, 11, 290, 9_000), fc.constantFrom(0, segmentRows - 700))
  .map(([step, from]) =>
    Uint32Array.from(
      { length: Math.ceil((segmentRows - from) / step) },
      (_, at) => from + at * step,
    ),
  );

const differing = (a: Uint16Array, b: Uint16Array): number[] =>
  [...a.keys()].filter((row) => a[row] !== b[row]);

test('scores are raised to those of all postings, or of those of some rows', () => {
  const scoreOfCode = Int32Array.from(fieldsOfCode, (_, code) => code * 3 + 1);
  const codeOf = new Map(Array.from(fieldsOfCode, (fields, code) => [fields, code]));
  fc.assert(
    fc.property(fc.array(ofOneTerm, { minLength: 1, maxLength: 3 }), someRows, (terms, some) => {
      const postings = packed(terms);
      const wanted = new Set(some);
      for (const [at, term] of terms.entries()) {
        const before = Uint16Array.from({ length: segmentRows }, (_, row) => row % 60);
        const all = before.slice();
        const ofSome = before.slice();
        raiseScores(postings, at, all, scoreOfCode);
        raiseScoresOf(some, postings, at, ofSome, scoreOfCode);
        const expected = before.slice();
        const expectedOfSome = before.slice();
        for (const { row, fields } of term) {
          const score = Math.max(before[row] ?? 0, scoreOfCode[codeOf.get(fields) ?? 0] ?? 0);
          expected[row] = score;
          if (wanted.has(row)) expectedOfSome[row] = score;
        }
        expect(differing(all, expected)).toEqual([]);
        expect(differing(ofSome, expectedOfSome)).toEqual([]);
      }
    }),
    { numRuns: 30 },
  );
});

test('a cursor skips to any row from the first one', () => {
  for (const step of [1, 2, 7, 300]) {
    const expected = Array.from({ length: segmentRows / step }, (_, at) => ({
      row: at * step,
      fields: 1,
    }));
    const postings = packed([expected]);
    const wrong: number[] = [];
    for (let row = 0; row <= (expected.at(-1)?.row ?? 0); row += 1) {
      const cursor = new PostingCursor(postings, 0);
      cursor.seek(row);
      if (cursor.row !== Math.ceil(row / step) * step) wrong.push(row);
    }
    expect(wrong).toEqual([]);
  }
});

test('a cursor skips from row to row', () => {
  const wanted = fc.uniqueArray(fc.nat(segmentRows - 1), { maxLength: 60 });
  fc.assert(
    fc.property(ofOneTerm, wanted, (expected, rows) => {
      const cursor = new PostingCursor(packed([expected]), 0);
      for (const row of rows.toSorted((a, b) => a - b)) {
        cursor.seek(row);
        const posting = expected.find((other) => other.row >= row);
        expect(cursor).toMatchObject(posting ?? { row: END_OF_ROWS });
      }
    }),
    { numRuns: 100 },
  );
});
