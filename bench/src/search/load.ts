import { Pool } from 'undici';
import { ask } from '../ask.ts';
import type { BenchOptions } from '../bench.ts';
import { percentile, spread, type Spread } from '../statistics.ts';

export interface LoadResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
}

/**
 * Requests the paths of `pick` over keep-alive connections for a time; each waits for its response.
 */
export const runLoad = async (
  url: string,
  pick: () => string,
  connections: number,
  durationMs: number,
): Promise<LoadResult> => {
  const pool = new Pool(url, {
    connections,
    pipelining: 1,
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
  const latencies: number[] = [];
  const began = performance.now();

  const visitor = async (): Promise<void> => {
    while (performance.now() - began < durationMs) {
      const path = pick();
      const sent = performance.now();
      const status = await ask(pool, path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  const elapsed = performance.now() - began;
  await pool.close();
  return {
    requests: latencies.length,
    requestsPerSecond: Number(((latencies.length / elapsed) * 1_000).toPrecision(3)),
    p50Ms: percentile(latencies, 0.5),
    p95Ms: percentile(latencies, 0.95),
    p99Ms: percentile(latencies, 0.99),
  };
};

/** Two per core of the reference machine; more would only wait. */
export const CONNECTIONS = 4;
export const RUN_MS = 10_000;
const WARM_UP_MS = 8_000;

export type LoadSummary = Readonly<
  Record<'requestsPerSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms', Spread>
>;

/** Runs of `RUN_MS` each after one that is not measured. */
export const measureLoad = async (
  url: string,
  pick: () => string,
  runs: number,
  say: BenchOptions['say'],
): Promise<LoadSummary> => {
  await runLoad(url, pick, CONNECTIONS, WARM_UP_MS);
  const results: LoadResult[] = [];
  for (let run = 0; run < runs; run += 1) {
    const result = await runLoad(url, pick, CONNECTIONS, RUN_MS);
    say(`run ${run + 1}: ${JSON.stringify(result)}`);
    results.push(result);
  }
  return {
    requestsPerSecond: spread(results.map((result) => result.requestsPerSecond)),
    p50Ms: spread(results.map((result) => result.p50Ms)),
    p95Ms: spread(results.map((result) => result.p95Ms)),
    p99Ms: spread(results.map((result) => result.p99Ms)),
  };
};
