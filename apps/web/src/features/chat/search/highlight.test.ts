import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt, highlight } from './highlight.ts';

const found = (text: string, search: string): readonly string[] =>
  highlight(text, search).flatMap((piece) => (piece.found ? [piece.text] : []));

test('words are found regardless of case, accents and endings', () => {
  expect(found('Две евтини почивки в Гърция', 'почивка гърция')).toEqual(['почивки', 'Гърция']);
  expect(found('A café in Málaga', 'CAFE malaga')).toEqual(['café', 'Málaga']);
  expect(found('price, priced, prize', 'price')).toEqual(['price', 'priced']);
  expect(found('моите и мойте', 'мойте')).toEqual(['мойте']);
  expect(found('nothing here', '...')).toEqual([]);
});

test('the pieces add up to the text, whatever the search', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      (text, search) => {
        expect(
          highlight(text, search)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      },
    ),
  );
});

test('a long text is shown around the first match', () => {
  const text = `${'word '.repeat(100)}treasure ${'word '.repeat(100)}`;
  const shown = excerpt(text, 'treasure');
  // Some of the text before it is shown, too.
  expect(shown.indexOf('treasure')).toBe('…'.length + 60);
  expect(shown.length).toBeLessThanOrEqual(242);
  expect(shown.startsWith('…') && shown.endsWith('…')).toBe(true);
  expect(excerpt('short', 'x')).toBe('short');
});
