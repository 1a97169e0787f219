/** Where `text` stands, or would stand, in an ascending list, looked for from `from` on. */
export const lowerBoundOfText = (words: readonly string[], text: string, from = 0): number => {
  let low = from;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Comes after every string that begins with `prefix`, in code units. */
export const afterPrefix = (prefix: string): string => `${prefix}\uffff`;
