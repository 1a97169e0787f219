import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import type { Bench } from './bench.ts';
import { volumes } from './sources/responses.ts';
import { measureFinding } from './finding.ts';
import { measureSources } from './sources/sources-bench.ts';
import { writeFeed } from './generate-feed.ts';
import { importFeed } from './import-feed.ts';
import { spread } from './statistics.ts';
import { makeTemporaryFolder } from '../../scripts/clean-up.ts';

const DEFAULT_SIZES = [200_000, 1_000_000];
const DEFAULT_RUNS = 3;
/** Imported before anything is measured, because the first import creates the tables. */
const FIRST_ROWS = 100;
/** Enough for the rates; only the whole bench measures memory at a million rows. */
const QUICK_SIZES = [200_000];
/** Read by the import command; the others are read by the schedule. */
const MERCHANT_FEED = 'merchant-feed';
/** How soon imported deals are found. */
const FINDING = 'finding';
const FINDING_ROWS = 200_000;
/** One row in ten has a new price in the feed of the "changed" measure. */
const REPRICE_EVERY = 10;

const measureSize = async (
  rows: number,
  runs: number,
  dataDirectory: string,
  say: (line: string) => void,
) => {
  const feed = path.join(dataDirectory, 'feed.xml');
  const repriced = path.join(dataDirectory, 'repriced.xml');
  await writeFeed(feed, { rows: FIRST_ROWS });
  await importFeed(feed, 'bench-first', { DATA_DIR: dataDirectory });
  await writeFeed(feed, { rows });
  await writeFeed(repriced, { rows, repriceEvery: REPRICE_EVERY });
  const measures = { new: feed, unchanged: feed, changed: repriced };
  const rates: Record<keyof typeof measures, number[]> = { new: [], unchanged: [], changed: [] };
  const peaks: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    for (const name of ['new', 'unchanged', 'changed'] as const) {
      const { seconds, peakMiB } = await importFeed(measures[name], `bench-${rows}-${run}`, {
        DATA_DIR: dataDirectory,
      });
      rates[name].push(rows / seconds);
      peaks.push(peakMiB);
      say(
        `${rows} rows, ${name}: ${Math.round(rows / seconds)} rows/s, peak ${Math.round(peakMiB)} MiB`,
      );
    }
  }
  return {
    rows,
    feedMiB: Math.round((await stat(feed)).size / 2 ** 20),
    newRowsPerSecond: spread(rates.new),
    unchangedRowsPerSecond: spread(rates.unchanged),
    oneInTenChangedRowsPerSecond: spread(rates.changed),
    peakRssMiB: spread(peaks),
  };
};

/** Every part, or the requested one. */
const partsOf = (only: string | undefined): readonly string[] => {
  const all = [MERCHANT_FEED, FINDING, ...Object.keys(volumes)];
  if (only === undefined) return all;
  if (!all.includes(only)) throw new Error(`--only: expected one of ${all.join(', ')}.`);
  return [only];
};

export const importBench: Bench = {
  summary:
    'rows a second and peak memory: the import command on a merchant feed, and every other connector; how soon deals are found',
  async run({ size, runs: given, only, quick, say }) {
    const parts = partsOf(only);
    const runs = given ?? (quick ? 1 : DEFAULT_RUNS);
    const usual = quick ? QUICK_SIZES : DEFAULT_SIZES;
    const dataDirectory = await makeTemporaryFolder('izgodno-bench-import-');
    const postgres = await startEmbeddedPostgres({
      directory: path.join(dataDirectory, 'postgres'),
    });
    try {
      const sizes = [];
      const rowCounts = size === undefined ? usual : [size];
      for (const rows of parts.includes(MERCHANT_FEED) ? rowCounts : []) {
        sizes.push(await measureSize(rows, runs, dataDirectory, say));
      }
      const foundAfterMs: number[] = [];
      for (let run = 0; parts.includes(FINDING) && run < runs; run += 1) {
        foundAfterMs.push(await measureFinding(size ?? FINDING_ROWS, dataDirectory));
        say(`found after ${Math.round(foundAfterMs.at(-1) ?? 0)} ms`);
      }
      const rows = Math.max(...rowCounts);
      const others = Object.keys(volumes).filter((name) => parts.includes(name));
      const connectors = await measureSources(postgres.connectionString, others, rows, say);
      return {
        runs,
        sizes,
        foundAfterImportMs: foundAfterMs.length === 0 ? null : spread(foundAfterMs),
        connectors: { rows, ...connectors },
        must: {
          newRowsPerSecond: 15_000,
          unchangedRowsPerSecond: 50_000,
          peakRssMiB: 300,
          foundAfterImportMs: 1_000,
        },
      };
    } finally {
      await postgres.stop();
      await rm(dataDirectory, { recursive: true, force: true });
    }
  },
};
