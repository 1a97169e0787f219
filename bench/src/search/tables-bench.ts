import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import type { DealSearch } from '@izgodno/server/features/search/deal-search.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';
import { createSemaphore } from '@izgodno/server/platform/semaphore.ts';
import { openTablesServer } from '@izgodno/server/features/search/engine/sphinx/connection.ts';
import { dialects } from '@izgodno/server/features/search/engine/sphinx/dialect.ts';
import { LiveWords } from '@izgodno/server/features/search/engine/sphinx/live-words.ts';
import { Shard } from '@izgodno/server/features/search/engine/sphinx/shard.ts';
import { searchTables } from '@izgodno/server/features/search/engine/sphinx/tables-search.ts';
import {
  allDeals,
  dealsTable,
  wordsTable,
  writeDeals,
  writeWords,
} from '@izgodno/server/features/search/engine/sphinx/tables.ts';
import {
  startSearchServers,
  type SearchServerProcesses,
} from '../../../apps/server/test/services/search-servers.ts';
import type { Bench } from '../bench.ts';
import { measureDemo } from '../relevance/demo-relevance.ts';
import { createDemoSearch, demoHits } from '../relevance/demo-search.ts';
import { percentile } from '../statistics.ts';
import { buildGeneratedIndex, searchableDeals, SEED } from './generated-index.ts';
import { createQueryMix, queryOf } from './query-mix.ts';

const WRITTEN_AT_ONCE = 250;
const SEARCHES = 400;
const DEADLINE_MS = 60_000;

const options = { user: '', password: '', deadline: DEADLINE_MS, maxConnections: 2 };

const writeAll = async (
  shards: readonly Shard[],
  deals: readonly SearchableDeal[],
): Promise<void> => {
  for (const [index, shard] of shards.entries()) {
    for (const table of [dealsTable('a'), wordsTable('a')])
      await shard.query([dialects.sphinx.emptyTable(table)]);
    const words = new Set<string>();
    const here = deals.filter(({ id }) => id % shards.length === index);
    for (let at = 0; at < here.length; at += WRITTEN_AT_ONCE) {
      const { statement, terms } = writeDeals('a', here.slice(at, at + WRITTEN_AT_ONCE));
      await shard.query([statement]);
      const added = [...terms.difference(words)];
      if (added.length > 0) await shard.query([writeWords('a', added, 1)]);
      for (const word of added) words.add(word);
    }
  }
};

/** Searches tables that hold these deals. */
const searchOf = async (
  { servers }: SearchServerProcesses,
  deals: readonly SearchableDeal[],
): Promise<DealSearch> => {
  const shards = servers.shards.map((copies) => new Shard(copies, options));
  await writeAll(shards, deals);
  const front = openTablesServer({ ...servers.front, ...options });
  const words = new LiveWords(front, 'a');
  await words.refresh();
  // Judged queries are all asked at once.
  const one = createSemaphore(1);
  return {
    search: (...call) =>
      one.run(() => searchTables({ server: front, table: allDeals('a'), words }, ...call)),
    suggest: () => Promise.resolve([]),
  };
};

const measureSearches = async (processes: SearchServerProcesses, size: number) => {
  const deals = [...searchableDeals(size)];
  const began = performance.now();
  const search = await searchOf(processes, deals);
  const writtenASecond = size / ((performance.now() - began) / 1_000);
  const { index, sample } = buildGeneratedIndex(size);
  const queries = [...new Set(createQueryMix(sample, SEARCHES * 2, SEED))].slice(0, SEARCHES);
  const [tablesMs, indexMs]: [number[], number[]] = [[], []];
  let equal = 0;
  for (const query of queries.map(queryOf)) {
    const before = performance.now();
    const found = await search.search(query, DEAL_PAGE_LIMIT.default, null);
    const between = performance.now();
    const expected = index.search(query, DEAL_PAGE_LIMIT.default, null);
    tablesMs.push(between - before);
    indexMs.push(performance.now() - between);
    const isEqual =
      found.total === expected.total &&
      JSON.stringify([found.hits, found.facets]) ===
        JSON.stringify([expected.hits, expected.facets]);
    if (isEqual) equal += 1;
  }
  return {
    deals: size,
    writtenASecond: Math.round(writtenASecond),
    searches: queries.length,
    equalPages: equal,
    tablesMs: { p50: percentile(tablesMs, 0.5), p95: percentile(tablesMs, 0.95) },
    indexMs: { p50: percentile(indexMs, 0.5), p95: percentile(indexMs, 0.95) },
  };
};

const measureRelevance = async (processes: SearchServerProcesses) => {
  const byTables = createDemoSearch(await searchOf(processes, demoHits));
  const [tables, index] = [await measureDemo(byTables), await measureDemo()];
  const of = (judged: typeof index) => Number((judged.get('all')?.value ?? 0).toFixed(4));
  return { judgedQueries: index.get('all')?.queries, tables: of(tables), index: of(index) };
};

/** The search tables on two shards of Sphinx on this machine, against the index in this process. */
export const tablesBench: Bench = {
  summary: 'search tables of Sphinx against the index: relevance, equal pages, time of a search',
  async run({ size = 50_000, only, say }) {
    const processes = await startSearchServers();
    try {
      say('Judging the queries over the deals of the demo');
      const relevance = only === 'speed' ? null : await measureRelevance(processes);
      say(`Searching ${size} deals`);
      const speed = only === 'relevance' ? null : await measureSearches(processes, size);
      return { relevance, speed };
    } finally {
      await processes.stop();
    }
  },
};
