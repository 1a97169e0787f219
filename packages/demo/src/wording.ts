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
  const sentence = fill(chosen, words).trim();
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
