import { scan } from './scanner.ts';
import { stem } from './stem.ts';
import { inOtherScript } from './transliteration.ts';

/** Terms of users' texts, for a search that ignores case, script and inflection. */
export interface TextWords {
  /** The terms of a text, separated by spaces. */
  index(text: string): string;
  /**
   * The query for `to_tsquery('simple', …)`; null if it has no term. A word also finds the words
   * that it begins.
   */
  query(text: string): string | null;
}

/** Shorter words would begin too many others. */
const MIN_PREFIX = 3;
/** The largest number of transliterations that a word is looked up under. */
const MOST_SPELLINGS = 6;

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, '')}'`;

const asPrefix = (word: string): string =>
  word.length < MIN_PREFIX ? quoted(word) : `${quoted(word)}:*`;

const formsOf = (word: string): readonly string[] => [word, stem(word)];

/**
 * The analysis of deals for texts that PostgreSQL searches: forms and stems, and both scripts for
 * terms of a query.
 */
export const textWords: TextWords = {
  index(text) {
    const words = scan(text).flatMap((lexeme) => formsOf(lexeme.text));
    return [...new Set(words)].join(' ');
  },
  query(text) {
    const parts = scan(text).map(({ text: word }) => {
      const others = inOtherScript(word).slice(0, MOST_SPELLINGS);
      const spellings = [word, ...others.map((spelling) => spelling.text)];
      const terms = spellings.flatMap((each) => [asPrefix(each), quoted(stem(each))]);
      return `(${[...new Set(terms)].join(' | ')})`;
    });
    return parts.length === 0 ? null : parts.join(' & ');
  },
};
