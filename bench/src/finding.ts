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

const countFound = async (url: string): Promise<number> => {
  const response = await fetch(`${url}${listDeals.path}?source=${SOURCE}&limit=1`);
  return listDeals.response.parse(await response.json()).total;
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
    const ended = performance.now();
    for (;;) {
      if ((await countFound(product.url)) === accepted) return performance.now() - ended;
      if (performance.now() - ended > PATIENCE) {
        throw new Error(`Of ${accepted} deals only ${await countFound(product.url)} are found.`);
      }
      await sleep(INTERVAL);
    }
  } finally {
    await product.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
};
