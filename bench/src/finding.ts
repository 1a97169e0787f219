import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listDeals } from '@izgodno/contract/search/calls';
import { expectedCounts } from '../../apps/server/test/generate-feed.ts';
import { writeFeed } from './generate-feed.ts';
import { importFeed } from './import-feed.ts';
import { startProcess } from './product-process.ts';

const SOURCE = 'bench-found';
/** One row in a hundred with each kind of dirt. */
const DIRT_EVERY = 100;
/** Milliseconds between two searches for imported deals, and until they are given up. */
const INTERVAL = 10;
const PATIENCE = 120_000;

const countFound = async (url: string, source: string): Promise<number> => {
  const response = await fetch(`${url}${listDeals.path}?source=${source}&limit=1`);
  return listDeals.response.parse(await response.json()).total;
};

/** Milliseconds from now until all deals of a source are found. */
export const untilFound = async (url: string, source: string, deals: number): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const found = await countFound(url, source);
    const took = performance.now() - began;
    if (found === deals) return took;
    if (took > PATIENCE) throw new Error(`Of ${deals} deals only ${found} are found.`);
    await sleep(INTERVAL);
  }
};

/**
 * The time from the end of an import into an empty product until the last of its deals is found, in
 * milliseconds. The feed is dirty.
 */
export const measureFinding = async (rows: number, directory: string): Promise<number> => {
  const dataDirectory = path.join(directory, 'product');
  const feed = path.join(directory, 'dirty.xml');
  const options = { rows, dirtEvery: DIRT_EVERY };
  await writeFeed(feed, options);
  const { accepted } = expectedCounts(options);
  const product = await startProcess('apps/server/src/app/serve.ts', {
    DATA_DIR: dataDirectory,
    DEMO_DATA: 'off',
    PORT: '0',
  });
  try {
    await importFeed(feed, SOURCE, { DATA_DIR: dataDirectory });
    return await untilFound(product.url, SOURCE, accepted);
  } finally {
    await product.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
