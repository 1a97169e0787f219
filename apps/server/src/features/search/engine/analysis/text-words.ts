import { inOtherScript } from '@izgodno/contract/common/transliteration';
import { scan } from './scanner.ts';
import { stem } from './stem.ts';

/** The words of a search in users' texts. */
export interface TextQuery {
  /** The query for `to_tsquery('simple', …)`. */
  readonly terms: string;
  /** The part of `terms` for each word. */
  readonly termsOfWords: readonly string[];
  /**
   * For each word the strings one of which occurs in the terms of exactly those texts that have the
   * word, if a space is put before and after the terms. It is cheaper than to split them again.
   */
  readonly patterns: readonly (readonly string[])[];
  /** For each word those of a text that it finds, as they are written there. */
  readonly foundIn: (text: string) => readonly (readonly string[])[];
}

/** Terms of users' texts, for a search that ignores case, script and inflection. */
export interface TextWords {
  /** The terms of a text, separated by spaces. */
  index(text: string): string;
  /** Null if the text has no term. A word also finds the words that it begins; only the first twelve are looked for. */
  query(text: string): TextQuery | null;
}

/** Shorter words would begin too many others. */
const MIN_PREFIX = 3;
/** Words that a search looks for: it takes the time of all of them in each text that has all but the last. */
const MOST_WORDS = 12;
/** The largest number of transliterations that a word is looked up under. */
const MOST_SPELLINGS = 6;

const quoted = (word: string): string => `'${word.replaceAll(/['\\]/g, '')}'`;

const asPrefix = (word: string): string =>
  word.length < MIN_PREFIX ? quoted(word) : `${quoted(word)}:*`;

/** The part of a query for one word. */
const termsOf = (spellings: readonly string[]): string => {
  const terms = spellings.flatMap((each) => [asPrefix(each), quoted(stem(each))]);
  return `(${[...new Set(terms)].join(' | ')})`;
};

/** The same part as strings to look for, without those that begin with another one. */
const patternsOf = (spellings: readonly string[]): readonly string[] => {
  const beginnings = spellings.map((each) => (each.length < MIN_PREFIX ? ` ${each} ` : ` ${each}`));
  const patterns = [...new Set([...beginnings, ...spellings.map((each) => ` ${stem(each)} `)])];
  return patterns.filter(
    (pattern) => !patterns.some((other) => other !== pattern && pattern.startsWith(other)),
  );
};

/** The word and its transliterations. */
const spellingsOf = (word: string): readonly string[] =>
  [{ text: word }, ...inOtherScript(word).slice(0, MOST_SPELLINGS)].map((each) => each.text);

const formsOf = (word: string): readonly string[] => [word, stem(word)];

/** As the sender wrote them; the browser marks the same (`highlight.ts`). */
const WRITTEN_WORDS = /[\p{L}\p{N}_]+/gu;

/** Different words of a text that a search looks at, which takes a tenth of a second. */
const MOST_WRITTEN = 20_000;

/** Returns the indexes of the words of a search that find a form, by the rules of `termsOf`. */
const createFinder = (words: readonly (readonly string[])[]) => {
  const byForm = new Map<string, number[]>();
  const byBeginning = new Map<string, number[]>();
  for (const [index, spellings] of words.entries()) {
    for (const form of spellings.flatMap(formsOf))
      byForm.set(form, [...(byForm.get(form) ?? []), index]);
    for (const each of spellings)
      if (each.length >= MIN_PREFIX)
        byBeginning.set(each, [...(byBeginning.get(each) ?? []), index]);
  }
  const lengths = [...new Set(byBeginning.keys().map(({ length }) => length))];
  return (form: string): readonly number[] => [
    ...(byForm.get(form) ?? []),
    ...lengths.flatMap((length) => byBeginning.get(form.slice(0, length)) ?? []),
  ];
};

const foundIn = (words: readonly (readonly string[])[]) => {
  const find = createFinder(words);
  return (text: string): readonly (readonly string[])[] => {
    const found = words.map((): string[] => []);
    const written = new Set(text.match(WRITTEN_WORDS));
    for (const word of written.values().take(MOST_WRITTEN)) {
      const forms = scan(word).flatMap((lexeme) => formsOf(lexeme.text));
      for (const index of new Set(forms.flatMap(find))) found[index]?.push(word);
    }
    return found;
  };
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
    const words = scan(text)
      .slice(0, MOST_WORDS)
      .map(({ text: word }) => spellingsOf(word));
    if (words.length === 0) return null;
    const termsOfWords = words.map(termsOf);
    return {
      terms: termsOfWords.join(' & '),
      termsOfWords,
      patterns: words.map(patternsOf),
      foundIn: foundIn(words),
    };
  },
};
