import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyseDocument, scoreDocument } from '../analysis/score.ts';
import { searchableText } from '../analysis/searchable-text.ts';
import type { Clause, ParsedQuery } from '../analysis/types.ts';
import { dealsTitled } from './deals.test-data.ts';
import { createDictionaries } from './dictionaries.ts';
import { compileQuery, type CompiledAlternative } from './compiled-query.ts';
import { Matcher } from './matcher.ts';
import type { Segment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { simplifyQuery } from './simplify-query.ts';

// From words in every deal to words in one deal in a hundred.
const words = [
  'sofa',
  'sofas',
  '~sofa',
  'three',
  'softy',
  '~softi',
  'red',
  'blue',
  'armrests',
  '~armrest',
  'rare',
  'furniture',
  'мебели',
  'обзавеждане',
  'unknown',
];
const titles = [
  'Sofa for three',
  'Red sofas',
  'Blue red sofa red three',
  'Sofa sofas blue arm-rests',
];
const deals = dealsTitled(
  Array.from({ length: 200 }, (_, at) =>
    at % 100 === 7 ? 'Rare red thing' : (titles[at % titles.length] ?? ''),
  ),
);
const documents = deals.map((deal) => analyseDocument(searchableText(deal)));

const someWord = fc.record({
  variants: fc.array(
    fc.record({ term: fc.constantFrom(...words), score: fc.integer({ min: 1, max: 100 }) }),
    { minLength: 1, maxLength: 3 },
  ),
});
const someClause = fc
  .tuple(someWord, fc.array(someWord, { maxLength: 2 }))
  .map(([first, others]) => ({ words: [first, ...others] as const }));
const someQuery: fc.Arbitrary<ParsedQuery> = fc.record({
  alternatives: fc.array(fc.array(someClause, { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  correctedText: fc.constant(null),
  dropped: fc.constant([]),
});

test('scores every deal like the reference', () => {
  const dictionaries = createDictionaries();
  const builder = new SegmentBuilder(dictionaries);
  for (const deal of deals) builder.add(deal);
  const segment = builder.build();
  const matcher = new Matcher();
  fc.assert(
    fc.property(someQuery, (query) => {
      const matches = matcher.match(segment, compileQuery(query, dictionaries.terms));
      const found = new Map<number, number>();
      for (const [at, row] of matches.rows.slice(0, matches.count).entries()) {
        expect(found.has(segment.columns.ids.at(row))).toBe(false);
        found.set(segment.columns.ids.at(row), matches.scores[at] ?? 0);
      }
      const scores = documents.map((document) => scoreDocument(query, document));
      expect(deals.map(({ id }) => found.get(id) ?? null)).toEqual(scores);
    }),
    { numRuns: 500 },
  );
});

/** The words of phrases wherever they are. */
const apart = (clauses: readonly Clause[]): readonly Clause[] =>
  clauses.flatMap(({ words }) => words.map((word) => ({ words: [word] as const })));

/** The same clauses, and one of them again with its first word in one way only. */
const narrower = (clauses: readonly Clause[]): readonly Clause[] =>
  clauses.concat(
    clauses.slice(-1).map(({ words: [{ variants }] }) => ({
      words: [{ variants: variants.slice(0, 1) }] as const,
    })),
  );

const idsOf = (segment: Segment, query: readonly CompiledAlternative[]): readonly number[] => {
  const { rows, count } = new Matcher().match(segment, query);
  return Array.from(rows.subarray(0, count), (row) => segment.columns.ids.at(row));
};

test('finds the same deals without the words that only change scores', () => {
  const dictionaries = createDictionaries();
  const builder = new SegmentBuilder(dictionaries);
  for (const deal of deals) builder.add(deal);
  const segment = builder.build();
  fc.assert(
    fc.property(
      someQuery,
      fc.array(fc.constantFrom(apart, narrower), { maxLength: 2 }),
      ({ alternatives }, changes) => {
        const related = changes.flatMap((change) => alternatives.map(change));
        const query = { alternatives: [...alternatives, ...related] };
        const compiled = compileQuery(query, dictionaries.terms);
        expect(idsOf(segment, simplifyQuery(compiled))).toEqual(idsOf(segment, compiled));
      },
    ),
    { numRuns: 500 },
  );
});

const wordOf = (...terms: readonly string[]) => ({
  variants: terms.map((term) => ({ term, score: 100 })),
});

test('a phrase beside its words, and a word beside a narrower one, only change scores', () => {
  const dictionaries = createDictionaries();
  for (const word of words) dictionaries.terms.add(word);
  const [red, sofa, kind] = [wordOf('red'), wordOf('sofa', 'softy'), wordOf('softy')];
  const simplified = simplifyQuery(
    compileQuery(
      {
        alternatives: [
          [{ words: [red, sofa] }, { words: [kind] }],
          [{ words: [red] }, { words: [sofa] }, { words: [kind] }],
        ],
      },
      dictionaries.terms,
    ),
  );
  expect(simplified).toEqual(
    compileQuery({ alternatives: [[{ words: [red] }, { words: [kind] }]] }, dictionaries.terms),
  );
});

test('finds a phrase at once in a text that repeats a word', () => {
  const dictionaries = createDictionaries();
  const builder = new SegmentBuilder(dictionaries);
  const [deal] = dealsTitled(['Sofa']);
  if (deal !== undefined) builder.add({ ...deal, description: 'red '.repeat(60_000) });
  const segment = builder.build();
  const red = { variants: [{ term: 'red', score: 100 }] };
  const words = [red, ...Array.from({ length: 15 }, () => red)] as const;
  const phrase = compileQuery({ alternatives: [[{ words }]] }, dictionaries.terms);
  expect(new Matcher().match(segment, phrase)).toMatchObject({ count: 1 });
});
