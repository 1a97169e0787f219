import type { Random } from './random.ts';

/**
 * Replaces `{name}`s by their words. Throws for a name without a word, which is an error of the
 * data.
 */
export const fill = (pattern: string, words: Readonly<Record<string, string>>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`No word for {${name}} in "${pattern}"`);
    return word;
  });

/** Bulgarian prepositions before their own sound: „със стойка“, „във Варна“. */
const soften = (sentence: string): string =>
  sentence
    .replaceAll(/(?<!\p{L})(с)(?= [сз])/giu, '$1ъс')
    .replaceAll(/(?<!\p{L})(в)(?= [вф])/giu, '$1ъв');

const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъьюя';
/** Their Latin letters by the law on transliteration of 2009. */
const LATIN = 'a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y yu ya'.split(' ');

/** A Bulgarian name in Latin letters, as an English text has it. */
export const latinise = (name: string): string =>
  name.replaceAll(/\p{Script=Cyrillic}/gu, (letter) => {
    const latin = LATIN[CYRILLIC.indexOf(letter.toLowerCase())] ?? letter;
    return letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });

/**
 * Writes a sentence from its pattern: `[a|b]` becomes one of its choices, `{name}` the word of that
 * name, and the first letter a capital.
 */
export const write = (
  pattern: string,
  words: Readonly<Record<string, string>>,
  random: Random,
): string => {
  const chosen = pattern.replaceAll(/\[([^\]]*)\]/g, (_, choices: string) =>
    random.pick(choices.split('|')),
  );
  const sentence = soften(fill(chosen, words).trim());
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};

/** A number of the lines, in their order. */
export const someOf = (
  lines: readonly string[],
  count: number,
  random: Random,
): readonly string[] => {
  const left = [...lines.keys()];
  while (left.length > count) left.splice(random.whole(0, left.length - 1), 1);
  return left.flatMap((index) => lines.slice(index, index + 1));
};
