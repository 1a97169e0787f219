import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import type { Bench } from '../bench.ts';
import { spread } from '../statistics.ts';
import { buildGeneratedIndex, SEED } from './generated-index.ts';
import { createQueryMix, queryOf } from './query-mix.ts';

const WARM_UP = 1_500;
const SEARCHES_A_RUN = 4_000;

const cpuMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

export const indexBench: Bench = {
  summary: 'processor time of the deal index alone for a search, none asked for twice',
  async run({ size = 1_000_000, runs = 3, say }) {
    say(`Building an index of ${size} deals`);
    const { index, sample } = buildGeneratedIndex(size);
    const paths = createQueryMix(sample, WARM_UP + SEARCHES_A_RUN * runs * 2, SEED);
    const queries = [...new Set(paths)].map(queryOf);
    const searchAll = (from: number, to: number): void => {
      for (const query of queries.slice(from, to)) {
        index.search(query, DEAL_PAGE_LIMIT.default, null);
      }
    };
    searchAll(0, WARM_UP);
    const results: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const from = WARM_UP + run * SEARCHES_A_RUN;
      const began = cpuMilliseconds();
      searchAll(from, from + SEARCHES_A_RUN);
      results.push((cpuMilliseconds() - began) / SEARCHES_A_RUN);
      say(`run ${run + 1}: ${results.at(-1)} ms`);
    }
    return {
      deals: index.size,
      searchesPerRun: SEARCHES_A_RUN,
      runs,
      cpuMsPerSearch: spread(results),
    };
  },
};
