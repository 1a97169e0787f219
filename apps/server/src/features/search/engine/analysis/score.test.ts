import { describe, expect, test } from 'vitest';
import { analyseDocument, scoreDocument, type AnalysedDocument } from './score.ts';
import { kindTerms } from './kinds.ts';
import type { Clause, QueryTerm, SearchField } from './types.ts';

/** An entry is `term:field@position`. */
const documentOf = (...entries: readonly string[]): AnalysedDocument => {
  const document = new Map<string, { field: SearchField; position: number }[]>();
  for (const entry of entries) {
    const [, term = '', field = '', position] = /^(\w+):(\w+)@(\d+)$/.exec(entry) ?? [];
    const known = document.get(term) ?? [];
    known.push({ field: fieldOf(field), position: Number(position) });
    document.set(term, known);
  }
  return document;
};

const fieldOf = (name: string): SearchField =>
  name === 'title' || name === 'brand' ? name : 'description';

const word = (...variants: readonly (readonly [string, number])[]): QueryTerm => ({
  variants: variants.map(([term, score]) => ({ term, score })),
});
const clause = (...words: readonly [QueryTerm, ...QueryTerm[]]): Clause => ({ words });
const query = (...alternatives: readonly (readonly Clause[])[]) => ({
  alternatives,
  correctedText: null,
  dropped: [],
});

describe('a word', () => {
  const tv = word(['tv', 100], ['screen', 70], ['absent', 90]);

  test.each([
    ['the heaviest field', documentOf('tv:title@0', 'tv:description@4'), 500],
    ['also where it comes later', documentOf('tv:description@0', 'tv:title@4'), 500],
    ['the best variant', documentOf('tv:title@0', 'screen:brand@1'), 560],
    ['also where it comes first', documentOf('tv:brand@0', 'screen:brand@1'), 800],
    ['nothing where no variant is present', documentOf('radio:title@0'), null],
  ])('scores %s', (_, document, score) => {
    expect(scoreDocument(query([clause(tv)]), document)).toBe(score);
  });
});

describe('a phrase', () => {
  const phrase = clause(word(['big', 100], ['huge', 60]), word(['tv', 90], ['screen', 40]));
  const score = (...entries: readonly string[]) =>
    scoreDocument(query([phrase]), documentOf(...entries));

  test.each([
    ['adjacent words', ['big:title@3', 'tv:title@4'], 950],
    ['the best variants', ['huge:title@3', 'big:title@3', 'screen:title@4', 'tv:title@4'], 950],
    ['a word that is elsewhere too', ['big:title@1', 'tv:brand@0', 'tv:title@2'], 950],
    [
      'the best place',
      ['big:title@3', 'tv:title@4', 'huge:description@0', 'tv:description@1'],
      950,
    ],
    ['a later place', ['big:title@9', 'huge:description@0', 'tv:description@1'], 300],
    ['no gap', ['big:title@3', 'tv:title@5'], null],
    ['no other order', ['big:title@3', 'tv:title@2'], null],
    ['no other field', ['big:title@3', 'tv:description@4'], null],
    ['no early place of a later field', ['big:brand@5', 'tv:title@0'], null],
    ['no half', ['big:title@3'], null],
  ])('scores %s', (_, entries, expected) => {
    expect(score(...entries)).toBe(expected);
  });
});

describe('a query', () => {
  const [tv, big] = [clause(word(['tv', 100])), clause(word(['big', 50]))];
  const document = documentOf('tv:title@0', 'big:brand@0');
  const radio = clause(word(['radio', 100]));

  test('adds up its clauses, all of which must match', () => {
    expect(scoreDocument(query([tv, big]), document)).toBe(900);
    expect(scoreDocument(query([tv, radio]), document)).toBeNull();
  });

  test('scores as its best alternative', () => {
    expect(scoreDocument(query([tv], [big], [radio]), document)).toBe(500);
    expect(scoreDocument(query([radio], [big], [tv, big]), document)).toBe(900);
    expect(scoreDocument(query([radio]), document)).toBeNull();
  });

  test('without words matches everything alike', () => {
    expect(scoreDocument(query(), document)).toBe(0);
  });
});

test('a document has the places of each term, in every field', () => {
  const document = analyseDocument({
    subject: '',
    brand: 'Sony',
    title: 'radio and radio',
    tags: '',
    category: '',
    ofCategory: 'other',
    ofKind: null,
    description: 'a Sony',
  });
  expect(document.get('sony')).toEqual([
    { field: 'brand', position: 0 },
    { field: 'description', position: 1 },
  ]);
  expect(document.get('radio')).toEqual([
    { field: 'title', position: 0 },
    { field: 'title', position: 2 },
  ]);
});

test('a document has its kind as a part of its category', () => {
  const document = analyseDocument({
    subject: '',
    brand: '',
    title: 'Sony X1',
    tags: '',
    category: '',
    ofCategory: 'other',
    ofKind: 'radio',
    description: '',
  });
  const terms = kindTerms('radio');
  expect(terms).not.toEqual([]);
  for (const term of terms)
    expect(document.get(term)).toEqual([{ field: 'category', position: 0 }]);
});

test('a phrase is found at once in a text that repeats a word', () => {
  const entries = Array.from({ length: 50_000 }, (_, position) => ({
    field: 'description' as const,
    position,
  }));
  const [first, ...others] = Array.from({ length: 16 }, () => word(['tv', 90]));
  const phrase = clause(first ?? word(), ...others);
  expect(scoreDocument(query([phrase]), new Map([['tv', entries]]))).toBe(16 * 90 * 2);
});
