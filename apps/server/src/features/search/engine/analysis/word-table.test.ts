import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepare } from './characters.ts';
import { WordTable } from './word-table.ts';

const codesOf = (word: string): Uint16Array => prepare(word).codes.slice(0, word.length);

test('a table holds the value of each word, however many there are', () => {
  const table = new WordTable();
  const words = Array.from({ length: 20_000 }, (_, number) => `дума${number.toString(36)}`);
  for (const [at, word] of words.entries()) {
    const record = table.find(codesOf(word), 0, word.length);
    expect(table.valueOf(record)).toBe(0);
    table.setValue(record, at + 1);
  }
  const values = words.map((word) => table.valueOf(table.find(codesOf(word), 0, word.length)));
  expect(values).toEqual(words.map((_, at) => at + 1));
  table.clear();
  const [first = ''] = words;
  expect(table.valueOf(table.find(codesOf(first), 0, first.length))).toBe(0);
});

test('a word is found wherever it is in a text, in any case and with accents', () => {
  const table = new WordTable();
  const word = fc.stringMatching(/^[a-zа-я]{1,20}$/u);
  fc.assert(
    fc.property(word, word, (before, found) => {
      const record = table.find(codesOf(found), 0, found.length);
      const text = `${before} ${found.toUpperCase()} ${before}`;
      const start = before.length + 1;
      expect(table.find(codesOf(text), start, start + found.length)).toBe(record);
    }),
  );
  expect(table.find(codesOf('Café'), 0, 4)).toBe(table.find(codesOf('cafe'), 0, 4));
  expect(table.find(codesOf('cafe'), 0, 3)).not.toBe(table.find(codesOf('cafe'), 0, 4));
});

test('words looked up together have the records that they have one by one', () => {
  const table = new WordTable();
  const words = fc.array(fc.stringMatching(/^[a-zа-я]{1,9}$/u), { maxLength: 40 });
  fc.assert(
    fc.property(words, (texts) => {
      const codes = codesOf(texts.join(' '));
      const starts = Int32Array.from(
        texts,
        (_, at) => texts.slice(0, at).join(' ').length + (at && 1),
      );
      const ends = Int32Array.from(texts, (text, at) => (starts[at] ?? 0) + text.length);
      const found = new Int32Array(texts.length);
      table.findAll(codes, { length: texts.length, starts, ends }, found);
      expect([...found]).toEqual(texts.map((text) => table.find(codesOf(text), 0, text.length)));
    }),
  );
});
