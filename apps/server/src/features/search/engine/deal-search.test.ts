import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import { everyDeal, InvalidCursorError, type DealQuery } from '../deal-search.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { useTemporaryFolders } from '#test/temporary-folders.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { dealsChanged } from '#features/deals/api.ts';
import { IndexedDealSearch } from './deal-search.ts';

const postgres = useTestDatabase();
const makeFolder = useTemporaryFolders();
const bus = createInProcessBus();
let directory: string;
let search: IndexedDealSearch;
/** The health of the search at each failure of the index. */
let failures: string[];

const start = (threads = 2): IndexedDealSearch => {
  const url = new URL(postgres.current.connectionString);
  url.searchParams.set('application_name', 'index');
  return new IndexedDealSearch({
    connectionString: url.href,
    database: postgres.current.database,
    directory,
    threads,
    bus,
    clock: systemClock,
    logger: {
      info: () => {},
      warn: () => {},
      error: () => void failures.push(search.health().status),
    },
  });
};

const totalOf = async (text: string): Promise<number> =>
  (await search.search({ ...everyDeal, text }, 10, null)).total;

beforeEach(async () => {
  const { database } = postgres.current;
  await sql`TRUNCATE sources CASCADE`.execute(database);
  await insertSources(database);
  await insertDeals(database, [
    aDeal({ title: 'Red sofa', category: 'furniture' }),
    aDeal({ title: 'Blue sofa', category: 'furniture', brand: 'Sofia Design' }),
  ]);
  directory = await makeFolder();
  failures = [];
});

afterEach(() => search.close());

test('serves queries at once, and from the index when it is ready', async () => {
  search = start();
  expect(search.health().status).toBe('degraded');
  expect(await totalOf('sofa')).toBe(2);
  await search.ready;
  expect(search.health()).toEqual({ status: 'healthy' });
  expect(await totalOf('sofa')).toBe(2);
  expect(await totalOf('sofas')).toBe(2);
  await expect(search.search(everyDeal, 10, 'no cursor')).rejects.toThrow(InvalidCursorError);
});

test('finds a changed deal when notified, and without that too', async () => {
  search = start();
  await search.ready;
  await insertDeals(postgres.current.database, [aDeal({ title: 'Green sofa' })]);
  bus.publish(dealsChanged, {});
  await expect.poll(() => totalOf('sofa')).toBe(3);
  await insertDeals(postgres.current.database, [aDeal({ title: 'Grey sofa' })]);
  await expect.poll(() => totalOf('sofa')).toBe(4);
});

test('publishes changes made by another process', async () => {
  search = start();
  await search.ready;
  const { database } = postgres.current;
  const called = Promise.withResolvers<void>();
  const stop = bus.subscribe(dealsChanged, () => called.resolve());
  await insertDeals(database, [aDeal({ title: 'Green sofa' })]);
  await called.promise;
  stop();
  expect(await totalOf('sofa')).toBe(3);
});

test('suggests kinds of products, brands and categories', async () => {
  search = start();
  await search.ready;
  expect(await search.suggest('sof', 8)).toEqual([
    { text: 'sofa', kind: 'product', category: 'furniture', count: 2 },
    { text: 'Sofia Design', kind: 'brand', count: 1 },
    { text: 'Sofia', kind: 'location', count: 1 },
    { text: 'София', kind: 'location', count: 1 },
  ]);
  expect(await search.suggest('меб', 8)).toContainEqual({
    text: 'furniture',
    kind: 'category',
    count: 2,
  });
  expect((await search.suggest('chair, red so', 8))[0]).toMatchObject({ text: 'chair, red sofa' });
});

test('resumes from its snapshot, and catches up with later changes', async () => {
  search = start();
  await search.ready;
  await search.close();
  await insertDeals(postgres.current.database, [aDeal({ title: 'Later sofa' })]);
  search = start();
  await search.ready;
  expect(await totalOf('sofa')).toBe(3);
});

test('survives the loss of its connection to the database', async () => {
  search = start();
  await search.ready;
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'index'`.execute(
    postgres.current.database,
  );
  expect(await totalOf('sofa')).toBe(2);
  await insertDeals(postgres.current.database, [aDeal({ title: 'Green sofa' })]);
  await expect.poll(() => totalOf('sofa')).toBe(3);
  await expect.poll(() => search.health()).toEqual({ status: 'healthy' });
});

test('serves from PostgreSQL when the index thread dies, and starts another', async () => {
  search = start(1);
  await search.ready;
  // A number as a source's name makes the thread fail.
  const deadly: DealQuery = { ...everyDeal, source: JSON.parse('[5]') };
  expect((await search.search(deadly, 10, null)).total).toBe(0);
  expect(failures).toEqual(['degraded']);
  expect(await totalOf('sofa')).toBe(2);
  await expect.poll(() => search.health().status).toBe('healthy');
  expect(await totalOf('sofa')).toBe(2);
});
