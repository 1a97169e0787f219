import { kinds } from '../../kinds/kinds.ts';
import { stem } from './stem.ts';

/** Shorter words, and stems of products, sound like others by chance. */
const shortestSound = 5;
const shortestProductStem = 6;

/** How people hear letters: „ь“ and „й“ soften alike, unstressed vowels merge, voice is lost before „к“ or at the end. */
const soundRules: readonly (readonly [RegExp, string])[] = [
  [/(?:[йь]о|ио|о)[йи]?/gu, 'о'],
  [/й?у|ю/gu, 'о'],
  [/ь/gu, ''],
  // „семейна“ is no „семена“.
  [/(?<=[еи])й(?=[бвгджзклмнпрстфхцчшщ])/gu, 'j'],
  [/[йие]/gu, 'и'],
  [/[ъя]/gu, 'а'],
  [/б(?=[кптсшчцхф]|$)/gu, 'п'],
  [/в(?=[кптсшчцхф]|$)/gu, 'ф'],
  [/г(?=[кптсшчцхф]|$)/gu, 'к'],
  [/д(?=[кптсшчцхф]|$)/gu, 'т'],
  [/ж(?=[кптсшчцхф]|$)/gu, 'ш'],
  [/з(?=[кптсшчцхф]|$)/gu, 'с'],
  [/(.)\1+/gu, '$1'],
];

const soundOf = (word: string): string =>
  soundRules.reduce((text, [letters, by]) => text.replaceAll(letters, by), word);

/** The sounds of a word and of its stem, unless they are short. */
const soundsOf = (word: string, shortestStem: number): readonly string[] => {
  const [whole, stemmed] = [soundOf(word), soundOf(stem(word))];
  return [
    ...(whole.length >= shortestSound ? [whole] : []),
    ...(stemmed.length >= shortestStem ? [stemmed] : []),
  ];
};

/** Names of products of one Bulgarian word by their sounds; the first name with a sound keeps it. */
const listProducts = (): ReadonlyMap<string, string> =>
  new Map(
    kinds
      .flatMap(({ bg }) => bg)
      .filter((name) => /^[а-я]+$/u.test(name))
      .flatMap((name) => soundsOf(name, shortestProductStem).map((sound) => [sound, name] as const))
      .toReversed(),
  );

/** Made when first needed, because it takes some milliseconds. */
let productsBySound: ReadonlyMap<string, string> | undefined;

/** The names of products that sound like a Bulgarian word: „фотойл“, „тилифон“. The first letter is heard: „орган“ is no „юрган“. */
export const productsOfSound = (word: string): readonly string[] => {
  const products = (productsBySound ??= listProducts());
  return soundsOf(word, shortestSound)
    .flatMap((sound) => products.get(sound) ?? [])
    .filter((name) => name[0] === word[0]);
};
