/** Remembered texts of one function; a source has some thousands of words, names and categories. */
const MEMORY = 10_000;

/** Remembers the last results of a function, because the deals of a source repeat their words. */
export const remember = <Result extends string | null>(
  compute: (text: string) => Result,
): ((text: string) => Result) => {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (results.size >= MEMORY) results.clear();
    results.set(text, result);
    return result;
  };
};
