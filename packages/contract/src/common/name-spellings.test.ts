import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameFilter, spellingsOf } from './name-spellings.ts';

test.each([
  ['Иван', 'Ivan Dimitrov'],
  ['iv', 'Иван Димитров'],
  ['ИВАН ДИМ', 'Ivan Dimitrov'],
  ['ivan dim', 'Иван Димитров'],
  ['tsveta', 'Цветан'],
  ['cveta', 'Цветан'],
  ['Ivailo', 'Ивайло'],
  ['Jordan Iliev', 'Йордан Илиев'],
  ['qna', 'Яна'],
  ['4avdar gan4e', 'Чавдар Ганчев'],
  ['petrova-iv', 'Мария Петрова-Иванова'],
  ['софия', 'Sofia deals'],
  ['van dim', 'Ivan Dimitrov'],
  ['100%', '100% Иван'],
  ['', 'Иван'],
])('"%s" finds %s', (text, name) => {
  expect(nameFilter(text)(name)).toBe(true);
});

test.each([
  ['иван', 'Dimitar'],
  ['ivan d', 'Иван Петров'],
  ['dim ivan', 'Иван Димитров'],
  ['iv_', 'Иван'],
  ['ь', 'Ivan'],
])('"%s" does not find %s', (text, name) => {
  expect(nameFilter(text)(name)).toBe(false);
});

test('a text has itself and at most 16 spellings in the other script', () => {
  const unit = fc.constantFrom(...Array.from("aiyjuq46 -'иъяéİ"));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 80 }), (text) => {
      const [first, ...others] = spellingsOf(text);
      expect(first).toBe(text);
      expect(others.length).toBeLessThanOrEqual(16);
    }),
  );
});
