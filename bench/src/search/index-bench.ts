import { rm } from 'node:fs/promises';
import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import type { DealIndex } from '@izgodno/server/features/search/engine/index/deal-index.ts';
import {
  readSnapshot,
  writeSnapshot,
} from '@izgodno/server/features/search/engine/snapshot/snapshot.ts';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';
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

/** Milliseconds to write the index to a file, and to read it. */
const measureSnapshot = async (index: DealIndex) => {
  const folder = await makeTemporaryFolder('izgodno-bench-snapshot-');
  const position = { snapshot: '1:1:', timeline: '00000001' };
  const began = performance.now();
  await writeSnapshot(folder, 'bench', { index, position });
  const written = performance.now();
  const read = await readSnapshot(folder, 'bench');
  const end = performance.now();
  await rm(folder, { recursive: true, force: true });
  if (read?.index.size !== index.size) throw new Error('The snapshot is another index.');
  return {
    snapshotWriteMs: Math.round(written - began),
    snapshotReadMs: Math.round(end - written),
  };
};

export const indexBench: Bench = {
  summary:
    'processor time of the deal index alone for a search, none asked for twice; its build, merges and snapshot',
  async run({ size = 1_000_000, runs = 3, say }) {
    say(`Building an index of ${size} deals`);
    const { index, sample, buildMs, mergeMs } = buildGeneratedIndex(size);
    say(`Built in ${Math.round(buildMs)} ms, merged in ${Math.round(mergeMs)} ms`);
    const snapshot = await measureSnapshot(index);
    say(JSON.stringify(snapshot));
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
      buildDealsASecond: Math.round((size / buildMs) * 1_000),
      mergeMs: Math.round(mergeMs),
      ...snapshot,
      largestMemoryMiB: Math.round(process.resourceUsage().maxRSS / 1_024),
    };
  },
};
