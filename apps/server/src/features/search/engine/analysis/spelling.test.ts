import { expect, test } from 'vitest';
import { correctWord } from './spelling.ts';
import type { Vocabulary } from './types.ts';

const words = (
  'фотьойл телефон куфар рокля яке часовник легло маса диван колела юрган семена сирене раница орех под стол роман ' +
  'bike iron'
).split(' ');

/** Without near words, so that only what is looked up by itself is found. */
const vocabulary: Vocabulary = {
  frequency: (term) => Number(words.includes(term)),
  startingWith: () => [],
  near: () => [],
};

test.each([
  // Several letters as they are heard.
  ['фотоилй', 'фотьойл'],
  ['фотйол', 'фотьойл'],
  ['тилифон', 'телефон'],
  ['kufyr', 'куфар'],
  // Diminutives.
  ['рокличката', 'рокля'],
  ['якенце', 'яке'],
  ['часовничета', 'часовник'],
  ['легълце', 'легло'],
  ['диванче', 'диван'],
  ['раничка', 'раница'],
  ['раничките', 'раница'],
  // What something is made of.
  ['орехова', 'орех'],
  ['орехово', 'орех'],
  // Brands, with and without deals.
  ['addidas', 'adidas'],
  ['ipone', 'iphone'],
  ['lenvo', 'lenovo'],
  ['ейрподс', 'еърподс'],
  ['huawey', 'huawei'],
  ['toyoat', 'toyota'],
])('%s is %s', (typed, meant) => {
  expect(correctWord(typed, vocabulary)).toBe(meant);
});

test.each([
  'бефон',
  'момиче',
  'права',
  'onyx',
  'yphone',
  // Words that only begin otherwise, or with a diphthong, sound like products.
  'орган',
  'семейна',
  'серийни',
  // Words that are near to brands.
  'сензор',
  'корона',
  'закуси',
  'тампон',
  'стени',
  'картер',
  // Spelt as it is meant, although it is near to „двама“.
  'драма',
  'изплащане',
  'sensor',
  'switch',
  'matte',
  // What is made of nothing.
  'подова',
  'столова',
  'романов',
])('%s is left alone', (typed) => {
  expect(correctWord(typed, vocabulary)).toBeNull();
});

test('of what is as near, a word of deals comes before a brand, and a word before a stem', () => {
  const near = (term: string): Vocabulary => ({
    ...vocabulary,
    near: (typed) => (typed === 'ipon' || typed === 'ipone' ? [{ term, edits: 1 }] : []),
  });
  expect(correctWord('ipone', near('iphone'))).toBe('iphone');
  expect(
    correctWord('ipone', {
      ...vocabulary,
      near: (typed) => (typed === 'ipon' ? [{ term: 'iron', edits: 1 }] : []),
    }),
  ).toBe('iphone');
});

const withNear = (term: string): Vocabulary => ({
  ...vocabulary,
  near: () => [{ term, edits: 1 }],
});

test('another form or beginning of a word is no correction, unless it names a product', () => {
  expect(correctWord('driver', withNear('driven'))).toBeNull();
  expect(correctWord('driver', withNear('river'))).toBeNull();
  expect(correctWord('drivven', withNear('driven'))).toBe('driven');
  expect(correctWord('парче', withNear('зарче'))).toBeNull();
  expect(correctWord('яаптоп', withNear('лаптоп'))).toBe('лаптоп');
});

test('the first letter of a longer word may be mistyped', () => {
  expect(correctWord('жервена', withNear('червена'))).toBe('червена');
  expect(correctWord('qcratching', withNear('scratching'))).toBe('scratching');
});
