import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownWords, listOfWord } from './known-words.ts';
import { subjectOf } from './searchable-text.ts';
import { TextReading } from './text-reading.ts';

/** The terms of a text's lists with their positions, of all or of the first ones. */
const termsOf = (reading: TextReading, count = reading.listCount) =>
  Array.from(reading.lists.subarray(0, count), (list, at) => [
    reading.positions[at],
    ...knownWords.termsOf(list),
  ]);

const read = (text: string, partEnd?: number): TextReading => {
  knownWords.bound();
  return new TextReading().read(text, partEnd);
};

const pieces =
  'маса стол washing machine Wi-Fi 256GB 15" 100 к с 5 кв. м за for с with 140 х 200 R 16 2 стаи Слънчев бряг ﬁх й'.split(
    ' ',
  );
const title = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 })
  .map((words) => words.join(' '));

test('the subject of a title is read with the title as it is alone', () => {
  fc.assert(
    fc.property(title, (text) => {
      const subject = subjectOf(text);
      const whole = read(text, subject.length);
      const alone = read(subject);
      fc.pre(whole.partLength >= 0);
      expect(whole.partLength).toBe(alone.length);
      expect(termsOf(whole, whole.partListCount)).toEqual(termsOf(alone));
    }),
  );
});

test.each([
  ['Диван за хол', 1],
  ['Мотор 100 к с багажник', -1],
  ['чай чай чай за хол'.normalize('NFD'), -1],
])('of "%s", %i words are before what it is for', (text, count) => {
  expect(read(text, subjectOf(text).length).partLength).toBe(count);
});

test('words longer than are kept have the same terms however they go on', () => {
  const start = 'я'.repeat(40);
  expect(termsOf(read(`${start}а`))).toEqual(termsOf(read(`${start}бв`)));
});

test('a number is another word with another unit or none, and knows its text without it', () => {
  const { numbers, length } = read('256 256GB 256 кг 256,5');
  const lists = Array.from(numbers.subarray(0, length), listOfWord);
  expect(new Set(lists).size).toBe(4);
  expect(lists.map((list) => knownWords.termsOf(list)[0])).toEqual([
    '256',
    '256gb',
    '256kg',
    '256.5',
  ]);
  expect(Array.from(numbers.subarray(0, length), (each) => knownWords.wordOf(each)?.text)).toEqual([
    '256',
    '256',
    '256',
    '256.5',
  ]);
});

test('words are evicted when they take much memory, however few they are', () => {
  const { generation } = knownWords;
  for (let count = 0; count < 200 && knownWords.generation === generation; count += 1)
    read('а'.repeat(count) + 'б'.repeat(100_000));
  expect(knownWords.generation).toBe(generation + 1);
});

test.each([
  ['Wi‑Fi … ｘ', true],
  ['… ｘ Wi‑Fi', true],
  ['… ｘ Wi Fi', false],
])('"%s", which becomes longer, has tied words: %s', (text, isTied) => {
  expect(termsOf(read(text)).some((terms) => terms.includes('wifi'))).toBe(isTied);
});
