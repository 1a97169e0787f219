/** Remembered texts of one function; a source has some thousands of words, names and categories. */
const MEMORY = 10_000;
/** Longer texts are computed each time; the longest path of Google's taxonomy has 223 characters. */
export const MAX_REMEMBERED_LENGTH = 250;

/** A text of its own, because a part of a feed keeps all of it in memory. */
const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/**
 * Remembers the last results of a function, because the deals of a source repeat their words, and
 * suggestions the names that they propose. Callers share the results and do not change them.
 */
export const remember = <Result extends string | number | null | Readonly<object>>(
  compute: (text: string) => Result,
): ((text: string) => Result) => {
  const results = new Map<string, Result>();
  return (text) => {
    if (text.length > MAX_REMEMBERED_LENGTH) return compute(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= MEMORY) results.clear();
    results.set(copyOf(text), result);
    return result;
  };
};
