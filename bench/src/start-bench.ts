import { rm } from 'node:fs/promises';
import type { Bench } from './bench.ts';
import { startProcess } from './product-process.ts';
import { spread } from './statistics.ts';
import { makeTemporaryFolder } from '../../scripts/clean-up.ts';

const main = 'apps/server/src/app/main.ts';

/** The time from the command to the first page and the first list of deals, in milliseconds. */
const timeToFirstPage = async (dataDirectory: string): Promise<number> => {
  const began = performance.now();
  const product = await startProcess(main, { DATA_DIR: dataDirectory, PORT: '0' });
  for (const route of ['/deals', '/api/deals']) {
    const response = await fetch(product.url + route);
    if (!response.ok) throw new Error(`${route} answered ${response.status}`);
    await response.arrayBuffer();
  }
  const took = performance.now() - began;
  await product.stop();
  return took;
};

export const startBench: Bench = {
  summary: 'from `npm start` on a built checkout to the first page: the first start and later ones',
  async run({ runs = 5, say }) {
    const first: number[] = [];
    const later: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const dataDirectory = await makeTemporaryFolder('izgodno-bench-start-');
      first.push(await timeToFirstPage(dataDirectory));
      later.push(await timeToFirstPage(dataDirectory));
      say(
        `run ${run + 1}: first ${Math.round(first.at(-1) ?? 0)} ms, later ${Math.round(later.at(-1) ?? 0)} ms`,
      );
      await rm(dataDirectory, { recursive: true, force: true });
    }
    const aims = { firstStartMs: 6_000, laterStartMs: 1_200 };
    return { runs, firstStartMs: spread(first), laterStartMs: spread(later), aims };
  },
};
