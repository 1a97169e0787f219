import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImportError } from '../pipeline/import-error.ts';
import { importLimits } from '../pipeline/import-limits.ts';
import { SeparatedRows } from './separated-rows.ts';

const COLUMNS = 3;

/** The rows of a text that are used. */
const usable = (text: string): readonly (readonly string[])[] => {
  const reader = new SeparatedRows('\t', importLimits);
  try {
    const rows = [...reader.push(text), ...reader.end(COLUMNS)];
    return rows.filter((row) => row.length === COLUMNS && !reader.isCut(row));
  } catch (error) {
    if (error instanceof ImportError) return [];
    throw error;
  }
};

const quote = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const plain = fc.stringMatching(/^[a-zя0-9. ]{1,8}$/);
const quoted = fc
  .string({ unit: fc.constantFrom('a', 'я', '"', ' ', '5', '\n'), minLength: 1, maxLength: 8 })
  .map(quote);
const row = fc.tuple(...Array.from({ length: COLUMNS }, () => fc.oneof(plain, quoted)));

test('no usable row of a text that breaks off differs from that of the whole one', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      (rows, end) => {
        const text = rows.map((cells) => `${cells.join('\t')}${end}`).join('');
        const whole = usable(text);
        expect(whole).toHaveLength(rows.length);
        for (let at = 0; at < text.length; at += 1) {
          const cut = usable(text.slice(0, at));
          expect(cut).toEqual(whole.slice(0, cut.length));
        }
      },
    ),
  );
});

/** All rows of pieces of a text, with whether the text may break off in them. */
const allRows = (pieces: readonly string[], maxRecordLength: number) => {
  const reader = new SeparatedRows('\t', { ...importLimits, maxRecordLength });
  const rows = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end(1)];
  return rows.map((cells) => ({ cells, isCut: reader.isCut(cells) }));
};

const pieces = fc.array(
  fc.string({ unit: fc.constantFrom('a', '"', '"', '\t', '\n', '\n', ' '), maxLength: 12 }),
);
/** Characters: quotes are given up after one line, after a few, and only at their last line. */
const recordLengths = fc.constantFrom(1, 8, importLimits.maxRecordLength);

const letters = (text: string): string => text.replace(/[^a]/g, '');

test('rows do not depend on the pieces in which their text arrives', () => {
  fc.assert(
    fc.property(pieces, recordLengths, (given, maxRecordLength) => {
      const whole = allRows([given.join('')], maxRecordLength);
      expect(allRows(given, maxRecordLength)).toEqual(whole);
      // No character is lost, also where quotes are given up.
      expect(letters(whole.flatMap(({ cells }) => cells).join(''))).toBe(letters(given.join('')));
    }),
  );
});

test.each([
  ['a quote that its line closes', 'a\t"b""c"\n', [['a', 'b"c']]],
  ['a quote that a later line closes', 'a\t"b\nc"\td\n', [['a', 'b\nc', 'd']]],
  ['cells of which the last is open again', '"a\nb"\t"c\nd"\n', [['a\nb', 'c\nd']]],
  ['a quote that something follows', 'a\t"b" c\n', [['a', '"b" c']]],
  ['a quote that something follows in a later line', '"a\nb" c\nd\n', [['"a'], ['b" c'], ['d']]],
  ['an open quote behind one that something follows', '"a" b\t"c\nd"\n', [['"a" b', '"c'], ['d"']]],
  ['such a line after another open quote', '"\n"\t"a\na\na', [['"'], ['"', '"a'], ['a'], ['a']]],
  ['a quote that is open for 101 lines', `"a${'\n'.repeat(100)}b"\n`, [[`a${'\n'.repeat(100)}b`]]],
  ['a quote that is open for 102 lines', `"a${'\n'.repeat(101)}b"\n`, [['"a'], ['b"']]],
])('%s', (_, text, expected) => {
  expect(allRows([text], importLimits.maxRecordLength).map(({ cells }) => cells)).toEqual(expected);
});
