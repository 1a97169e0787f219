import { stemMark } from './types.ts';
import { stem } from './stem.ts';
import { synonyms } from './synonyms.ts';

/** Marks the term that all synonyms share; no word begins with it. */
const conceptMark = `${stemMark}=`;

const single = new Map<string, string>();
/** By the stem of the first word, then of the second. */
const pairs = new Map<string, Map<string, string>>();

for (const names of synonyms) {
  const concept = conceptMark + (names[0] ?? '');
  for (const name of names) {
    const [first = '', second] = name.split(' ').map(stem);
    if (second === undefined) single.set(first, concept);
    else pairs.set(first, (pairs.get(first) ?? new Map<string, string>()).set(second, concept));
  }
}

/** The term shared by the synonyms of a word, by the word's stem. */
export const conceptOf = (stemmed: string): string | undefined => single.get(stemmed);

/** The same for two adjacent words: by the stem of the second, given the first. */
export const conceptsFrom = (stemmed: string): ReadonlyMap<string, string> | undefined =>
  pairs.get(stemmed);
