import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { withDatabase } from '#test/with-database.ts';
import { everyDeal } from '../../deal-search.ts';
import { everyId, shareRanges } from '../replica/id-ranges.ts';
import { Replica, type BuildTask, type LoadOptions, type OnProgress } from '../replica/replica.ts';
import { inBuilderThreads, type BuilderThreadsOptions } from './builder-threads.ts';

const DEALS = 300;
const postgres = useTestDatabase();
let ids: readonly number[];

beforeEach(async () => {
  const { database } = postgres.current;
  await sql`TRUNCATE sources CASCADE`.execute(database);
  await insertSources(database);
  ids = await insertDeals(
    database,
    Array.from({ length: DEALS }, (_, at) =>
      aDeal({
        title: `Sofa ${at % 7} of shop ${at % 30}`,
        source_id: at % 3 === 0 ? 'board' : 'shop',
        location_id: [null, null, 'varna', 'ruse', 'sofia'][at % 5] ?? null,
        posted_at: new Date(1_770_000_000_000 + ((at * 7_919) % 300) * 1_000).toISOString(),
      }),
    ),
  );
});

const threads = (options: Partial<BuilderThreadsOptions> = {}) =>
  inBuilderThreads({ connectionString: postgres.current.connectionString, most: 2, ...options });

const load = (options: Partial<LoadOptions> = {}, onProgress: OnProgress = () => true) =>
  Replica.load({ database: postgres.current.database, ...options }, onProgress);

const inThreads = (): Partial<LoadOptions> => ({
  builders: threads(),
  sizes: { segment: 10, range: 8 },
});

const task: BuildTask = {
  threads: 2,
  ranges: shareRanges([everyId]),
  segmentSize: 40,
  onRead: () => true,
  newReceiver: () => () => {},
};

/** Connections to the test's database besides its pool's, which are idle. */
const countConnections = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(
    postgres.current.database,
  );
  return (rows[0]?.count ?? 0) - postgres.current.pool.totalCount + 1;
};

const pagesOf = ({ index }: Replica) =>
  ['', 'sofa', 'sofa 3', '"shop 12"', 'shpo'].map((text) =>
    index.search({ ...everyDeal, text, sort: 'relevance' }, 100, null),
  );

test('threads build the index that one thread builds, and end', async () => {
  const progress: number[] = [];
  const [alone, together] = [
    await load(),
    await load(inThreads(), (done) => progress.push(done) > 0),
  ];
  if (alone === null || together === null) throw new Error('loading was cancelled');
  expect(together.index.segments.length).toBeGreaterThan(3);
  expect(pagesOf(together)).toEqual(pagesOf(alone));
  expect(progress.at(-1)).toBe(DEALS);
  await expect.poll(countConnections).toBe(0);
});

test('a deal that changes while threads build is found once, as it is afterwards', async () => {
  const { database } = postgres.current;
  const changing: Promise<unknown>[] = [];
  const replica = await load(inThreads(), () => {
    if (changing.length === 0)
      changing.push(
        ...[0, 150, 299].map((at) => updateDeal(database, ids[at] ?? 0, { title: 'Red chair' })),
        updateDeal(database, ids[10] ?? 0, { status: 'sold' }),
        insertDeals(database, [aDeal({ title: 'Blue chair' })]),
      );
    return true;
  });
  await Promise.all(changing);
  await replica?.follow();
  const totals = ['', 'chair', 'sofa'].map(
    (text) => replica?.index.search({ ...everyDeal, text }, 1, null).total,
  );
  expect(totals).toEqual([DEALS, 4, DEALS - 4]);
});

test('loading fails if a thread does, and is tried with fewer threads, at last with none; later loads have all', async () => {
  const { connectionString } = postgres.current;
  const builders = threads({
    connectionString: withDatabase(connectionString, 'no_such_database'),
  });
  await expect(load({ ...inThreads(), builders })).rejects.toThrow('no_such_database');
  const alone = await load({ ...inThreads(), builders });
  expect(alone?.index.size).toBe(DEALS);
  await expect(load({ ...inThreads(), builders })).rejects.toThrow('no_such_database');
});

test('if a thread cannot be started, the others end', async () => {
  let receivers = 0;
  let reads = 0;
  const building = threads().build({
    ...task,
    // So many that each thread has some.
    ranges: shareRanges(ids.map((id) => ({ after: id - 1, upTo: id }))),
    onRead: () => (reads += 1) > 0,
    newReceiver: () => {
      receivers += 1;
      if (receivers === 2) throw new Error('no room for another');
      return () => {};
    },
  });
  await expect(building).rejects.toThrow('no room for another');
  const before = reads;
  // Longer than a thread takes to start.
  await setTimeout(1_500);
  expect(reads).toBe(before);
});

test('loading fails if a thread does not respond; its connection ends with it', async () => {
  const lock = await postgres.current.pool.connect();
  await lock.query('BEGIN; LOCK TABLE deals IN ACCESS EXCLUSIVE MODE');
  await expect(threads({ patience: 400 }).build(task)).rejects.toThrow('does not respond');
  await lock.query('ROLLBACK');
  lock.release();
  await expect.poll(countConnections).toBe(0);
});

test('cancelling ends the threads', async () => {
  expect(await load(inThreads(), () => false)).toBeNull();
  await expect.poll(countConnections).toBe(0);
});
