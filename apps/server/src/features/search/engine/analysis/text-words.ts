import { scan } from './scanner.ts';
import { stem } from './stem.ts';
import { inOtherScript } from './transliteration.ts';

/** The words of a search in users' texts. */
export interface TextQuery {
  /** The query for `to_tsquery('simple', …)`. */
  readonly terms: string;
  /** The part of `terms` for each word. */
  readonly termsOfWords: readonly string[];
  /**
   * For each word the strings one of which is among the terms of every text that has the word. They
   * are cheaper to look for than terms, but occur in other texts too.
   */
  readonly parts: readonly (readonly string[])[];
  /** For each word those of a text that it finds, as they are written there. */
  readonly foundIn: (text: string) => readonly (readonly string[])[];
}

/** Terms of users' texts, for a search that ignores case, script and inflection. */
export interface TextWords {
  /** The terms of a text, separated by spaces. */
  index(text: string): string;
  /** Null if the text has no term. A word also finds the words that it begins. */
  query(text: string): TextQuery | null;
}

/** Shorter words would begin too many others. */
const MIN_PREFIX = 3;
/** The largest number of transliterations that a word is looked up under. */
const MOST_SPELLINGS = 6;

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, '')}'`;

const asPrefix = (word: string): string =>
  word.length < MIN_PREFIX ? quoted(word) : `${quoted(word)}:*`;

/** Without those that contain another one. */
const shortest = (spellings: readonly string[]): readonly string[] => {
  const forms = [...new Set(spellings.flatMap(formsOf))];
  return forms.filter((form) => !forms.some((other) => other !== form && form.includes(other)));
};

/** The part of a query for one word. */
const termsOf = (spellings: readonly string[]): string => {
  const terms = spellings.flatMap((each) => [asPrefix(each), quoted(stem(each))]);
  return `(${[...new Set(terms)].join(' | ')})`;
};

/** The word and its transliterations. */
const spellingsOf = (word: string): readonly string[] =>
  [{ text: word }, ...inOtherScript(word).slice(0, MOST_SPELLINGS)].map((each) => each.text);

const formsOf = (word: string): readonly string[] => [word, stem(word)];

/** As the sender wrote them; the browser marks the same (`highlight.ts`). */
const WRITTEN_WORDS = /[\p{L}\p{N}_]+/gu;

/** Whether one of the spellings finds a word with these forms, by the rules of `termsOf`. */
const isFoundBy = (spellings: readonly string[], forms: readonly string[]): boolean =>
  spellings.some((each) =>
    forms.some(
      (form) =>
        form === each ||
        form === stem(each) ||
        (each.length >= MIN_PREFIX && form.startsWith(each)),
    ),
  );

const foundIn =
  (words: readonly (readonly string[])[]) =>
  (text: string): readonly (readonly string[])[] => {
    const written = new Set(text.match(WRITTEN_WORDS));
    const forms = [...written].map((word) => ({
      word,
      forms: scan(word).flatMap((lexeme) => formsOf(lexeme.text)),
    }));
    return words.map((spellings) =>
      forms.filter((each) => isFoundBy(spellings, each.forms)).map(({ word }) => word),
    );
  };

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
    const words = scan(text).map(({ text: word }) => spellingsOf(word));
    if (words.length === 0) return null;
    const termsOfWords = words.map(termsOf);
    return {
      terms: termsOfWords.join(' & '),
      termsOfWords,
      parts: words.map(shortest),
      foundIn: foundIn(words),
    };
  },
};
