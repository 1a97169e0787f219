import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWords } from './text-words.ts';

// Letters only: between numbers an x is no word.
const someWord = fc.oneof(
  fc.constantFrom('лампата', 'Lampa', 'екскурзия', 'ekskurzia', 'usb-c', 'да', 'кафе-машина'),
  fc.string({
    unit: fc.constantFrom('а', 'б', 'ш', 'щ', 'ъ', 'ь', 'ю', 'я', 'a', 'b', 'c', 'x', 'y', 'z'),
    minLength: 1,
    maxLength: 9,
  }),
);

test('the terms of a text that has a word have one of its patterns', () => {
  fc.assert(
    fc.property(fc.array(someWord, { minLength: 1, maxLength: 8 }), fc.nat(), (words, index) => {
      const terms = ` ${textWords.index(words.join(' '))} `;
      const query = textWords.query(words[index % words.length] ?? '');
      for (const patterns of query?.patterns ?? [])
        expect(patterns.some((pattern) => terms.includes(pattern))).toBe(true);
    }),
  );
});

test('patterns are few: one that begins with another is left out', () => {
  expect(textWords.query('lamp')?.patterns[0]?.filter((each) => each.startsWith(' l'))).toEqual([
    ' lamp',
  ]);
  expect(textWords.query('лампата')?.patterns[0]).toEqual(
    expect.arrayContaining([' лампата', ' ламп ']),
  );
});

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `дума${index}`).join(' ');

test('a query looks for a number of words, in a number of words of a text', () => {
  expect(textWords.query(numbered(100))?.termsOfWords).toHaveLength(12);
  expect(found('дума', numbered(15_000))?.[0]).toHaveLength(15_000);
  expect(found('дума', numbered(30_000))?.[0]).toHaveLength(20_000);
});

test('a text without words has no query', () => {
  expect(textWords.query(' !? ')).toBeNull();
});

const found = (query: string, text: string) => textWords.query(query)?.foundIn(text);

test('a query names the words of a text that it finds, in the other script too', () => {
  expect(found('palatk', 'Палатка, ПАЛАТКИ и още')).toEqual([['Палатка', 'ПАЛАТКИ']]);
  expect(found('инвоице', 'the invoice_2026.pdf')).toEqual([[expect.stringContaining('invoice')]]);
  expect(found('договор снимка', 'снимки.png')).toEqual([[], ['снимки']]);
  expect(found('палатка', 'лампа')).toEqual([[]]);
});
