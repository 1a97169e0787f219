import type { Vocabulary } from './types.ts';

/**
 * The same function of a text, with its results kept for each vocabulary, which never changes. When
 * `limit` texts are kept, it forgets them.
 */
export const cachedByVocabulary = <Result>(
  limit: number,
  compute: (text: string, vocabulary: Vocabulary) => Result,
): ((text: string, vocabulary: Vocabulary) => Result) => {
  const cached = new WeakMap<Vocabulary, Map<string, Result>>();
  return (text, vocabulary) => {
    const results = cached.get(vocabulary) ?? new Map<string, Result>();
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text, vocabulary);
    if (results.size === limit) results.clear();
    cached.set(vocabulary, results.set(text, result));
    return result;
  };
};
