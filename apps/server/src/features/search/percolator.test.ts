import { demoDeals } from '@izgodno/demo/demo-deals';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyDeal, type DealQuery } from './deal-search.ts';
import { passesFilters, setFiltersOf } from './engine/filter-deal.ts';
import { DealIndex } from './engine/index/deal-index.ts';
import { searchableDemoDeal } from './engine/searchable-demo-deal.test-data.ts';
import { Percolator, type Match } from './percolator.ts';

const deals = demoDeals().map(searchableDemoDeal);
const index = new DealIndex();
index.apply(deals, []);

const aSource = deals[0]?.source ?? '';
/** Its towns are other locations. */
const DISTRICT = 'oblast-burgas';

const queryOf = (given: Partial<DealQuery>): DealQuery => ({ ...everyDeal, brief: true, ...given });

/** How each query is found for deals, by their ids. */
const percolate = (queries: readonly DealQuery[]): ReadonlyMap<DealQuery, Map<number, Match>> => {
  const percolator = new Percolator<Map<number, Match>>();
  const found = new Map(queries.map((query) => [query, new Map<number, Match>()] as const));
  for (const [query, matches] of found) percolator.add(query, matches);
  for (const deal of deals)
    for (const [values, match] of percolator.find(deal))
      for (const matches of values) matches.set(deal.id, match);
  return found;
};

const searched = (query: DealQuery): readonly number[] =>
  index.search(query, deals.length, null).hits.map(({ id }) => Number(id));

const titleWords = [...new Set(deals.flatMap(({ title }) => title.split(' ')))];
/** Words as people type them: whole, inflected, unfinished, in the other script, in names. */
const texts = [
  ...titleWords,
  ...titleWords.map((word) => word.slice(0, 4)),
  ...'да|може|ли|ми|си|не|matrak|6kaf'.split('|'),
  ...'laptop|кафемашина|kafem|чехъл|4ehal|велосип|washing-machine|ps5|wi-fi|айфон'.split('|'),
  ...'храна за кучета|washing machine|256 гб|13 m2|без торба|"офис стол"'.split('|'),
  ...'кола след 2015|мотор 2012-2018|2012-2018'.split('|'),
];
const textOfWords = fc
  .array(fc.constantFrom(...texts), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));
const textOfQuery = fc
  .array(textOfWords, { minLength: 1, maxLength: 2 })
  .map((alternatives) => alternatives.join(', '));

describe('a percolator', () => {
  test('finds every query that a deal matches as it is typed; certain matches are matches', () => {
    fc.assert(
      fc.property(fc.array(textOfQuery, { minLength: 200, maxLength: 200 }), (words) => {
        for (const [query, found] of percolate(words.map((text) => queryOf({ text })))) {
          const expected = new Set(searched(query));
          const missing = expected.difference(found);
          expect({ text: query.text, missing }).toEqual({ text: query.text, missing: new Set() });
          const certain = [...found].filter(([, match]) => match === 'certain').map(([id]) => id);
          const wrong = new Set(certain).difference(expected);
          expect({ text: query.text, wrong }).toEqual({ text: query.text, wrong: new Set() });
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  test('finds few other queries, and most matches for certain', () => {
    const titles = deals.filter(({ id }) => id % 11 === 0).map(({ title }) => title);
    const queries = titles.map((title) =>
      queryOf({ text: title.split(' ').slice(0, 2).join(' ') }),
    );
    let [matches, certain, possible] = [0, 0, 0];
    for (const [query, found] of percolate(queries)) {
      matches += searched(query).length;
      for (const match of found.values()) {
        if (match === 'certain') certain += 1;
        else possible += 1;
      }
    }
    expect(certain).toBeGreaterThan(matches * 0.6);
    expect(possible).toBeLessThan(matches);
  });

  describe('finds queries without words by their category and the rarest of their filters', () => {
    const rows = (
      [
        [{}, {}],
        [{ condition: ['new'] }, {}],
        [{ category: ['travel', 'food'] }, { category: ['travel', 'food'] }],
        [{ source: [aSource] }, { source: [aSource] }],
        [
          { category: ['imoti', 'travel'], location: ['varna'] },
          { category: ['imoti', 'travel'], location: ['varna'] },
        ],
        [{ location: [DISTRICT, 'plovdiv'] }, { location: [DISTRICT, 'plovdiv'] }],
        [{ brand: ['kumira'], location: ['varna'] }, { brand: ['kumira'] }],
      ] satisfies [Partial<DealQuery>, Partial<DealQuery>][]
    ).map(([given, rarest]) => ({ given, query: queryOf(given), rarest: queryOf(rarest) }));
    const found = percolate(rows.map(({ query }) => query));

    test.each(rows)('$given', ({ query, rarest }) => {
      const filters = setFiltersOf(rarest);
      const passing = deals.filter((deal) => passesFilters(filters, deal)).map(({ id }) => id);
      expect(passing.length).toBeGreaterThan(0);
      expect(Array.from(found.get(query)?.keys() ?? [])).toEqual(passing);
    });
  });

  test('no longer finds what is removed', () => {
    const percolator = new Percolator<string>();
    const queries = ['велосипед', 'лаптоп, велосипед', '', 'велосипед', ''].map((text) =>
      queryOf({ text }),
    );
    for (const [at, query] of queries.entries()) percolator.add(query, String(at));
    const some = deals.filter(({ title }) => /велосипед|лаптоп/iu.test(title)).slice(0, 20);
    const all = () => new Set(some.flatMap((deal) => [...percolator.find(deal).keys()].flat()));
    expect(all()).toEqual(new Set(['0', '1', '2', '3', '4']));
    for (const [at, query] of queries.entries()) {
      percolator.remove(query, String(at));
      expect(all().has(String(at))).toBe(false);
    }
    expect(all().size).toBe(0);
  });
});
