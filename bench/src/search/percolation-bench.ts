import { setImmediate } from 'node:timers/promises';
import {
  everyDeal,
  type DealQuery,
  type DealSearch,
} from '@izgodno/server/features/search/deal-search.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import { Percolator } from '@izgodno/server/features/search/percolator.ts';
import { understandQuery } from '@izgodno/server/features/search/understanding/reading.ts';
import {
  passesFilters,
  setFiltersOf,
  type SetFilters,
} from '@izgodno/server/features/search/engine/filter-deal.ts';
import { oneAhead } from '@izgodno/server/platform/one-ahead.ts';
import { findAmong } from '@izgodno/server/features/saved-searches/find-among.ts';
import type { Bench } from '../bench.ts';
import { spread } from '../statistics.ts';
import { buildGeneratedIndex, SEED, searchableDeals } from './generated-index.ts';
import { startReaderThreads } from './reader-threads.ts';
import { measureStoredMatches } from './stored-matches-bench.ts';
import { usedBytes } from './used-bytes.ts';
import { createRandom, queryOf } from './query-mix.ts';
import { categories } from '@izgodno/contract/deals/vocabulary';

/** Deals in the index that is asked, in a thread of its own, whether a deal matches. */
const INDEXED = 100_000;
/** Changed deals of a page: the changes of a second. */
const CHANGED = 1_000;
/** Pages of a run. */
const PAGES = 4;
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

/** What some deals match. */
interface DealMatches {
  /** Searches that they match for certain. */
  readonly certain: number;
  /** The texts that must be asked with those deals. */
  readonly possible: ReadonlyMap<string, ReadonlySet<SearchableDeal>>;
}

const findMatches = async (
  percolator: Percolator<Search>,
  deals: readonly SearchableDeal[],
): Promise<DealMatches> => {
  let certain = 0;
  const possible = new Map<string, Set<SearchableDeal>>();
  for (const deal of deals) {
    // As a run does.
    await setImmediate();
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

const addAll = (percolator: Percolator<Search>, queries: readonly DealQuery[]) => {
  const before = usedBytes();
  const began = performance.now();
  for (const query of queries) percolator.add(query, { query, filters: setFiltersOf(query) });
  return {
    addingSeconds: (performance.now() - began) / 1_000,
    bytesASearch: Math.round((usedBytes() - before) / queries.length),
  };
};

interface Measured {
  readonly findingMs: number[];
  readonly askingMs: number[];
  readonly certain: number[];
  readonly texts: number[];
}

const matching = (percolator: Percolator<Search>, search: DealSearch, measured: Measured) => {
  async function* findPages(deals: readonly SearchableDeal[]) {
    for (let from = 0; from < deals.length; from += CHANGED) {
      const began = performance.now();
      const found = await findMatches(percolator, deals.slice(from, from + CHANGED));
      measured.findingMs.push(performance.now() - began);
      yield found;
    }
  }
  const ask = async ({ certain, possible }: DealMatches): Promise<void> => {
    const began = performance.now();
    for (const [text, deals] of possible)
      await findAmong(search, { ...everyDeal, text, brief: true }, [...deals]);
    measured.askingMs.push(performance.now() - began);
    measured.certain.push(certain);
    measured.texts.push(possible.size);
  };
  /** Milliseconds a page of changes. */
  return async (
    deals: readonly SearchableDeal[],
    inOrder: (pages: AsyncGenerator<DealMatches>) => AsyncGenerator<DealMatches>,
  ): Promise<number> => {
    const began = performance.now();
    for await (const found of inOrder(findPages(deals))) await ask(found);
    return (performance.now() - began) / (deals.length / CHANGED);
  };
};

export const percolationBench: Bench = {
  summary:
    'saved searches matched with the changes of a second, without the database or `--only database`',
  async run(options) {
    if (options.only === 'database') return measureStoredMatches(options);
    const { size = 1_000_000, runs = 5, say } = options;
    say(`Building an index of ${INDEXED} deals`);
    const { index } = buildGeneratedIndex(INDEXED);
    const { threads, close } = await startReaderThreads(index, 1);
    const [search] = threads;
    if (search === undefined) throw new Error('No thread has started.');
    const all = [...searchableDeals(INDEXED)];
    const deals = all.slice(-CHANGED * PAGES * 2 * runs);
    say(`Understanding ${size} searches`);
    const queries = savedQueries(all, size);
    const percolator = new Percolator<Search>();
    const added = addAll(percolator, queries);
    const measured = { findingMs: [], askingMs: [], certain: [], texts: [] };
    const oneByOne: number[] = [];
    const overlapping: number[] = [];
    const aPage = matching(percolator, search, measured);
    const aPageAhead = matching(percolator, search, { ...measured, findingMs: [], askingMs: [] });
    for (let run = 0; run < runs; run += 1) {
      const some = () => deals.splice(0, CHANGED * PAGES);
      oneByOne.push(await aPage(some(), (pages) => pages));
      overlapping.push(await aPageAhead(some(), oneAhead));
      say(
        `run ${run + 1}, a page: ${oneByOne.at(-1)} ms in turns, ${overlapping.at(-1)} overlapping`,
      );
    }
    await close();
    return {
      searches: queries.length,
      ...added,
      changed: CHANGED,
      runs,
      findingMs: spread(measured.findingMs),
      askingMs: spread(measured.askingMs),
      certainMatches: spread(measured.certain),
      textsToAsk: spread(measured.texts),
      oneByOneMs: spread(oneByOne),
      overlappingMs: spread(overlapping),
    };
  },
};
