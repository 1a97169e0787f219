import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { listDeals } from '@izgodno/contract/search/calls';
import { generateDeals } from '@izgodno/server/features/demo/generate-deals.ts';
import { openDatabase } from '@izgodno/server/platform/database/database.ts';
import { migrate } from '@izgodno/server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import type { Schema } from '@izgodno/server/schema/schema.ts';
import { findChromium } from '../../../scripts/find-chromium.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { freePort } from '../../../apps/server/test/free-port.ts';
import { startProcess, untilSearchIsReady, type ProductProcess } from '../product-process.ts';
import { measureInteractions } from './interactions.ts';
import { measurePage } from './lighthouse-runs.ts';
import { measureLoadedBytes } from './loaded-bytes.ts';
import { register, writeMessage } from './register.ts';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';

const SEED = 20_261_121;
const QUICK_SIZE = 10_000;
const main = 'apps/server/src/app/serve.ts';
/**
 * Waits until the index has merged its snapshot, as in a product that has been running for a while.
 */
const SETTLE_MS = 60_000;

/** Deals are generated once and kept between runs. */
const cache = fileURLToPath(new URL('../../../.cache/bench', import.meta.url));

const openBrowser = async (folder: string) => {
  const port = await freePort();
  const { executablePath, args } = await findChromium();
  const context = await chromium.launchPersistentContext(folder, {
    args: [...args, `--remote-debugging-port=${port}`],
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  return { context, port };
};

/** Fills a separate database with deals and starts the product on it. */
const startWithDeals = async (size: number, say: BenchOptions['say']) => {
  const directory = path.join(cache, `web-${size}`);
  await mkdir(directory, { recursive: true });
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  await migrate(postgres.connectionString);
  const { connectionString } = postgres;
  const { database, pool } = openDatabase<Schema>({ connectionString });
  const { rows } = await pool.query('SELECT 1 FROM deals LIMIT 1');
  if (rows.length === 0) {
    await generateDeals({ database, pool, count: size, seed: SEED, onProgress: say });
    await pool.query('VACUUM ANALYZE');
  }
  await database.destroy();
  const product = await startProcess(main, {
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: directory,
    DEMO_DATA: 'off',
    PORT: '0',
  });
  await untilSearchIsReady(product.url);
  return {
    product,
    stop: async () => {
      await product.stop();
      await postgres.stop();
    },
  };
};

const firstDeal = async ({ url }: ProductProcess): Promise<string> => {
  const response = await fetch(`${url}${listDeals.path}?limit=1`);
  const [deal] = listDeals.response.parse(await response.json()).items;
  if (deal === undefined) throw new Error('There is no deal to measure');
  return deal.id;
};

export const webBench: Bench = {
  summary:
    'Lighthouse (mobile) of the deals, a deal, the post form and the chat, bytes of each, and how quickly typing and filters answer with --size deals behind',
  async run({ size, runs, quick, say }) {
    const deals = size ?? (quick ? QUICK_SIZE : 1_000_000);
    const times = runs ?? (quick ? 1 : 5);
    const folder = await makeTemporaryFolder('izgodno-bench-web-');
    const { product, stop } = await startWithDeals(deals, say);
    const { context, port } = await openBrowser(folder);
    try {
      const page = await context.newPage();
      await setTimeout(SETTLE_MS);
      const interactions = await measureInteractions(page, product.url);
      say(`interactions: ${JSON.stringify(interactions)}`);

      const pages: Record<string, unknown> = {};
      // The last two are for members.
      const routes = {
        deals: '/deals',
        deal: `/deals/${await firstDeal(product)}`,
        post: '/post',
        chat: '/chat',
      };
      for (const [name, route] of Object.entries(routes)) {
        if (name === 'post') await register(page, product.url);
        if (name === 'chat') await writeMessage(page, product.url);
        const url = product.url + route;
        const bytes = await measureLoadedBytes(page, url);
        const applied = await measurePage(url, port, times, 'devtools');
        const simulated = await measurePage(url, port, times, 'simulate');
        pages[name] = { ...bytes, applied, simulated };
        say(`${name}: ${JSON.stringify(pages[name])}`);
      }
      return {
        deals,
        runs: times,
        interactions,
        pages,
        must: {
          javascriptBytesOfDeals: 115 * 1024,
          interactionsP95Ms: 100,
          scores: '98/100/100/100',
          largestContentfulPaintMs: 1_500,
          cumulativeLayoutShift: 0.02,
        },
      };
    } finally {
      await context.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
