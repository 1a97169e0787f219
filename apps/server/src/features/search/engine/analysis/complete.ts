import { inOtherScript } from '@izgodno/contract/common/transliteration';
import { boundedQuery } from './query-syntax.ts';
import { type Lexeme, scan } from './scanner.ts';
import { completionsOf, correctWord } from './spelling.ts';
import { inOtherLayouts } from './keyboard-layouts.ts';
import type { Vocabulary } from './types.ts';

/** A word that may occur in both scripts. */
interface WordInScripts {
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
const joinScripts = (words: readonly string[], typed: string): readonly WordInScripts[] => {
  const joined = new Map<string, WordInScripts>();
  for (const word of words) {
    const key = inCyrillic(word);
    const { first = word, shown = word } = joined.get(key) ?? {};
    const isAsTyped = isCyrillic(word) === isCyrillic(typed);
    joined.set(key, { first, shown: isAsTyped ? word : shown });
  }
  return [...joined.values()];
};

export interface Completion {
  /** The whole text typed, with its last word completed. */
  readonly text: string;
  /** The text before the completed word. */
  readonly before: string;
  /** The completed word as most deals spell it, possibly in the other script than `text`. */
  readonly commonest: string;
}

/** Vocabulary words read for each completion, because a word may occur in both scripts. */
const WORDS_EACH = 2;

const completeWith = (
  before: string,
  typed: string,
  vocabulary: Vocabulary,
  limit: number,
): readonly Completion[] =>
  joinScripts(completionsOf(typed, vocabulary, limit * WORDS_EACH), typed)
    .slice(0, limit)
    .map(({ shown, first }) => ({ text: before + shown, before, commonest: first }));

/** The text with its last word corrected, if no word begins as typed. */
const correctLast = (
  text: string,
  { text: typed, start, end, kind }: Lexeme,
  vocabulary: Vocabulary,
): readonly Completion[] => {
  const meant = kind === 'word' && end === text.length ? correctWord(typed, vocabulary) : null;
  if (meant === null) return [];
  const before = text.slice(0, start);
  return [{ text: before + meant, before, commonest: meant }];
};

/**
 * Completions of a query's last word, the most frequent first: words of either script with that
 * prefix; if there are none, words under both scripts' transliterations or another keyboard layout;
 * if there are none either, the nearest word. Empty if the text does not end in a word.
 */
export const completeQuery = (
  query: string,
  vocabulary: Vocabulary,
  limit: number,
): readonly Completion[] => {
  const text = boundedQuery(query);
  const last = scan(text).at(-1);
  if (last?.kind === 'number' && last.end === text.length) return [];
  if (last !== undefined && last.end === text.length) {
    const completed = completeWith(text.slice(0, last.start), last.text, vocabulary, limit);
    if (completed.length > 0) return completed;
  }
  for (const reading of inOtherLayouts(text)) {
    const word = scan(reading).at(-1);
    if (word?.kind !== 'word' || word.end !== reading.length) continue;
    const completed = completeWith(reading.slice(0, word.start), word.text, vocabulary, limit);
    if (completed.length > 0) return completed;
  }
  return last === undefined ? [] : correctLast(text, last, vocabulary);
};
