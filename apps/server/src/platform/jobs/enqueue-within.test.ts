import { sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { afterCommit } from '#platform/database/after-commit.ts';
import type { Schema } from '#schema/schema.ts';
import { createLogger } from '#platform/logger.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { defineJob, type Jobs } from './jobs.ts';
import { createPgBossJobs } from './pg-boss-jobs.ts';

const greet = defineJob({ name: 'test.greet', payload: z.object({ name: z.string() }) });

const database = useTestDatabase();
const running: Jobs[] = [];
const done: string[] = [];

const startJobs = async (): Promise<Jobs> => {
  const jobs = createPgBossJobs({
    connectionString: database.current.connectionString,
    logger: createLogger('silent'),
    pollSeconds: 0.5,
  });
  jobs.work(greet, async ({ name }) => void done.push(name));
  running.push(jobs);
  await jobs.start();
  return jobs;
};

beforeEach(async () => {
  done.length = 0;
  await database.current.pool.query('CREATE TABLE greeted (name text)');
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  await database.current.pool.query('DROP SCHEMA pgboss CASCADE; DROP TABLE greeted');
});

/** A write with its job; `before` and `after` are what happens before and after the commit. */
const write = (
  jobs: Jobs,
  name: string,
  {
    before = async () => {},
    after = () => {},
  }: { before?: (transaction: Transaction<Schema>) => Promise<void>; after?: () => void },
): Promise<void> =>
  database.current.database.transaction().execute(async (transaction) => {
    afterCommit(transaction, 'death', after);
    await sql`INSERT INTO greeted VALUES (${name})`.execute(transaction);
    await jobs.enqueueWithin(transaction, greet, { name });
    await before(transaction);
  });

const greeted = async (): Promise<readonly unknown[]> => {
  const { rows } = await database.current.pool.query<{ name: string }>('SELECT name FROM greeted');
  return rows.map(({ name }) => name);
};

const pendingJobs = async (): Promise<number> => {
  const { rows } = await database.current.pool.query<{ count: number }>(
    `SELECT count(*) FROM pgboss.job WHERE name = '${greet.name}'`,
  );
  return rows[0]?.count ?? -1;
};

/** What PostgreSQL sees of a killed process. It waits for the end, because a commit could be first. */
const kill = async (transaction: Transaction<Schema>): Promise<void> => {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
  await database.current.pool.query('SELECT pg_terminate_backend($1, 10000)', [rows[0]?.pid]);
};

const throwDead = (): void => {
  throw new Error('dead');
};

test('a transaction that ends before its commit leaves neither the write nor the job', async () => {
  const jobs = await startJobs();
  await expect(
    write(jobs, 'thrown', { before: () => Promise.reject(new Error('dead')) }),
  ).rejects.toThrow('dead');
  await expect(write(jobs, 'killed', { before: kill })).rejects.toThrow(/terminat|not queryable/);
  expect(await greeted()).toEqual([]);
  expect(await pendingJobs()).toBe(0);
});

test('a process that ends right after the commit leaves both, and the job is run', async () => {
  const jobs = await startJobs();
  await expect(write(jobs, 'Ана', { after: throwDead })).rejects.toThrow('dead');
  expect(await greeted()).toEqual(['Ана']);
  await expect.poll(() => done).toEqual(['Ана']);
});

test('a job is run once its transaction has committed', async () => {
  const jobs = await startJobs();
  await write(jobs, 'Иво', {
    before: async () => {
      expect(await pendingJobs()).toBe(0);
      expect(done).toEqual([]);
    },
  });
  await expect.poll(() => done).toEqual(['Иво']);
});
