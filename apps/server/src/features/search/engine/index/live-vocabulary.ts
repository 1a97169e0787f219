import { mostFrequentFirst, type CountedWord } from '../analysis/most-frequent-first.ts';
import type { Vocabulary } from '../analysis/types.ts';
import type { Segment } from './segment.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** Terms whose frequencies are kept: a few megabytes. */
const CACHED_FREQUENCIES = 50_000;

/** The vocabulary of the live deals in the given segments, until one of these changes. */
export const createLiveVocabulary = (
  dictionary: TermDictionary,
  segments: readonly Segment[],
): Vocabulary => {
  const frequencyOf = (term: number): number => {
    let frequency = 0;
    for (const segment of segments) {
      const at = segment.findTerm(term);
      if (at >= 0) frequency += segment.liveFrequency(at);
    }
    return frequency;
  };

  // The ways to read a query, and the queries, ask for the same words again and again.
  const frequencies = new Map<string, number>();

  return {
    frequency(text) {
      const known = frequencies.get(text);
      if (known !== undefined) return known;
      let frequency = 0;
      for (const term of dictionary.find(text)) frequency += frequencyOf(term);
      if (frequencies.size === CACHED_FREQUENCIES) frequencies.clear();
      frequencies.set(text, frequency);
      return frequency;
    },

    startingWith(prefix, limit) {
      const best: CountedWord[] = [];
      for (const term of dictionary.beginningWith(prefix)) {
        // Counting the live postings takes time; the number of all postings is an upper bound.
        const worst = best.length < limit ? 1 : (best.at(-1)?.count ?? 1);
        if (dictionary.postingsOf(term) < worst) continue;
        const count = frequencyOf(term);
        if (count < worst) continue;
        const word = { word: dictionary.textOf(term), count };
        const at = best.findIndex((other) => mostFrequentFirst(word, other) < 0);
        best.splice(at < 0 ? best.length : at, 0, word);
        if (best.length > limit) best.pop();
      }
      return best.map(({ word }) => word);
    },

    near(text, maxEdits, limit) {
      const found: (CountedWord & { readonly edits: number })[] = [];
      for (const { term, edits } of dictionary.near(text, maxEdits)) {
        const count = frequencyOf(term);
        if (count > 0) found.push({ word: dictionary.textOf(term), count, edits });
      }
      return found
        .sort((a, b) => a.edits - b.edits || mostFrequentFirst(a, b))
        .slice(0, limit)
        .map(({ word, edits }) => ({ term: word, edits }));
    },
  };
};
