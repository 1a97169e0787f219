import { startsCyrillic } from '@izgodno/contract/common/transliteration';
import { brands } from '../../brands/brands.ts';
import { editDistance } from './in-memory-vocabulary.ts';

/** Shorter names are near to other words by chance: „права“ is no „прада“. A letter may be doubled in them. */
const longName = 6;
const shortestName = 4;
const shortestWord = 5;
/** Bulgarian words are near to names more often. */
const shortestBulgarianWord = 6;

const withoutDoubles = (word: string): string => word.replaceAll(/(.)\1+/gu, '$1');

const vowels = /[аеиоуъьюяй]/gu;

/** What a name and a word with as many letters have in common: consonants, or letters in any order. */
const lettersOf = (word: string): string =>
  startsCyrillic(word)
    ? word.replaceAll(vowels, '')
    : Array.from(word.replaceAll('y', 'i')).toSorted().join('');

/** Another letter makes another word: „сензор“ and "sensor" are no Sencor, "switch" is no Swatch, "matte" no Mattel. */
const isSpeltAlike = (name: string, word: string): boolean =>
  name.length === word.length
    ? lettersOf(name) === lettersOf(word)
    : word.length >= longName || name.at(-1) === word.at(-1);

/** A word without each of its letters in turn. */
const shortened = (word: string): readonly string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

const listNames = (): ReadonlyMap<string, readonly string[]> => {
  const byKey = new Map<string, string[]>();
  const names = brands
    .flatMap((brand) => brand.names)
    .map((name) => name.toLowerCase())
    .filter((name) => /^\p{L}+$/u.test(name) && name.length >= shortestName);
  for (const name of new Set(names))
    for (const key of [name, ...shortened(name)]) byKey.set(key, [...(byKey.get(key) ?? []), name]);
  return byKey;
};

/** By each spelling of a name with one letter less, because a walk through all names takes longer. */
let namesByKey: ReadonlyMap<string, readonly string[]> | undefined;

/** The known brands of which a word is spelt with one wrong letter, and not the first: "samsug", „ейрподс“. */
export const brandsNear = (word: string): readonly string[] => {
  if (word.length < (startsCyrillic(word) ? shortestBulgarianWord : shortestWord)) return [];
  const names = (namesByKey ??= listNames());
  const near = [word, ...shortened(word)].flatMap((key) => names.get(key) ?? []);
  return [...new Set(near)].filter(
    (name) =>
      name[0] === word[0] &&
      isSpeltAlike(name, word) &&
      (name.length >= longName || withoutDoubles(name) === withoutDoubles(word)) &&
      editDistance(name, word, 1) === 1,
  );
};
