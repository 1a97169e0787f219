import type { Random } from './random.ts';

/** Puts the words in place of their `{name}`s. A name without a word is a fault of the catalogue: it throws. */
export const fill = (pattern: string, words: Readonly<Record<string, string>>): string =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`No word for {${name}} in "${pattern}"`);
    return word;
  });

/**
 * Writes a sentence out of its pattern: `[a|b]` becomes one of its choices, `{name}` the word of that
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
  const sentence = fill(chosen, words).trim();
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
};

/** So many of the lines, in the order they stand in. */
export const someOf = (
  lines: readonly string[],
  count: number,
  random: Random,
): readonly string[] => {
  const left = [...lines.keys()];
  while (left.length > count) left.splice(random.whole(0, left.length - 1), 1);
  return left.flatMap((index) => lines.slice(index, index + 1));
};
