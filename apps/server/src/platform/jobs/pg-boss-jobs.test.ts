import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { TestClock } from 'pg-boss';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createLogger } from '#platform/logger.ts';
import { openNetwork } from '#test/breakable-network.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { defineJob, type Jobs } from './jobs.ts';
import { createPgBossJobs, type PgBossJobsOptions } from './pg-boss-jobs.ts';

const greet = defineJob({ name: 'test.greet', payload: z.object({ name: z.string() }) });

const numbered = defineJob({ name: 'test.numbered', payload: z.object({ number: z.int() }) });

const idleKind = (index: number) =>
  defineJob({ name: `test.idle-${index}`, payload: z.object({}) });

const database = useTestDatabase();
const running: Jobs[] = [];

afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
  await database.current.pool.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
});

/** A node's jobs; `prepare` registers its handlers. */
const startJobs = async (
  prepare: (jobs: Jobs) => void,
  options: Partial<PgBossJobsOptions> = {},
): Promise<Jobs> => {
  const jobs = createPgBossJobs({
    connectionString: database.current.connectionString,
    logger: createLogger('silent'),
    pollSeconds: 0.5,
    ...options,
  });
  prepare(jobs);
  running.push(jobs);
  await jobs.start();
  return jobs;
};

test('a job enqueued on one node runs once, on any node', async () => {
  const done: string[] = [];
  const prepare = (jobs: Jobs): void =>
    jobs.work(greet, async ({ name }) => void done.push(name), { concurrency: 2 });
  const first = await startJobs(prepare);
  await startJobs(prepare);
  const names = Array.from({ length: 12 }, (_, index) => `guest-${index}`);
  for (const name of names) await first.enqueue(greet, { name });
  await expect.poll(() => done.toSorted()).toEqual(names.toSorted());
});

test('jobs that wait for one that runs are run one after another, without pauses', async () => {
  const done: number[] = [];
  const pollSeconds = 600;
  const jobs = await startJobs(
    (node) => node.work(numbered, async ({ number }) => void done.push(number)),
    { pollSeconds },
  );
  const numbers = Array.from({ length: 20 }, (_, index) => index);
  for (const number of numbers) await jobs.enqueue(numbered, { number });
  await expect.poll(() => done).toEqual(numbers);
});

test('idle kinds are looked after by one statement', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => query.mockRestore());
  const statements = (part: string): number =>
    query.mock.calls.filter(([text]) => JSON.stringify(text).includes(part)).length;
  const kinds = Array.from({ length: 10 }, (_, index) => idleKind(index));
  await startJobs((node) => kinds.forEach((kind) => node.work(kind, async () => {})));
  // Each worker looks once when it starts.
  await expect.poll(() => statements('SKIP LOCKED')).toBeGreaterThanOrEqual(kinds.length);
  const before = statements('SKIP LOCKED');
  const looks = statements('unnest($1::text[]) AS kind');
  await expect
    .poll(() => statements('unnest($1::text[]) AS kind'))
    .toBeGreaterThanOrEqual(looks + 3);
  expect(statements('SKIP LOCKED') - before).toBeLessThan(kinds.length);
});

test('jobs of one group leave room for those of others', async () => {
  const begun: string[] = [];
  const end = Promise.withResolvers<void>();
  const jobs = await startJobs((node) =>
    node.work(
      greet,
      async ({ name }) => {
        begun.push(name);
        if (name.startsWith('slow')) await end.promise;
      },
      { concurrency: 2, groupConcurrency: 1 },
    ),
  );
  for (const name of ['slow-1', 'slow-2', 'slow-3'])
    await jobs.enqueue(greet, { name }, { group: 'slow' });
  for (const name of ['quick-1', 'quick-2'])
    await jobs.enqueue(greet, { name }, { group: 'quick' });
  await jobs.enqueue(greet, { name: 'alone' });
  const others = () => begun.filter((name) => !name.startsWith('slow')).toSorted();
  await expect.poll(others).toEqual(['alone', 'quick-1', 'quick-2']);
  expect(begun.filter((name) => name.startsWith('slow'))).toHaveLength(1);
  end.resolve();
  await expect.poll(() => begun.length).toBe(6);
});

test('a failed job is retried', async () => {
  let attempts = 0;
  const jobs = await startJobs((node) =>
    node.work(greet, async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('not yet');
    }),
  );
  await jobs.enqueue(greet, { name: 'Ана' });
  await expect.poll(() => attempts).toBe(2);
});

test('a job that failed for good is listed, and runs once more when asked', async () => {
  let works = false;
  const done: string[] = [];
  const jobs = await startJobs((node) =>
    node.work(greet, async ({ name }) => {
      if (!works) throw new Error('the mail server is away');
      done.push(name);
    }),
  );
  const at = new Date(Date.now() + 3_600_000);
  await jobs.enqueue(greet, { name: 'Ана' }, { startAfter: at });
  expect(await jobs.failures(10)).toEqual([]);
  await database.current.pool.query(
    'UPDATE pgboss.job SET start_after = now(), retry_limit = 0 WHERE name = $1',
    [greet.name],
  );
  await expect.poll(async () => (await jobs.failures(10)).length).toBe(1);
  const [failed] = await jobs.failures(10);
  expect(failed).toMatchObject({
    kind: greet.name,
    attempts: 1,
    error: 'the mail server is away',
  });
  expect(failed?.failedAt).toBeInstanceOf(Date);
  expect(await jobs.retry(crypto.randomUUID())).toBeNull();
  works = true;
  expect(await jobs.retry(failed?.id ?? '')).toBe(greet.name);
  await expect.poll(() => done).toEqual(['Ана']);
  expect(await jobs.failures(10)).toEqual([]);
  expect(await jobs.retry(failed?.id ?? '')).toBeNull();
});

test('an invalid payload reaches no handler', async () => {
  const seen: unknown[] = [];
  const failed = vi.fn<() => void>();
  const logger = createLogger('warn', { write: failed });
  const jobs = await startJobs((node) => node.work(greet, async (p) => void seen.push(p)), {
    logger,
  });
  await jobs.enqueue({ name: greet.name, payload: z.unknown() }, { name: 7 });
  await jobs.enqueue(greet, { name: 'Иво' });
  await expect.poll(() => seen).toEqual([{ name: 'Иво' }]);
  await expect.poll(() => failed).toHaveBeenCalled();
});

test('of the pending jobs with one key one is kept; those without a key all are', async () => {
  const done: string[] = [];
  const prepare = (jobs: Jobs): void =>
    jobs.work(greet, async ({ name }) => void done.push(name), { concurrency: 1 });
  const jobs = await startJobs(prepare);
  // In the future, so that none is due while they are enqueued.
  const startAfter = new Date(Date.now() + 24 * 3_600_000);
  await jobs.enqueue(greet, { name: 'first' }, { startAfter, singletonKey: 'k' });
  await jobs.enqueue(greet, { name: 'second' }, { startAfter, singletonKey: 'k' });
  await jobs.enqueue(greet, { name: 'other' }, { startAfter, singletonKey: 'l' });
  await jobs.enqueue(greet, { name: 'free' }, { startAfter });
  await jobs.enqueue(greet, { name: 'free' }, { startAfter });
  expect(done).toEqual([]);
  await database.current.pool.query('UPDATE pgboss.job SET start_after = now()');
  await expect.poll(() => done.toSorted()).toEqual(['first', 'free', 'free', 'other']);
});

test('a schedule enqueues once for all nodes', async () => {
  const start = Date.UTC(2026, 10, 21, 10, 0, 50);
  const clock = new TestClock(start);
  let passed = 0;
  const pass = async (ms: number): Promise<void> => {
    passed += ms;
    await clock.tick(ms);
  };
  const done: string[] = [];
  const prepare = (jobs: Jobs): void => {
    jobs.work(greet, async ({ name }) => void done.push(name));
    jobs.schedule(greet, '* * * * *', { name: 'by schedule' });
  };
  await startJobs(prepare, { clock });
  await startJobs(prepare, { clock });
  for (let minute = 1; minute <= 2; minute += 1) {
    await pass(60_000);
    await expect
      .poll(async () => {
        await pass(500);
        return done.length;
      })
      .toBeGreaterThanOrEqual(minute);
  }
  // However long the two nodes took: once for each full minute, including possibly the one before
  // the start.
  const minutes = Math.floor((start + passed) / 60_000) - Math.floor(start / 60_000) + 1;
  expect(done.length).toBeLessThanOrEqual(minutes);
});

test('work continues after the database was unavailable', async () => {
  const done: string[] = [];
  const jobs = await startJobs((node) =>
    node.work(greet, async ({ name }) => void done.push(name)),
  );
  await jobs.enqueue(greet, { name: 'later' }, { startAfter: new Date(Date.now() + 1_000) });
  const { pool } = database.current;
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = 'izgodno-jobs' AND datname = current_database()`;
  expect((await pool.query(cut)).rowCount).toBeGreaterThan(0);
  await expect.poll(() => done).toEqual(['later']);
  await jobs.enqueue(greet, { name: 'after' });
  await expect.poll(() => done).toEqual(['later', 'after']);
});

test('a job that is enqueued while the database is lost runs once', async () => {
  const network = await openNetwork(database.current.connectionString);
  const done: string[] = [];
  const prepare = (jobs: Jobs): void =>
    jobs.work(greet, async ({ name }) => void done.push(name), { concurrency: 2 });
  await startJobs(prepare);
  const enqueuing = await startJobs(() => {}, { connectionString: network.connectionString });
  await enqueuing.enqueue(greet, { name: 'before' });
  // The database has the job, but its response is lost.
  for (const name of ['first', 'second', 'third']) {
    network.breakAfter(1, 100);
    await enqueuing.enqueue(greet, { name });
  }
  await expect.poll(() => done.toSorted()).toEqual(['before', 'first', 'second', 'third']);
  network.close();
});

test('stop waits for running jobs, and signals those that take too long to end', async () => {
  const begun: string[] = [];
  const ended: string[] = [];
  const short = Promise.withResolvers<void>();
  const jobs = await startJobs((node) =>
    node.work(
      greet,
      async ({ name }, signal) => {
        begun.push(name);
        if (name === 'long') {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        } else {
          await short.promise;
        }
        ended.push(name);
      },
      { concurrency: 2 },
    ),
  );
  await jobs.enqueue(greet, { name: 'long' });
  await jobs.enqueue(greet, { name: 'short' });
  await expect.poll(() => begun.toSorted()).toEqual(['long', 'short']);
  const stopped = jobs.stop();
  short.resolve();
  await stopped;
  expect(ended).toEqual(['short', 'long']);
});

test('a database that is away does not fill the log', async () => {
  const network = await openNetwork(database.current.connectionString);
  onTestFinished(() => network.close());
  const lines: string[] = [];
  const kinds = Array.from({ length: 10 }, (_, index) => idleKind(index));
  const jobs = await startJobs((node) => kinds.forEach((kind) => node.work(kind, async () => {})), {
    connectionString: network.connectionString,
    logger: createLogger('warn', { write: (line: string) => void lines.push(line) }),
  });
  network.breakAfter(1, 4_000);
  await sleep(3_000);
  const logged = lines.filter((line) => line.includes('job queue'));
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.length).toBeLessThanOrEqual(5);
  await jobs.enqueue(idleKind(0), {});
});
