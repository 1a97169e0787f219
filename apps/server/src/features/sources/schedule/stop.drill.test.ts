import { expect, test } from 'vitest';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import {
  countSlowRows,
  putSlowSource,
  SLOW_PAGES,
  slowCursor,
  slowSource,
} from '#test/slow-reader.ts';
import { createTestReader } from '#test/source-reader.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { declareSourceJobs, enqueueReading } from './source-jobs.ts';

const database = useTestDatabase();

const cursorOf = (): Promise<unknown> => slowCursor(database.current.database);

const statusesOf = async (): Promise<readonly string[]> => {
  const runs = await database.current.database
    .selectFrom('import_runs')
    .select('status')
    .where('source_id', '=', 'slow')
    .orderBy('id')
    .execute();
  return runs.map(({ status }) => status);
};

/** The background jobs of a process that waits before reading each page of the source. */
const startProcess = async (pause: number, log: string[]): Promise<Jobs> => {
  const logger = createLogger('info', { write: (line) => void log.push(line) });
  const jobs = createPgBossJobs({
    connectionString: database.current.connectionString,
    logger,
    pollSeconds: 0.5,
  });
  const kinds = new Map([['slow', slowSource(pause)]]);
  declareSourceJobs(jobs, createTestReader(database.current, { kinds, logger }));
  await jobs.start();
  return jobs;
};

test('a stopped reading is no failure: the next start resumes from the cursor', async () => {
  await putSlowSource(database.current.database);
  const log: string[] = [];
  // Longer, page by page, than a stop waits for its jobs.
  const stopped = await startProcess(1_000, log);
  await database.current.database
    .transaction()
    .execute((transaction) => enqueueReading(stopped, transaction, 'slow'));
  await expect.poll(() => cursorOf()).not.toBeNull();
  await stopped.stop();
  expect(await cursorOf()).not.toBeNull();
  expect(log.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 30, job: 'sources.read', msg: 'job interrupted by the stop, to be repeated' },
  ]);
  expect(log.join('')).not.toContain('stack');

  const next = await startProcess(0, log);
  try {
    await expect.poll(() => statusesOf()).toEqual(['failed', 'succeeded']);
  } finally {
    await next.stop();
  }
  expect(await cursorOf()).toBeNull();
  expect(await countSlowRows(database.current.database)).toEqual([
    { deals: SLOW_PAGES * 1_000, observations: SLOW_PAGES * 1_000 },
  ]);
  expect(log).toHaveLength(1);
});
