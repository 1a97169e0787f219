import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkupMender } from './mend-markup.ts';

const mend = (...pieces: readonly string[]): string => {
  const mender = new MarkupMender();
  return pieces.map((piece) => mender.push(piece)).join('') + mender.end();
};

/** Pieces of valid and invalid markup, combined at random. */
const markup = fc
  .array(
    fc.constantFrom(
      '&',
      '<',
      '&amp;',
      '&#1;',
      '&#x41;',
      '<b a="x">',
      '</b>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      'x',
      ' ',
      ';',
      '#',
      'amp;',
      '![CDATA[',
      ']',
      'Ж',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('the text is the same wherever it is cut', () => {
  fc.assert(
    fc.property(markup, fc.array(fc.nat(200), { maxLength: 6 }), (text, cuts) => {
      const starts = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b)];
      const pieces = starts.map((start, number) => text.slice(start, starts[number + 1]));
      expect(mend(...pieces)).toBe(mend(text));
    }),
    { numRuns: 2_000 },
  );
});

test('mended text does not change', () => {
  fc.assert(
    fc.property(markup, (text) => {
      expect(mend(mend(text))).toBe(mend(text));
    }),
  );
});

test('little is buffered between pieces', () => {
  const mender = new MarkupMender();
  const begun = `<title>&${'a'.repeat(100)}`;
  expect(mender.push(begun)).toBe(`<title>&amp;${'a'.repeat(100)}`);
});
