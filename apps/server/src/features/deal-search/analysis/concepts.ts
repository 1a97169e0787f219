import { stemMark } from './types.ts';
import { stem } from './stem.ts';
import { synonyms } from './synonyms.ts';

/** Marks the term that all names of one thing share; no word begins so. */
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

/** The term shared by all names of the thing a word names; by the word's stem. */
export const conceptOf = (stemmed: string): string | undefined => single.get(stemmed);

/** The same for two words side by side, given the first: by the second one's stem. */
export const conceptsFrom = (stemmed: string): ReadonlyMap<string, string> | undefined =>
  pairs.get(stemmed);
