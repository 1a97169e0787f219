import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import type { DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import type { SearchThread } from '@izgodno/server/features/search/engine/worker/search-thread.ts';
import type { Bench } from '../bench.ts';
import { spread } from '../statistics.ts';
import { buildGeneratedIndex, SEED } from './generated-index.ts';
import { createQueryMix, queryOf } from './query-mix.ts';
import { startReaderThreads } from './reader-threads.ts';

const WARM_UP = 1_000;
const SEARCHES_A_RUN = 2_000;
const MOST_THREADS = 2;
/** Searches that wait at each thread, so that none is idle between two. */
const WAITING = 4;

interface Measured {
  readonly perSecond: number;
  /** Milliseconds of processor time a search, in the main thread and in all others. */
  readonly mainMs: number;
  readonly threadsMs: number;
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

const searchAll = async (
  threads: readonly SearchThread[],
  queries: readonly DealQuery[],
): Promise<Measured> => {
  const began = performance.now();
  const before = { all: process.cpuUsage(), main: process.threadCpuUsage() };
  const left = queries.values();
  const work = async (thread: SearchThread): Promise<void> => {
    for (const query of left) await thread.search(query, DEAL_PAGE_LIMIT.default, null);
  };
  const workers = threads.flatMap((thread) => Array.from({ length: WAITING }, () => work(thread)));
  await Promise.all(workers);
  const mainMs = milliseconds(process.threadCpuUsage(before.main)) / queries.length;
  return {
    perSecond: (queries.length * 1_000) / (performance.now() - began),
    mainMs,
    threadsMs: milliseconds(process.cpuUsage(before.all)) / queries.length - mainMs,
  };
};

/** What a second thread gives, in turns with one. */
export const threadBench: Bench = {
  summary: 'distinct searches a second from one thread and from two that share the index',
  async run({ size = 200_000, runs = 3, say }) {
    say(`Building an index of ${size} deals`);
    const { index, sample } = buildGeneratedIndex(size);
    const { threads, close } = await startReaderThreads(index, MOST_THREADS);
    const needed = WARM_UP + SEARCHES_A_RUN * runs * MOST_THREADS;
    const queries = [...new Set(createQueryMix(sample, needed * 2, SEED))].map(queryOf);
    await searchAll(threads, queries.splice(0, WARM_UP));
    const measured = threads.map((): Measured[] => []);
    for (let run = 0; run < runs; run += 1) {
      for (const [at, results] of measured.entries()) {
        results.push(await searchAll(threads.slice(0, at + 1), queries.splice(0, SEARCHES_A_RUN)));
        say(`run ${run + 1}, ${at + 1} threads: ${JSON.stringify(results.at(-1))}`);
      }
    }
    await close();
    const spreadOf = (name: keyof Measured) =>
      measured.map((results) => spread(results.map((result) => result[name])));
    return {
      deals: index.size,
      searchesPerRun: SEARCHES_A_RUN,
      runs,
      searchesPerSecond: spreadOf('perSecond'),
      mainCpuMsPerSearch: spreadOf('mainMs'),
      threadCpuMsPerSearch: spreadOf('threadsMs'),
    };
  },
};
