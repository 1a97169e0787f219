import { rm } from 'node:fs/promises';
import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import type { DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';
import type { Bench } from '../bench.ts';
import { percentile, spread } from '../statistics.ts';
import { buildGeneratedIndex, searchableDeals, SEED } from './generated-index.ts';
import { Groonga } from './peers/groonga.ts';
import type { Peer } from './peers/peer.ts';
import { Sphinx } from './peers/sphinx.ts';
import { Sqlite } from './peers/sqlite.ts';
import { createQueryMix, queryOf } from './query-mix.ts';

const WARM_UP = 20;
const SEARCHES_A_RUN = 100;

/** Our index, asked as the peers are. */
const ourselves = (index: ReturnType<typeof buildGeneratedIndex>['index']): Peer => ({
  name: 'Izgodno',
  search: (query, limit) => Promise.resolve(index.search(query, limit, null).total),
  searchText: (text, limit) =>
    Promise.resolve(
      index.search({ ...queryOf('/api/deals'), text, sort: 'relevance', brief: true }, limit, null)
        .hits.length,
    ),
  close: () => Promise.resolve(),
});

/** Milliseconds of each search, one after the other, and how much they found in all. */
const measure = async (
  queries: readonly DealQuery[],
  ask: (query: DealQuery) => Promise<number>,
) => {
  const times: number[] = [];
  let found = 0;
  for (const query of queries) {
    const began = performance.now();
    found += await ask(query);
    times.push(performance.now() - began);
  }
  return { times, found };
};

const summarise = (
  runs: readonly { readonly times: readonly number[]; readonly found: number }[],
) => ({
  searchesASecond: spread(
    runs.map(({ times }) => (times.length * 1_000) / times.reduce((sum, time) => sum + time, 0)),
  ),
  p95Ms: spread(runs.map(({ times }) => percentile(times, 0.95))),
  found: runs.reduce((sum, { found }) => sum + found, 0),
});

export const peersBench: Bench = {
  summary:
    'the index beside SQLite FTS5, Groonga and Sphinx with the same deals: page, total and all counts, and words alone',
  async run({ size = 1_000_000, runs = 3, say }) {
    const folder = await makeTemporaryFolder('izgodno-bench-peers-');
    const { index, sample } = buildGeneratedIndex(size);
    const whole = WARM_UP + SEARCHES_A_RUN * runs;
    const queries = [...new Set(createQueryMix(sample, whole * 4, SEED))].map(queryOf);
    // Other words than those of the whole searches, which the index then knows.
    const withWords = queries.slice(whole).filter(({ text }) => text !== '');
    const openers = [
      () => Promise.resolve(ourselves(index)),
      () => Promise.resolve(new Sqlite(searchableDeals(size))),
      () => Groonga.open(folder, searchableDeals(size)),
      () => Sphinx.open(folder, searchableDeals(size)),
    ];
    const results: Record<string, object> = {};
    for (const open of openers) {
      const peer = await open();
      say(`${peer.name} has ${size} deals`);
      const search = (query: DealQuery) => peer.search(query, DEAL_PAGE_LIMIT.default);
      const searchText = ({ text }: DealQuery) => peer.searchText(text, DEAL_PAGE_LIMIT.default);
      await measure(queries.slice(0, WARM_UP), search);
      const wholeRuns = [];
      const wordRuns = [];
      for (let run = 0; run < runs; run += 1) {
        const from = WARM_UP + run * SEARCHES_A_RUN;
        wholeRuns.push(await measure(queries.slice(from, from + SEARCHES_A_RUN), search));
        const words = withWords.slice(run * SEARCHES_A_RUN, (run + 1) * SEARCHES_A_RUN);
        wordRuns.push(await measure(words, searchText));
      }
      results[peer.name] = { distinct: summarise(wholeRuns), wordsAlone: summarise(wordRuns) };
      say(`${peer.name}: ${JSON.stringify(results[peer.name])}`);
      await peer.close();
    }
    await rm(folder, { recursive: true, force: true });
    return { deals: size, searchesPerRun: SEARCHES_A_RUN, runs, engines: results };
  },
};
