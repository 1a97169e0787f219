import { describe, expect, it } from 'vitest';
import { measureDemo } from './demo-relevance.ts';
import { meanByGroup, ndcg } from './ndcg.ts';
import { createRanker } from './rank.ts';
import { readTestSet } from './test-set.ts';

/**
 * The reached values, less the weight of one query in a small group. Raise them when the search
 * improves.
 */
const floors = {
  all: 0.93,
  Bulgarian: 0.955,
  English: 0.895,
  'Latinised Bulgarian': 0.915,
  'Wrong keyboard layout': 0.915,
  'Inflected forms': 0.92,
  Typos: 0.96,
  'Numbers and units': 0.95,
  'Several words': 0.915,
  Phrases: 0.885,
} as const;

describe('relevance', () => {
  const { deals, queries } = readTestSet();
  const rank = createRanker(deals);
  const means = meanByGroup(
    queries,
    queries.map((query) => ndcg(query, rank(query.text))),
  );

  it('has enough judged queries', () => {
    expect(queries.length).toBeGreaterThanOrEqual(300);
    expect([...means.keys()]).toEqual(Object.keys(floors));
  });

  it.each(Object.entries(floors))('of %s stays at %d nDCG@10 or above', (group, floor) => {
    expect(means.get(group)).toBeGreaterThanOrEqual(floor);
  });
});

/** The least share of right deals in the first ten, by kind of query over the demo's deals. */
const demoFloors = {
  product: 0.97,
  price: 0.98,
  place: 0.98,
  order: 0.98,
  condition: 0.98,
  delivery: 0.98,
  filler: 1,
  room: 1,
  typo: 0.98,
  everyday: 0.98,
  Latinised: 0.97,
  layout: 0.97,
  mixed: 1,
  spoken: 0.97,
  inflected: 1,
  sentence: 0.97,
  foreign: 1,
  country: 1,
  brand: 1,
  nonsense: 1,
  compound: 1,
  size: 1,
  without: 1,
  alternatives: 1,
  area: 1,
  chip: 1,
  absent: 1,
  journey: 1,
  errand: 1,
  special: 1,
  phone: 1,
  category: 1,
  all: 0.99,
} as const;

describe('queries of shoppers', async () => {
  const judged = await measureDemo();

  it('are many, of every kind', () => {
    expect(judged.get('all')?.queries).toBeGreaterThanOrEqual(600);
    expect([...judged.keys()]).toEqual(Object.keys(demoFloors));
  });

  it('find something, and a correction never leads to nothing', () => {
    expect(judged.get('all')?.empty).toEqual([]);
    expect(judged.get('all')?.correctedInVain).toEqual([]);
  });

  it.each(Object.entries(demoFloors))('about %s find what is meant, at least %d', (kind, floor) => {
    expect(judged.get(kind)?.value).toBeGreaterThanOrEqual(floor);
  });
});

describe('nDCG', () => {
  const query = { group: '', text: '', grades: [0, 3, 1] };

  it('is 1 for the best order, less for another, 0 for nothing', () => {
    expect(ndcg(query, [1, 2, 0])).toBe(1);
    expect(ndcg(query, [2, 1])).toBeLessThan(1);
    expect(ndcg(query, [])).toBe(0);
  });
});
