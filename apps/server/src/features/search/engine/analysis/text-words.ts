import type { TextWords } from '../../text-words.ts';
import { scan } from './scanner.ts';
import { stem } from './stem.ts';
import { inOtherScript } from './transliteration.ts';

/** The largest number of transliterations that a word is looked up under. */
const MOST_SPELLINGS = 6;

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, '')}'`;

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
      const others = inOtherScript(word)
        .slice(0, MOST_SPELLINGS)
        .flatMap((spelling) => formsOf(spelling.text));
      return `(${[...new Set([...formsOf(word), ...others])].map(quoted).join(' | ')})`;
    });
    return parts.length === 0 ? null : parts.join(' & ');
  },
};
