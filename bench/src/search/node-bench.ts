import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import * as z from 'zod/mini';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import type { Bench, BenchOptions } from '../bench.ts';
import { untilFound } from '../finding.ts';
import { writeFeed } from '../generate-feed.ts';
import { importFeed } from '../import-feed.ts';
import { startProcess, untilSearchIsReady, type ProductProcess } from '../product-process.ts';
import { spread } from '../statistics.ts';
import { fillDatabase } from './fill-database.ts';
import { SEED } from './generated-index.ts';
import { CONNECTIONS, measureLoad, RUN_MS, runLoad } from './load.ts';
import { createQueryMix, roundRobin, sampleDeals } from './query-mix.ts';

const IMPORTED = 200_000;
/** The index has merged when the process takes less than this share of one core for this time. */
const QUIET_SHARE = 0.05;
const QUIET_MS = 10_000;

const program = 'apps/server/src/app/serve.ts';
/** Benches keep their data between runs. */
const cache = fileURLToPath(new URL('../../../.cache/bench', import.meta.url));

/** Seconds since a moment of `performance.now()`. */
const secondsSince = (began: number): number => Math.round((performance.now() - began) / 100) / 10;

const sizeSchema = z.tuple([z.object({ bytes: z.coerce.number() })]);

/** Bytes of the table of deals and its indexes. */
const dealsTableBytes = async (pool: Pool): Promise<number> => {
  const { rows } = await pool.query(`SELECT pg_total_relation_size('deals') AS bytes`);
  const [{ bytes }] = sizeSchema.parse(rows);
  return bytes;
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
  const importing = importFeed(feed, source, environment);
  const over = new AbortController();
  const end = (): void => over.abort();
  void importing.then(end, end);
  const beside = [];
  while (!over.signal.aborted) beside.push(await runLoad(url, pick, 1, 1_000));
  const { seconds, peakMiB } = await importing;
  const foundAfterMs = Math.round(await untilFound(url, source, IMPORTED));
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
      const { bytes, sample } = await fillDatabase(
        postgres.connectionString,
        size,
        say,
        async (pool) => ({ bytes: await dealsTableBytes(pool), sample: await sampleDeals(pool) }),
      );
      const pick = roundRobin(createQueryMix(sample, 20_000, SEED));
      const environment = {
        DATABASE_URL: postgres.connectionString,
        DATA_DIR: directory,
        DEMO_DATA: 'off',
      };
      const start = () => startProcess(program, { ...environment, PORT: '0' });

      await rm(path.join(directory, 'search'), { recursive: true, force: true });
      const first = await start();
      const fromDatabase = await measureStart(first, say);
      const searches = await measureLoad(first.url, pick, runs, say);
      const importing = await measureImport(first, pick, directory, environment);
      say(JSON.stringify(importing));
      await untilQuiet(first);
      const searchesAfterImport = await measureLoad(first.url, pick, 1, say);
      const residentMegabytes = await first.residentMegabytes();
      await first.stop();

      const again = await start();
      const fromSnapshot = await measureStart(again, say);
      const searchesFromSnapshot = await measureLoad(again.url, pick, 1, say);
      await again.stop();
      return {
        deals: size,
        connections: CONNECTIONS,
        secondsPerRun: RUN_MS / 1_000,
        runs,
        dealsTableBytesADeal: Math.round(bytes / size),
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
