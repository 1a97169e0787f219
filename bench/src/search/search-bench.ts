import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import type { Bench } from '../bench.ts';
import { startProcess, untilSearchIsReady } from '../product-process.ts';
import { fillDatabase } from './fill-database.ts';
import { prepareFullText } from './full-text-search.ts';
import { SEED } from './generated-index.ts';
import { CONNECTIONS, measureLoad, RUN_MS } from './load.ts';
import { byPopularity, createQueryMix, roundRobin, sampleDeals } from './query-mix.ts';

/**
 * After a start the index merges the segments of its snapshot; the measurement begins after that.
 */
const SETTLE_MS = 45_000;

/** Benches keep their data between runs: a million deals are generated once. */
const cache = fileURLToPath(new URL('../../../.cache/bench', import.meta.url));

export const searchBench: Bench = {
  summary:
    'mixed searches over HTTP on a million deals, against PostgreSQL full text on the same path',
  async run({ size = 1_000_000, runs = 3, say }) {
    const directory = path.join(cache, `search-${size}`);
    await mkdir(directory, { recursive: true });
    const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
    try {
      await fillDatabase(postgres.connectionString, size, say, (pool) =>
        prepareFullText(pool, say),
      );
      const pool = new Pool({ connectionString: postgres.connectionString });
      const paths = createQueryMix(await sampleDeals(pool), 20_000, SEED);
      await pool.end();
      const environment = {
        DATABASE_URL: postgres.connectionString,
        DATA_DIR: directory,
        DEMO_DATA: 'off',
        // The peer sends eight queries per search, and would otherwise wait for connections.
        DATABASE_POOL: '64',
        PORT: '0',
      };

      const measure = async (program: string, index: boolean, times: number) => {
        const server = await startProcess(program, environment);
        const began = performance.now();
        if (index) await untilSearchIsReady(server.url);
        const indexReadyAfterMs = Math.round(performance.now() - began);
        if (index) await sleep(SETTLE_MS);

        const measureSearches = (kind: string, pick: () => string) =>
          measureLoad(server.url, pick, times, (line) => say(`${program}, ${kind}, ${line}`));
        const popular = await measureSearches('by popularity', byPopularity(paths, SEED));
        const distinct = await measureSearches('all distinct', roundRobin(paths));
        const residentMegabytes = await server.residentMegabytes();
        await server.stop();
        return { popular, distinct, residentMegabytes, indexReadyAfterMs };
      };

      const ours = await measure('apps/server/src/app/serve.ts', true, runs);
      // Its searches take seconds, so one run is enough.
      const peer = await measure('bench/src/search/full-text-server.ts', false, 1);
      const ratio = (kind: 'popular' | 'distinct'): number =>
        Number(
          (ours[kind].requestsPerSecond.median / peer[kind].requestsPerSecond.median).toFixed(1),
        );
      return {
        deals: size,
        distinctSearches: paths.length,
        connections: CONNECTIONS,
        secondsPerRun: RUN_MS / 1_000,
        runs,
        ours,
        postgresFullText: peer,
        ratioRequestsPerSecond: { popular: ratio('popular'), distinct: ratio('distinct') },
        limits: { p95Ms: 15, requestsPerSecond: 1_000, ratio: 15 },
      };
    } finally {
      await postgres.stop();
    }
  },
};
