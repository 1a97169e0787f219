import { townsCalled } from '#features/locations/api.ts';
import { knownBrandAtStart } from '../brands/brand-of.ts';
import { isFormOfName } from '../engine/analysis/concepts.ts';
import { productNames } from '../engine/analysis/product-names.ts';
import { remember } from '../remember.ts';
import { QUOTED } from './unread-text.ts';

const sameShapes = /^[abcehkmoptxyавсенкмортху]+$/iu;

/** „лаптопdell“ as two words, but „тeлефон“ with a Latin letter as one. */
const writeScriptsApart = (typed: string): string =>
  typed.replace(
    /(?<!\p{L})(?:(\p{Script=Cyrillic}{4,})(\p{Script=Latin}{3,})|(\p{Script=Latin}{3,})(\p{Script=Cyrillic}{4,}))(?!\p{L})/gu,
    (word, ...parts: readonly (string | undefined)[]) => {
      const [first, second] = parts.slice(0, 4).filter((part) => part !== undefined);
      if (first === undefined || second === undefined) return word;
      return sameShapes.test(first) || sameShapes.test(second) ? word : `${first} ${second}`;
    },
  );

const prepositions = /^(?:до|под|над|около|under|over|pod|nad)$/iu;

/** „лаптоп16гб“ as a product and a size, „до300лв“ as a limit, and „ел.тротинетка“ as two words. */
const writeNumbersApart = (typed: string): string =>
  typed
    .replace(/(?<![\p{L}\p{N}-])\p{L}{2,}(?=\d)/gu, (word) =>
      prepositions.test(word) ||
      (/^\p{Script=Cyrillic}{4}/u.test(word) && productNames([word.toLowerCase()]).length > 0)
        ? `${word} `
        : word,
    )
    .replace(/(?<!\p{L})ел\.(?=\p{L}{4})/giu, '$& ');

/** Shorter parts of a word are words by chance. */
const SHORTEST_PART = 4;

/** What words are made with, besides: „радиоантена“, and „захарница“ is no „захар“ in „Ница“. */
const affixes: ReadonlySet<string> = new Set(['радио', 'турбо', 'ница']);

const isName = (word: string): boolean =>
  !affixes.has(word) && (isFormOfName(word) || townsCalled(word).length > 0);

/** A brand is short, and rarely first: „заработи“ is no „Зара боти“. */
const mayBeFirst = (word: string): boolean => isName(word) && knownBrandAtStart([word]) === null;

/** The two names that a word is made of, perhaps with a preposition between them; else null. */
const partsOf = remember((word: string): readonly string[] | null => {
  if (isName(word)) return null;
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    if (!mayBeFirst(word.slice(0, at))) continue;
    const joint = /^(?:за|от|със|във)(?=\p{L}{4})/u.exec(word.slice(at))?.[0] ?? '';
    for (const length of new Set([0, joint.length]))
      if (isName(word.slice(at + length)))
        return [word.slice(0, at), word.slice(at, at + length), word.slice(at + length)];
  }
  return null;
});

/** „зимнигуми“, „апартаментсофия“, „подаръкзамама“ without the spaces. Few words are made so. */
const writeNamesApart = (typed: string): string =>
  typed.replace(
    /(?<![\p{L}\p{N}-])\p{Script=Cyrillic}{8,40}(?![\p{L}\p{N}-])/gu,
    (word) =>
      partsOf(word.toLowerCase())
        ?.filter((part) => part !== '')
        .join(' ') ?? word,
  );

/** Writes words that are typed without a space between them as several. Quoted ones stay as they are. */
export const writeApart = (typed: string): string =>
  typed.search(QUOTED) >= 0 ? typed : writeNamesApart(writeNumbersApart(writeScriptsApart(typed)));
