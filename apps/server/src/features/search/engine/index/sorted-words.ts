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
