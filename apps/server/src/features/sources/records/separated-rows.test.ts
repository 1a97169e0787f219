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
