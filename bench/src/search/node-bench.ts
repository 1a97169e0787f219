import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import * as z from 'zod/mini';
import { listDeals } from '@izgodno/contract/search/calls';
import { generateDeals } from '@izgodno/server/features/demo/generate-deals.ts';
import { openDatabase } from '@izgodno/server/platform/database/database.ts';
import { migrate } from '@izgodno/server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import type { Schema } from '@izgodno/server/schema/schema.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { writeFeed } from '../generate-feed.ts';
import { importFeed } from '../import-feed.ts';
import { startProcess, untilSearchIsReady, type ProductProcess } from '../product-process.ts';
import { spread } from '../statistics.ts';
import { runLoad } from './load.ts';
import { createQueryMix, roundRobin, sampleDeals } from './query-mix.ts';

const CONNECTIONS = 4;
const RUN_MS = 10_000;
const WARM_UP_MS = 8_000;
const SEED = 20_261_121;
const IMPORTED = 200_000;
/** The index has merged when the process takes less than this share of one core for this time. */
const QUIET_SHARE = 0.05;
const QUIET_MS = 10_000;
/** Milliseconds between two searches for imported deals. */
const LOOK_MS = 10;

const program = 'apps/server/src/app/serve.ts';
/** Benches keep their data between runs. */
const cache = fileURLToPath(new URL('../../../.cache/bench', import.meta.url));

/** Seconds since a moment of `performance.now()`. */
const secondsSince = (began: number): number => Math.round((performance.now() - began) / 100) / 10;

const sizeSchema = z.tuple([z.object({ bytes: z.coerce.number() })]);

/** Fills an empty database. Returns what that took, null if it was full, and its size. */
const fillDatabase = async (connectionString: string, count: number, say: BenchOptions['say']) => {
  await migrate(connectionString);
  const { database, pool } = openDatabase<Schema>({ connectionString });
  const began = performance.now();
  const isEmpty = (await pool.query('SELECT 1 FROM deals LIMIT 1')).rows.length === 0;
  if (isEmpty) {
    await generateDeals({ database, pool, count, seed: SEED, onProgress: say });
    await pool.query('VACUUM ANALYZE');
  }
  const fillSeconds = isEmpty ? secondsSince(began) : null;
  const { rows } = await pool.query(`SELECT pg_total_relation_size('deals') AS bytes`);
  const [{ bytes }] = sizeSchema.parse(rows);
  await database.destroy();
  return { fillSeconds, dealsTableBytesADeal: Math.round(bytes / count) };
};

const untilQuiet = async (server: ProductProcess): Promise<void> => {
  for (;;) {
    const before = await server.cpuSeconds();
    await sleep(QUIET_MS);
    const after = await server.cpuSeconds();
    if (before === null || after === null) return;
    if ((after - before) * 1_000 < QUIET_SHARE * QUIET_MS) return;
  }
};

/** Seconds until the index answers and until it has merged, and the memory of the process. */
const measureStart = async (server: ProductProcess, say: BenchOptions['say']) => {
  const began = performance.now();
  await untilSearchIsReady(server.url);
  const indexReadySeconds = secondsSince(began);
  say(`The index is ready after ${indexReadySeconds} s`);
  await untilQuiet(server);
  const measures = {
    indexReadySeconds,
    mergedSeconds: secondsSince(began),
    processorSeconds: await server.cpuSeconds(),
    residentMegabytes: await server.residentMegabytes(),
    peakMegabytes: await server.peakMegabytes(),
  };
  say(JSON.stringify(measures));
  return measures;
};

const measureSearches = async (
  server: ProductProcess,
  pick: () => string,
  runs: number,
  say: BenchOptions['say'],
) => {
  await runLoad(server.url, pick, CONNECTIONS, WARM_UP_MS);
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await runLoad(server.url, pick, CONNECTIONS, RUN_MS));
    say(JSON.stringify(results.at(-1)));
  }
  return {
    requestsPerSecond: spread(results.map((result) => result.requestsPerSecond)),
    p50Ms: spread(results.map((result) => result.p50Ms)),
    p95Ms: spread(results.map((result) => result.p95Ms)),
    p99Ms: spread(results.map((result) => result.p99Ms)),
  };
};

/** New deals are imported while one connection searches. */
const measureImport = async (
  { url }: ProductProcess,
  pick: () => string,
  directory: string,
  environment: Readonly<Record<string, string>>,
) => {
  const feed = path.join(directory, 'feed.xml');
  await writeFeed(feed, { rows: IMPORTED });
  const source = `bench-${Date.now()}`;
  const countFound = async (): Promise<number> => {
    const response = await fetch(`${url}${listDeals.path}?source=${source}&limit=1`);
    return listDeals.response.parse(await response.json()).total;
  };
  const importing = importFeed(feed, source, environment);
  const over = new AbortController();
  const end = (): void => over.abort();
  void importing.then(end, end);
  const beside = [];
  while (!over.signal.aborted) beside.push(await runLoad(url, pick, 1, 1_000));
  const { seconds, peakMiB } = await importing;
  const ended = performance.now();
  while ((await countFound()) < IMPORTED) await sleep(LOOK_MS);
  const foundAfterMs = Math.round(performance.now() - ended);
  await rm(feed);
  return {
    newRowsPerSecond: Math.round(IMPORTED / seconds),
    importPeakMiB: Math.round(peakMiB),
    foundAfterMs,
    secondsOfSearchesBeside: beside.length,
    searchBesideP99Ms: spread(beside.map((result) => result.p99Ms)),
  };
};

export const nodeBench: Bench = {
  summary:
    'one process with ten million deals: its starts from PostgreSQL and from a snapshot, its memory, searches, an import',
  async run({ size = 10_000_000, runs = 3, say }) {
    const directory = path.join(cache, `node-${size}`);
    await mkdir(directory, { recursive: true });
    const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
    try {
      const database = await fillDatabase(postgres.connectionString, size, say);
      say(JSON.stringify(database));
      const pool = new Pool({ connectionString: postgres.connectionString });
      const pick = roundRobin(createQueryMix(await sampleDeals(pool), 20_000, SEED));
      await pool.end();
      const environment = {
        DATABASE_URL: postgres.connectionString,
        DATA_DIR: directory,
        DEMO_DATA: 'off',
      };
      const start = () => startProcess(program, { ...environment, PORT: '0' });

      await rm(path.join(directory, 'search'), { recursive: true, force: true });
      const first = await start();
      const fromDatabase = await measureStart(first, say);
      const searches = await measureSearches(first, pick, runs, say);
      const importing = await measureImport(first, pick, directory, environment);
      say(JSON.stringify(importing));
      await untilQuiet(first);
      const searchesAfterImport = await measureSearches(first, pick, 1, say);
      const residentMegabytes = await first.residentMegabytes();
      await first.stop();

      const again = await start();
      const fromSnapshot = await measureStart(again, say);
      const searchesFromSnapshot = await measureSearches(again, pick, 1, say);
      await again.stop();
      return {
        deals: size,
        connections: CONNECTIONS,
        secondsPerRun: RUN_MS / 1_000,
        runs,
        database,
        fromDatabase,
        searches,
        importing,
        searchesAfterImport,
        residentMegabytes,
        fromSnapshot,
        searchesFromSnapshot,
        aims: {
          indexReadyFromDatabaseSeconds: 240,
          indexReadyFromSnapshotSeconds: 10,
          newRowsPerSecond: 15_000,
        },
      };
    } finally {
      await postgres.stop();
    }
  },
};
