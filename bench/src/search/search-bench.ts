import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { generateDeals } from '@izgodno/server/features/demo/generate-deals.ts';
import { openDatabase } from '@izgodno/server/platform/database/database.ts';
import { migrate } from '@izgodno/server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import type { Schema } from '@izgodno/server/schema/schema.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { startProcess, untilSearchIsReady } from '../product-process.ts';
import { spread } from '../statistics.ts';
import { prepareFullText } from './full-text-search.ts';
import { runLoad, type LoadResult } from './load.ts';
import { byPopularity, createQueryMix, roundRobin, sampleDeals } from './query-mix.ts';

/** Two per core of the reference machine; more would only wait. */
const CONNECTIONS = 4;
const RUN_MS = 10_000;
const WARM_UP_MS = 8_000;
/**
 * After a start the index merges the segments of its snapshot; the measurement begins after that.
 */
const SETTLE_MS = 45_000;
const SEED = 20_261_121;

/** Benches keep their data between runs: a million deals are generated once. */
const cache = fileURLToPath(new URL('../../../.cache/bench', import.meta.url));

const prepareDeals = async (
  connectionString: string,
  size: number,
  say: BenchOptions['say'],
): Promise<void> => {
  await migrate(connectionString);
  const { database, pool } = openDatabase<Schema>({ connectionString });
  const { rows } = await pool.query('SELECT 1 FROM deals LIMIT 1');
  if (rows.length === 0) {
    await generateDeals({ database, pool, count: size, seed: SEED, onProgress: say });
    await pool.query('VACUUM ANALYZE');
  }
  await prepareFullText(pool, say);
  await database.destroy();
};

const summarise = (runs: readonly LoadResult[]) => ({
  requestsPerSecond: spread(runs.map((run) => run.requestsPerSecond)),
  p50Ms: spread(runs.map((run) => run.p50Ms)),
  p95Ms: spread(runs.map((run) => run.p95Ms)),
  p99Ms: spread(runs.map((run) => run.p99Ms)),
});

export const searchBench: Bench = {
  summary:
    'mixed searches over HTTP on a million deals, against PostgreSQL full text on the same path',
  async run({ size = 1_000_000, runs = 3, say }) {
    const directory = path.join(cache, `search-${size}`);
    await mkdir(directory, { recursive: true });
    const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
    try {
      await prepareDeals(postgres.connectionString, size, say);
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

        const measureLoad = async (kind: string, pick: () => string) => {
          await runLoad(server.url, pick, CONNECTIONS, WARM_UP_MS);
          const results: LoadResult[] = [];
          for (let run = 0; run < times; run += 1) {
            const result = await runLoad(server.url, pick, CONNECTIONS, RUN_MS);
            say(`${program}, ${kind}, run ${run + 1}: ${JSON.stringify(result)}`);
            results.push(result);
          }
          return summarise(results);
        };
        const popular = await measureLoad('by popularity', byPopularity(paths, SEED));
        const distinct = await measureLoad('all distinct', roundRobin(paths));
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
