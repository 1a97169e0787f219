/** The index at which `text` is, or would be inserted, in an ascending list. */
export const lowerBoundOfText = (words: readonly string[], text: string): number => {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Greater than every string with the prefix, in code units. */
export const afterPrefix = (prefix: string): string => `${prefix}\uffff`;

/** Longer common beginnings are kept as this many letters. */
const MOST_SHARED = 255;

const sharedLength = (a: string, b: string): number => {
  const limit = Math.min(a.length, b.length, MOST_SHARED);
  let length = 0;
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
};

/** Ascending words, each with how many first letters it has in common with the one before. */
export class SortedWords {
  readonly words: readonly string[];
  readonly shared: Uint8Array;

  constructor(words: readonly string[]) {
    this.words = words;
    this.shared = Uint8Array.from(words, (word, at) => sharedLength(words[at - 1] ?? '', word));
  }
}
