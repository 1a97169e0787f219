import { everyDeal, type DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import { Percolator } from '@izgodno/server/features/search/percolator.ts';
import { understandQuery } from '@izgodno/server/features/search/understanding/relax.ts';
import {
  passesFilters,
  setFiltersOf,
  type SetFilters,
} from '@izgodno/server/features/search/engine/filter-deal.ts';
import { findAmong } from '@izgodno/server/features/saved-searches/find-among.ts';
import type { Bench } from '../bench.ts';
import { spread } from '../statistics.ts';
import { buildGeneratedIndex, SEED, searchableDeals } from './generated-index.ts';
import { usedBytes } from './used-bytes.ts';
import { createRandom, queryOf } from './query-mix.ts';
import { categories } from '@izgodno/contract/deals/vocabulary';

/** Deals in the index that is asked whether a deal matches. */
const INDEXED = 100_000;
/** Changed deals of a run: the changes of a second. */
const CHANGED = 1_000;
/** Texts of a run that the index is asked for, to learn what each costs. */
const ASKED = 200;
/** The parts of searches for one model, of those without words, and of those with a highest price. */
const RARE = 0.95;
const WORDLESS = 0.01;
const PRICED = 0.5;

const modelIn = (title: string): string | undefined => /\b[A-Z]{2}-\d{4}\b/u.exec(title)?.[0];

/**
 * Searches as people save them: most are for one model of a product, the others for all of a brand, or
 * of a category in a town; half of them have a highest price.
 */
const savedQueries = (deals: readonly SearchableDeal[], count: number): readonly DealQuery[] => {
  const { next, pick } = createRandom(SEED);
  const sample = deals.filter(({ title }) => modelIn(title) !== undefined);
  const towns = deals.flatMap(({ location }) => location ?? []);
  return Array.from({ length: count }, () => {
    const query = new URLSearchParams();
    if (next() < WORDLESS) {
      query.set('category', pick(categories));
      query.set('location', pick(towns));
    } else {
      const { title } = pick(sample);
      const words = title.match(/[\p{L}\p{N}]{3,}/gu) ?? [];
      const isRare = next() < RARE;
      query.set('q', isRare ? `${words[0]} ${modelIn(title)}` : words.slice(0, 3).join(' '));
    }
    if (next() < PRICED) query.set('maxPrice', String(pick([50, 150, 300, 600, 1_500])));
    return understandQuery(queryOf(`/api/deals?${query.toString()}`));
  });
};

interface Search {
  readonly query: DealQuery;
  readonly filters: SetFilters;
}

/** How many searches some deals match for certain, and the texts that must be asked with those deals. */
const findMatches = (percolator: Percolator<Search>, deals: readonly SearchableDeal[]) => {
  let certain = 0;
  const possible = new Map<string, Set<SearchableDeal>>();
  for (const deal of deals) {
    for (const [searches, match] of percolator.find(deal)) {
      for (const { query, filters } of searches) {
        if (!passesFilters(filters, deal)) continue;
        if (match === 'certain') certain += 1;
        else possible.set(query.text, (possible.get(query.text) ?? new Set()).add(deal));
      }
    }
  }
  return { certain, possible };
};

export const percolationBench: Bench = {
  summary: 'saved searches matched with the changes of a second, without the database',
  async run({ size = 1_000_000, runs = 5, say }) {
    say(`Building an index of ${INDEXED} deals`);
    const { index } = buildGeneratedIndex(INDEXED);
    const search = {
      search: (query: DealQuery, limit: number, cursor: string | null) =>
        Promise.resolve(index.search(query, limit, cursor)),
      suggest: () => Promise.resolve([]),
    };
    const all = [...searchableDeals(INDEXED)];
    const deals = all.slice(-CHANGED * runs);
    say(`Understanding ${size} searches`);
    const queries = savedQueries(all, size);
    const percolator = new Percolator<Search>();
    const before = usedBytes();
    let began = performance.now();
    for (const query of queries) percolator.add(query, { query, filters: setFiltersOf(query) });
    const addingSeconds = (performance.now() - began) / 1_000;
    const bytesASearch = Math.round((usedBytes() - before) / queries.length);
    const finding: number[] = [];
    const asking: number[] = [];
    let [certain, asked, matches] = [0, 0, 0];
    for (let run = 0; run < runs; run += 1) {
      const changed = deals.slice(run * CHANGED, (run + 1) * CHANGED);
      began = performance.now();
      const found = findMatches(percolator, changed);
      finding.push(performance.now() - began);
      const some = [...found.possible].slice(0, ASKED);
      began = performance.now();
      for (const [text, possible] of some) {
        const query = { ...everyDeal, text, brief: true };
        matches += (await findAmong(search, query, [...possible])).length;
      }
      asking.push((performance.now() - began) / Math.max(1, some.length));
      certain += found.certain;
      asked += found.possible.size;
      say(
        `run ${run + 1}: ${finding.at(-1)} ms, ${found.certain} certain, ${found.possible.size} to ask`,
      );
    }
    return {
      searches: queries.length,
      addingSeconds,
      bytesASearch,
      changed: CHANGED,
      runs,
      findingMs: spread(finding),
      certainMatches: certain / runs,
      textsToAsk: asked / runs,
      askingMsEach: spread(asking),
      matchesOfAsked: matches / runs,
    };
  },
};
