import { lowestWhere } from './lowest-where.ts';

/**
 * The index at which `text` is, or would be inserted, in the range from `from` to `to` of an
 * ascending list.
 */
export const lowerBoundOfText = (
  words: readonly string[],
  text: string,
  from = 0,
  to = words.length,
): number => {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The same from `from` on, faster if the index is near. */
export const lowerBoundNear = (words: readonly string[], text: string, from: number): number => {
  let low = from;
  let step = 1;
  while (low + step < words.length && (words[low + step] ?? '') < text) {
    low += step;
    step *= 2;
  }
  return lowerBoundOfText(words, text, low, Math.min(low + step, words.length));
};

/** Greater than every string with the prefix, in code units. */
export const afterPrefix = (prefix: string): string => `${prefix}\uffff`;

/** Words with this many first letters in common are a group. */
export const GROUP_LETTERS = 3;

/** Ascending words with their groups, so that a group is passed over without a look at its words. */
export class SortedWords {
  readonly words: readonly string[];
  /** Where each group begins. */
  readonly #groupStarts: Uint32Array;

  constructor(words: readonly string[]) {
    this.words = words;
    let letters: string | null = null;
    const starts: number[] = [];
    for (const [at, word] of words.entries()) {
      const first = word.slice(0, GROUP_LETTERS);
      if (first !== letters) starts.push(at);
      letters = first;
    }
    this.#groupStarts = Uint32Array.from(starts);
  }

  /** The first word behind the group of word number `at`. */
  endOfGroup(at: number): number {
    const starts = this.#groupStarts;
    const next = lowestWhere(0, starts.length, (group) => (starts[group] ?? 0) > at);
    return starts[next] ?? this.words.length;
  }
}
