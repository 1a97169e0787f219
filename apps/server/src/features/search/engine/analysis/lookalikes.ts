import { characterKind } from './characters.ts';

/** Letters that look alike in upper or lower case and are confused while typing. */
const pairs = [
  ['a', 'а'],
  ['b', 'в'],
  ['c', 'с'],
  ['e', 'е'],
  ['h', 'н'],
  ['k', 'к'],
  ['m', 'м'],
  ['o', 'о'],
  ['p', 'р'],
  ['t', 'т'],
  ['x', 'х'],
  ['y', 'у'],
] as const;

const toCyrillic = new Map<string, string>(pairs);
const toLatin = new Map<string, string>(pairs.map(([latin, cyrillic]) => [cyrillic, latin]));
const mixed = (1 << characterKind.latin) | (1 << characterKind.cyrillic);

const isLatin = (letter: string): boolean => letter < '\u0250';

/** Replaces all letters of one script by lookalikes; null if one has none. */
const rewrite = (word: string, cyrillic: boolean): string | null => {
  let result = '';
  for (const letter of word) {
    const foreign = isLatin(letter) === cyrillic;
    const replaced = foreign ? (cyrillic ? toCyrillic : toLatin).get(letter) : letter;
    if (replaced === undefined) return null;
    result += replaced;
  }
  return result;
};

/**
 * A word that mixes Latin and Cyrillic letters ("тeлефон" with a Latin e) in one script: that of
 * most of its letters, if the others are lookalikes. `scripts` is the bit set of the character
 * kinds in it.
 */
export const toOneScript = (word: string, scripts: number): string => {
  if ((scripts & mixed) !== mixed) return word;
  const latinLetters = word.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const mostlyCyrillic = latinLetters * 2 < word.length;
  return rewrite(word, mostlyCyrillic) ?? rewrite(word, !mostlyCyrillic) ?? word;
};
