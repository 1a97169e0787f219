import { inOtherScript } from './transliteration.ts';

/** A word that may occur in both scripts. */
export interface WordInScripts {
  /** The spelling to show. */
  readonly shown: string;
  /** The spelling that occurred first. */
  readonly first: string;
}

const isCyrillic = (word: string): boolean => /^\p{Script=Cyrillic}/u.test(word);

const inCyrillic = (word: string): string =>
  isCyrillic(word) ? word : (inOtherScript(word)[0]?.text ?? word);

/**
 * Merges "laptop" and „лаптоп“, which a search treats as one word; shows the one in the script of
 * `typed`. Words come in the order of their first spellings.
 */
export const joinScripts = (words: readonly string[], typed: string): readonly WordInScripts[] => {
  const joined = new Map<string, WordInScripts>();
  for (const word of words) {
    const key = inCyrillic(word);
    const { first = word, shown = word } = joined.get(key) ?? {};
    const isAsTyped = isCyrillic(word) === isCyrillic(typed);
    joined.set(key, { first, shown: isAsTyped ? word : shown });
  }
  return [...joined.values()];
};
