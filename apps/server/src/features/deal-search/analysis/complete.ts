import { boundedQuery } from './query-syntax.ts';
import { scan } from './scanner.ts';
import { completionsOf } from './spelling.ts';
import { inOtherLayouts } from './keyboard-layouts.ts';
import type { Vocabulary } from './types.ts';

export interface Completion {
  /** The whole text typed, with its last word completed. */
  readonly text: string;
  /** The completed word. */
  readonly term: string;
}

/**
 * Ways to finish the last word of a query, the most frequent first: words of either script that
 * begin as typed, or as it would read under another keyboard layout where none does. Empty where the
 * text ends in no word.
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
    const before = text.slice(0, last.start);
    const terms = completionsOf(last.text, vocabulary, limit);
    if (terms.length > 0) return terms.map((term) => ({ text: before + term, term }));
  }
  for (const reading of inOtherLayouts(text)) {
    const word = scan(reading).at(-1);
    if (word?.kind !== 'word' || word.end !== reading.length) continue;
    const terms = completionsOf(word.text, vocabulary, limit);
    const before = reading.slice(0, word.start);
    if (terms.length > 0) return terms.map((term) => ({ text: before + term, term }));
  }
  return [];
};
