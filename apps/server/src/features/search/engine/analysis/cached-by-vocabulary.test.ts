import { expect, test } from 'vitest';
import { createInMemoryVocabulary } from './in-memory-vocabulary.ts';
import { cachedByVocabulary } from './cached-by-vocabulary.ts';

test('a result is computed once for each vocabulary, and again after too many others', () => {
  const computed: string[] = [];
  const lengthOf = cachedByVocabulary(2, (text) => {
    computed.push(text);
    return text.length;
  });
  const [one, other] = [createInMemoryVocabulary([]), createInMemoryVocabulary([])];
  expect(['sofa', 'sofa', 'bed'].map((text) => lengthOf(text, one))).toEqual([4, 4, 3]);
  expect(computed).toEqual(['sofa', 'bed']);
  lengthOf('sofa', other);
  expect(computed).toEqual(['sofa', 'bed', 'sofa']);
  lengthOf('chair', one);
  expect(lengthOf('sofa', one)).toBe(4);
  expect(computed.slice(3)).toEqual(['chair', 'sofa']);
});
