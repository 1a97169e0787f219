import { boundedQuery } from './query-syntax.ts';
import { scan, type Lexeme } from './scanner.ts';
import { completionsOf, correctWord } from './spelling.ts';
import { inOtherLayouts } from './keyboard-layouts.ts';
import type { Vocabulary } from './types.ts';
import { joinScripts } from './words-in-both-scripts.ts';

export interface Completion {
  /** The whole text typed, with its last word completed. */
  readonly text: string;
  /** What stands before the completed word. */
  readonly before: string;
  /** The completed word as most deals spell it, perhaps in the other script than is shown. */
  readonly commonest: string;
}

/** Words looked at for each that is offered: it may stand in both scripts. */
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

/** The text with its last word as it was probably meant, where no word begins as typed. */
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
 * Ways to finish the last word of a query, the most frequent first: words of either script that
 * begin as typed, none in both, or as it would read under another keyboard layout where none does;
 * where none does so either, the word that was probably meant. Empty where the text ends in no word.
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
