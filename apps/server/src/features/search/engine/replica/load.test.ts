import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { aDeal, insertDeals, insertSources, updateDeal } from '#test/deal-factory.ts';
import { allPages, someDeal, someQuery } from '#test/random-searches.ts';
import { useTemporaryFolders } from '#test/temporary-folders.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { everyDeal, type DealQuery } from '../../deal-search.ts';
import type { DealIndex } from '../index/deal-index.ts';
import { readSnapshot, writeSnapshot } from '../snapshot/snapshot.ts';
import { buildForeignSegments } from './build-segments.ts';
import { estimateDeals } from './changes.ts';
import { cutIds, everyId, rangesOfAll, shareRanges } from './id-ranges.ts';
import { Replica, type Builders, type LoadOptions } from './replica.ts';

/** Longer than any test: merges end in one step. */
const WHOLE_MERGE = 600_000;

const postgres = useTestDatabase();
const makeFolder = useTemporaryFolders();

beforeEach(async () => {
  const { database } = postgres.current;
  await sql`TRUNCATE sources CASCADE`.execute(database);
  await insertSources(database);
});

/** Builders that take turns in this thread. */
const builders = (most: number): Builders => ({
  most,
  build: async ({ threads, ranges, segmentSize, onRead, newReceiver }) => {
    const buildOwn = async (_: unknown, at: number): Promise<void> => {
      const receive = newReceiver();
      const steps = buildForeignSegments({
        database: postgres.current.database,
        nextRange: rangesOfAll(ranges),
        segmentSize,
        mostTerms: 8 * at,
      });
      for await (const { count, segment } of steps) {
        if (segment !== null) receive(segment);
        onRead(count);
      }
    };
    await Promise.all(Array.from({ length: threads }, buildOwn));
    return true;
  },
  onLoaded: () => {},
});

const load = async (options: Partial<LoadOptions> = {}): Promise<Replica> => {
  const { database } = postgres.current;
  const replica = await Replica.load({ database, ...options }, () => true);
  if (replica === null) throw new Error('loading was cancelled');
  return replica;
};

const someRow = fc.record({
  deal: someDeal,
  /** Between its id and the former one. */
  gap: fc.constantFrom(1, 1, 1, 2, 400, 5_000_000_000),
  fate: fc.constantFrom('', '', '', '', 'deleted', 'unreadable'),
});

type Row = typeof someRow extends fc.Arbitrary<infer Value> ? Value : never;

const insertRows = async (rows: readonly Row[]) => {
  const { database } = postgres.current;
  let id = 0;
  const ids = await insertDeals(
    database,
    rows.map(({ deal, gap, fate }) =>
      aDeal({
        ...deal,
        id: (id += gap),
        deleted_at: fate === 'deleted' ? '2026-05-01' : null,
      }),
    ),
  );
  const unreadable = ids.filter((_, at) => rows[at]?.fate === 'unreadable');
  await sql`UPDATE deals SET category = 'given-up', change_seq = nextval('deal_change_seq') WHERE id = ANY (${unreadable}::bigint[])`.execute(
    database,
  );
  return ids;
};

const everythingOf = async (
  index: DealIndex,
  ids: readonly number[],
  queries: readonly DealQuery[],
) => ({
  size: index.size,
  versions: ids.map((id) => index.versionOf(id)),
  pages: await Promise.all(
    queries.map((query) => allPages(async (...call) => index.search(...call), query, 7)),
  ),
  suggestions: ['s', 'sam', 'тел', 'coff', 'пра'].map((typed) => index.suggest(typed, 9)),
});

test('an index built in parts answers like one built in one piece, now and after changes', async () => {
  const { database } = postgres.current;
  const folder = await makeFolder();
  let mostParts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(someRow, { minLength: 12, maxLength: 50 }),
      fc.record({ segment: fc.integer({ min: 1, max: 9 }), range: fc.integer({ min: 1, max: 8 }) }),
      fc.integer({ min: 2, max: 4 }),
      fc.array(someQuery, { minLength: 3, maxLength: 8 }),
      fc.array(fc.record({ which: fc.nat(), deal: someDeal }), { maxLength: 8 }),
      async (rows, sizes, most, queries, changes) => {
        await sql`TRUNCATE deals CASCADE`.execute(database);
        const ids = await insertRows(rows);
        const whole = await load();
        const parts = await load({ sizes, builders: builders(most) });
        // One builder may take all live deals of a few.
        mostParts = Math.max(mostParts, parts.index.segments.length);
        const expectEqual = async (other: DealIndex) =>
          expect(await everythingOf(other, ids, queries)).toEqual(
            await everythingOf(whole.index, ids, queries),
          );
        await expectEqual(parts.index);

        for (const { which, deal } of changes)
          await updateDeal(database, ids[which % ids.length] ?? 0, deal);
        for (const replica of [whole, parts]) await replica.follow();
        await expectEqual(parts.index);
        await writeSnapshot(folder, 'v1', parts);
        const read = await readSnapshot(folder, 'v1');
        if (read !== null) await expectEqual(read.index);
        while (parts.index.mergeStep(WHOLE_MERGE));
        await expectEqual(parts.index);
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
  expect(mostParts).toBeGreaterThan(2);
});

test('ranges of ids have all deals between them, about as many each', async () => {
  const { database } = postgres.current;
  const ids = Array.from({ length: 400 }, (_, at) => (at < 200 ? at + 1 : at * 3_000_000_000));
  await insertDeals(
    database,
    ids.map((id) => aDeal({ id })),
  );
  const ranges = await cutIds(database, ids.length, 8);
  expect(ranges[0]?.after).toBe(everyId.after);
  expect(ranges.at(-1)?.upTo).toBe(everyId.upTo);
  for (const [at, { after }] of ranges.slice(1).entries()) expect(ranges[at]?.upTo).toBe(after);
  const sizes = ranges.map(
    ({ after, upTo }) => ids.filter((id) => id > after && id <= upTo).length,
  );
  expect(sizes).toHaveLength(50);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(9);
});

test('each range is taken once, in order', () => {
  const shared = shareRanges([
    { after: 0, upTo: 5 },
    { after: 5, upTo: 9 },
  ]);
  const [one, other] = [rangesOfAll(shared), rangesOfAll(shared)];
  expect([one(), other(), one(), other()]).toEqual([...shared.ranges, null, null]);
});

test('the number of deals is estimated before PostgreSQL has analysed the table', async () => {
  const { database } = postgres.current;
  await insertDeals(
    database,
    Array.from({ length: 2_000 }, () => aDeal()),
  );
  const estimate = await estimateDeals(database);
  expect(estimate).toBeGreaterThan(200);
  expect(estimate).toBeLessThan(20_000);
});

test('few deals are loaded by the calling thread', async () => {
  await insertDeals(postgres.current.database, [aDeal(), aDeal()]);
  const { index } = await load({
    builders: { ...builders(4), build: () => Promise.reject(new Error('not needed')) },
  });
  expect(index.search(everyDeal, 1, null).total).toBe(2);
});
