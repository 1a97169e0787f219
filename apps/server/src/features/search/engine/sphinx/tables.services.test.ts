import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '@izgodno/contract/common/durations';
import type { SearchServers } from '#config/search-url.ts';
import { createInProcessBus } from '#platform/bus.ts';
import { systemClock } from '#platform/clock.ts';
import { createLogger } from '#platform/logger.ts';
import { aDeal, insertDeals, insertSources, updateDeal, type NewDeal } from '#test/deal-factory.ts';
import {
  hasSearchServer,
  startSearchServers,
  type SearchServerProcesses,
} from '#test/services/search-servers.ts';
import { untilWaiting } from '#test/lock-waits.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { everyDeal, type DealQuery, type DealSearchPage } from '../../deal-search.ts';
import { DealIndex } from '../index/deal-index.ts';
import {
  allPages,
  changingDeals,
  followChanges,
  someDeal,
  someQuery,
} from '#test/random-searches.ts';
import { openTablesServer, type TablesServer } from './connection.ts';
import { dialects } from './dialect.ts';
import { examineSearchServers } from './examine-servers.ts';
import { LiveWords } from './live-words.ts';
import { Shard } from './shard.ts';
import { TableDealSearch } from './table-deal-search.ts';
import { TableFeeder } from './table-feeder.ts';
import { readState } from './table-state.ts';
import { allDeals, STATE_TABLE } from './tables.ts';
import { examineTables, searchTables } from './tables-search.ts';

const postgres = useTestDatabase();
let processes: SearchServerProcesses;

const isInstalled = hasSearchServer();

const serverOf = (at: { readonly host: string; readonly port: number }): TablesServer =>
  openTablesServer({ ...at, user: '', password: '', deadline: 10_000, maxConnections: 2 });

const shardOf = (copies: SearchServers['shards'][number]): Shard =>
  new Shard(copies, { user: '', password: '', deadline: 10_000, maxConnections: 2 });

beforeAll(async () => {
  if (!isInstalled) return;
  await insertSources(postgres.current.database);
  processes = await startSearchServers();
});
// After a test that failed, they may be killed.
beforeEach(() => processes?.start());
afterAll(() => processes?.stop());

type Step =
  | { readonly kind: 'add'; readonly deals: readonly Partial<NewDeal>[] }
  | { readonly kind: 'change'; readonly which: number; readonly deal: Partial<NewDeal> }
  | { readonly kind: 'remove'; readonly which: number }
  | { readonly kind: 'search'; readonly query: DealQuery; readonly limit: number };

const someStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('add'),
      deals: fc.array(someDeal, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('change'), which: fc.nat(), deal: someDeal }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), which: fc.nat() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('search'),
      query: someQuery,
      limit: fc.integer({ min: 2, max: 6 }),
    }),
  },
);

/** Tables and an index that follow the same database. */
const createPair = async (front: TablesServer, feeder: TableFeeder) => {
  const { database } = postgres.current;
  const deals = await changingDeals(database, () => follow());
  const index = new DealIndex();
  const changes = await followChanges(database);
  let state = await feeder.load('a', 0, () => {});
  const words = new LiveWords(front, 'a');

  const follow = async (): Promise<void> => {
    await changes.applyTo(index);
    ({ state } = await feeder.follow(state));
    await words.refresh();
  };
  return {
    ...deals,
    index,
    async countInTables() {
      return (await examineTables(front, allDeals('a'))).size;
    },
    async search(query: DealQuery, limit: number) {
      const tables = { server: front, table: allDeals('a'), words };
      const found = await allPages(
        async (...call) => {
          const { warning, ...page } = await searchTables(tables, ...call);
          expect(warning).toBeNull();
          return page;
        },
        query,
        limit,
      );
      return {
        found,
        expected: await allPages(async (...call) => index.search(...call), query, limit),
      };
    },
  };
};

/** The score of a phrase does not know which of its words are together, so deals with phrases may be in another order. */
const isPhrase = ({ text, sort }: DealQuery): boolean =>
  sort === 'relevance' && /["-]|\d|machine/u.test(text);

/** What the pages contain, apart from the order of their deals. */
const inAnyOrder = (pages: readonly DealSearchPage[]) => ({
  ids: pages.flatMap(({ hits }) => hits.map(({ id, version }) => `${id}-${version}`)).toSorted(),
  counts: pages.map(({ total, facets, partial, correctedQuery, dropped }) => ({
    total,
    facets,
    partial,
    correctedQuery,
    dropped,
  })),
});

const take = async (pair: Awaited<ReturnType<typeof createPair>>, step: Step): Promise<void> => {
  switch (step.kind) {
    case 'add':
      return pair.add(step.deals);
    case 'change':
      return pair.update(step.which, step.deal);
    case 'remove':
      return pair.update(step.which, { deleted_at: '2026-05-03T00:00:00Z' });
    case 'search': {
      const { found, expected } = await pair.search(step.query, step.limit);
      if (isPhrase(step.query)) expect(inAnyOrder(found)).toEqual(inAnyOrder(expected));
      else expect(found).toEqual(expected);
    }
  }
};

test.runIf(isInstalled)('returns what the index returns, page by page', async () => {
  const front = serverOf(processes.servers.front);
  const shards = processes.servers.shards.map(shardOf);
  const { database } = postgres.current;
  const dialect = dialects.sphinx;
  const feeder = new TableFeeder({
    database,
    shards,
    dialect,
    clock: systemClock,
    digest: '',
    requireLead: () => {},
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(someStep, { minLength: 15, maxLength: 30, size: 'max' }),
      async (steps) => {
        const pair = await createPair(front, feeder);
        for (const step of steps) await take(pair, step);
        expect(await pair.countInTables()).toBe(pair.index.size);
      },
    ),
    { numRuns: 6 },
  );
  await Promise.all([front, ...shards].map((server) => server.close()));
});

const watch = (clock = systemClock): TableDealSearch => {
  const { database, pool } = postgres.current;
  const search = new TableDealSearch({
    servers: processes.servers,
    database,
    pool,
    bus: createInProcessBus(),
    clock,
    logger: createLogger('silent'),
    pollInterval: 20,
  });
  onTestFinished(() => search.close());
  return search;
};

const titled = (title: string) => ({ ...everyDeal, text: title });

/** The total of a search and whether it is of all deals. */
const totalOf = async (search: TableDealSearch, query: DealQuery) => {
  const { total, partial } = await search.search(query, 1, null);
  return { total, partial };
};
const all = (total: number) => ({ total, partial: false });

const becomes = async (search: TableDealSearch, query: DealQuery, total: number): Promise<void> => {
  await expect.poll(() => totalOf(search, query)).toEqual(all(total));
};
const becomesHealthy = async (search: TableDealSearch): Promise<void> => {
  await expect.poll(() => search.probe()).toMatchObject({ status: 'healthy' });
};

const emptyTables = async (): Promise<void> => {
  await sql`TRUNCATE deals CASCADE`.execute(postgres.current.database);
  for (const copies of processes.servers.shards) {
    const shard = shardOf(copies);
    await shard.query([dialects.sphinx.emptyTable(STATE_TABLE)]);
    await shard.close();
  }
};

/** A search of 20 deals with the title "Red sofa", with the id of the first. */
const searchOfSofas = async () => {
  await emptyTables();
  const { database } = postgres.current;
  const deals = Array.from({ length: 20 }, () => aDeal({ title: 'Red sofa' }));
  const [first = 0] = await insertDeals(database, deals);
  const search = watch();
  await becomesHealthy(search);
  await becomes(search, titled('sofa'), 20);
  return { database, first, search };
};

test.runIf(isInstalled)('survives the loss of a shard, and says it', async () => {
  const { database, first, search } = await searchOfSofas();
  expect(search.size).toBe(20);

  await processes.kill(1);
  await expect
    .poll(() => totalOf(search, titled('red sofa')))
    .toEqual({ total: 10, partial: true });
  await expect
    .poll(() => search.probe())
    .toMatchObject({ status: 'degraded', detail: expect.stringContaining('1 of 2 shards') });
  await updateDeal(database, first, { title: 'Blue chair' });
  expect(await search.lag()).toMatchObject({ deals: 1 });

  // With what it had before its crash, and what has changed since.
  await processes.start(1);
  await becomes(search, titled('chair'), 1);
  await becomes(search, titled('sofa'), 19);
  await becomesHealthy(search);
  for (const copy of processes.servers.shards.flat().map(serverOf)) {
    expect(await readState(copy)).toMatchObject({ generation: 'a' });
    await copy.close();
  }

  // Without any shard PostgreSQL serves.
  await Promise.all([processes.kill(0), processes.kill(1)]);
  await becomes(search, titled('red'), 19);
  await Promise.all([processes.start(0), processes.start(1)]);
  await becomesHealthy(search);
});

test.runIf(isInstalled)(
  'loses nothing with a copy of a shard, and says that it is away',
  async () => {
    const { database, first, search } = await searchOfSofas();

    await processes.kill(0, 1);
    for (let time = 0; time < 10; time += 1)
      expect(await totalOf(search, titled(`sofa${' '.repeat(time)}`))).toEqual(all(20));
    await expect
      .poll(() => search.probe())
      .toMatchObject({ status: 'degraded', detail: expect.stringContaining('copies of shards') });

    // Changes are searched meanwhile, with words that no deal had.
    const even = first + (first % 2);
    await updateDeal(database, even, { title: 'Purple rhinoceros' });
    await becomes(search, titled('rhinoceros'), 1);
    await becomes(search, titled('sofa'), 19);

    // Back again, the copy catches up, and replaces the other one.
    await processes.start(0, 1);
    await becomesHealthy(search);
    await processes.kill(0, 0);
    await becomes(search, titled('sofa'), 19);
    await becomes(search, titled('rhinoceros'), 1);
    // It has the word, too: an unfinished one is found among the words of the deals.
    const afterwards = watch();
    await expect.poll(() => afterwards.size).toBe(20);
    await becomes(afterwards, titled('rhinocer'), 1);
    await processes.start(0, 0);
    await becomesHealthy(search);
  },
);

test.runIf(isInstalled)('learns the words of a shard that was away when it started', async () => {
  await emptyTables();
  const { database } = postgres.current;
  const [first = 0] = await insertDeals(
    database,
    ['Red sofa', 'Blue chair'].map((title) => aDeal({ title })),
  );
  // Odd ids are on the shard with one copy. An unfinished word is found among the words of the deals.
  const away = titled(first % 2 === 1 ? 'sof' : 'chai');
  const former = watch();
  await becomesHealthy(former);
  await expect.poll(() => former.size).toBe(2);
  await former.close();

  await processes.kill(1);
  const search = watch();
  await expect.poll(() => search.size).toBe(1);
  expect(await totalOf(search, away)).toMatchObject({ total: 0 });
  await processes.start(1);
  await becomes(search, away, 1);
});

test.runIf(isInstalled)('the doctor asks every server that SEARCH_URL names', async () => {
  await searchOfSofas();
  const examine = () => examineSearchServers(processes.servers);
  expect(await examine()).toEqual({ away: [], isWhole: true, deals: 20 });
  const away = [expect.stringContaining('ECONNREFUSED')];
  await processes.kill(0, 1);
  // The front asks a copy some times until it knows that it is away.
  await expect.poll(examine).toEqual({ away, isWhole: true, deals: 20 });
  await processes.kill(1);
  expect(await examine()).toMatchObject({ isWhole: false });
});

test.runIf(isInstalled)('writes nothing of what it is reading when it is closed', async () => {
  await emptyTables();
  const { database } = postgres.current;
  await insertDeals(database, [aDeal({ title: 'Red sofa' })]);
  const search = watch();
  const closed = await database.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE deals IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    await untilWaiting(database, 1);
    return [search.close()];
  });
  await Promise.all(closed);
  for (const copy of processes.servers.shards.flat().map(serverOf)) {
    expect(await readState(copy)).toBeNull();
    await copy.close();
  }
});

test.runIf(isInstalled)('is not healthy while another process fills the tables', async () => {
  await emptyTables();
  const { database } = postgres.current;
  await insertDeals(database, [aDeal({ title: 'Red sofa' })]);
  const searches = [watch(), watch()];
  await database.transaction().execute(async (transaction) => {
    await sql`LOCK TABLE deals IN ACCESS EXCLUSIVE MODE`.execute(transaction);
    await untilWaiting(database, 1);
    await expect
      .poll(() => Promise.all(searches.map((search) => search.probe())))
      .toContainEqual({ status: 'degraded', detail: expect.stringContaining('another process') });
  });
  for (const search of searches) await becomesHealthy(search);
});

test.runIf(isInstalled)('counts the seconds behind by the clock of the process alone', async () => {
  const { database, first } = await searchOfSofas();
  const ahead = watch({ now: () => systemClock.now() + HOUR_MS });
  await becomesHealthy(ahead);
  await processes.kill(1);
  await updateDeal(database, first, { title: 'Blue chair' });
  const { deals, seconds } = await ahead.lag();
  expect(deals).toBe(1);
  expect(seconds).toBeLessThan(60);
});

test.runIf(isInstalled)('names a shard that has fallen silent within seconds', async () => {
  const { search } = await searchOfSofas();
  processes.freeze(1);
  await expect
    .poll(() => search.probe(), { timeout: 10_000 })
    .toMatchObject({ status: 'degraded', detail: expect.stringContaining('1 of 2 shards') });
  processes.thaw(1);
  await becomesHealthy(search);
});

test.runIf(isInstalled)('fills other tables while the present ones serve', async () => {
  await emptyTables();
  const { database } = postgres.current;
  await insertDeals(
    database,
    Array.from({ length: 8 }, () => aDeal({ title: 'Red sofa' })),
  );
  const [one, other] = [watch(), watch()];
  await becomesHealthy(one);
  await becomesHealthy(other);
  const [lost] = processes.servers.shards.flat().map(serverOf);
  if (lost === undefined) throw new Error('There is no shard.');
  onTestFinished(() => lost.close());
  expect(await readState(lost)).toMatchObject({ generation: 'a' });

  // A shard that has lost its tables is filled again, with all others. The process that writes may
  // have looked just before, and then stores the state once more.
  await expect
    .poll(async () => {
      expect(await totalOf(one, titled('sofa'))).toEqual(all(8));
      const state = await readState(lost);
      if (state?.generation === 'a') await lost.query([`DELETE FROM ${STATE_TABLE} WHERE id=1`]);
      return state;
    })
    .toMatchObject({ generation: 'b' });

  // Another process continues when the one that writes ends.
  await one.close();
  await insertDeals(database, [aDeal({ title: 'Green sofa' })]);
  await becomes(other, titled('sofa'), 9);
});
