import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  areaRanges,
  categories,
  conditions,
  roomCounts,
  sortOrders,
  sourceGroups,
} from '@izgodno/contract/deals/vocabulary';
import type { DealQuery, DealSearch, DealSearchPage } from '../../deal-search.ts';
import { aDeal, insertSources, type NewDeal, updateDeal } from '#test/deal-factory.ts';
import { useTemporaryFolders } from '#test/temporary-folders.ts';
import { readPosition, transactionsSince } from '#platform/database/transaction-position.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { createPostgresDealSearch } from '../postgres/postgres-search.ts';
import { readChangesAfter } from '../replica/changes.ts';
import { readSnapshot, writeSnapshot } from '../snapshot/snapshot.ts';
import { DealIndex } from './deal-index.ts';
import { someLimits } from './deals.test-data.ts';

const postgres = useTestDatabase();
const makeFolder = useTemporaryFolders();

beforeAll(() => insertSources(postgres.current.database));

const words = [
  'телефон',
  'телефони',
  'telefon',
  'лаптоп',
  'Samsung',
  'Galaxy',
  'S24',
  'калъф',
  'за',
  'червен',
  'червена',
  'coffee',
  'coffees',
  'machine',
  'Wi-Fi',
  '15.6"',
  '65',
  'кв.м',
  'apartament',
  'апартамент',
];
const typed = [...words, 'тлефон', 'samsng', 'gal', 'кафе', 'nothing', ','];

const someText = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(' '));

const someDeal = fc.record({
  title: someText,
  description: fc.oneof(fc.constant(''), someText),
  brand: fc.constantFrom(null, 'Samsung', 'SAMSUNG', 'Coffee'),
  brand_slug: fc.constantFrom(null, 'samsung', 'apple'),
  kind: fc.constantFrom(null, 'laptop', 'laptop-bag', 'no-longer-known'),
  tags: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  category: fc.constantFrom('electronics', 'furniture', 'imoti', 'other'),
  condition: fc.constantFrom('new', 'good'),
  source_id: fc.constantFrom('shop', 'board', 'trips'),
  location_id: fc.constantFrom(null, 'varna', 'ruse'),
  delivery_eur: fc.constantFrom(null, 0, 399),
  price_eur: fc.constantFrom(0, 499, 500, 501, 2_000, 100_000_00),
  details: fc.constantFrom(
    null,
    '{"kind":"fare","type":"flight"}',
    '{"kind":"real-estate","area":40,"rooms":2,"offer":"rent"}',
    '{"kind":"real-estate","area":39.9,"rooms":5}',
    '{"kind":"real-estate","area":1200,"rooms":12,"offer":"sale"}',
  ),
  discount_percent: fc.constantFrom(null, 10, 50),
  popularity: fc.constantFrom(0, 0, 1, 7),
  rating: fc.constantFrom(null, 0, 30, 45),
  availability: fc.constantFrom('in_stock', 'preorder'),
  status: fc.constantFrom('active', 'active', 'active', 'sold'),
  posted_at: fc.constantFrom(
    '2026-05-01T10:00:00.000001Z',
    '2026-05-01T10:00:00.000002Z',
    '2026-05-02T10:00:00Z',
    '2026-05-08T23:59:59Z',
    '2026-05-09T00:00:00Z',
  ),
} satisfies { [Column in keyof NewDeal]?: fc.Arbitrary<NewDeal[Column]> });

const someOf = <Value>(...values: readonly Value[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<readonly Value[]>([]) },
    {
      weight: 1,
      arbitrary: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
    },
  );
const maybe = (...values: readonly number[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );

const someQuery: fc.Arbitrary<DealQuery> = fc.record({
  raw: fc.boolean(),
  text: fc.oneof(
    fc.constant(''),
    fc
      .array(fc.constantFrom(...typed), { minLength: 1, maxLength: 4 })
      .map((list) => list.join(' ')),
    fc
      .array(fc.constantFrom(...words), { minLength: 2, maxLength: 3 })
      .map((list) => `"${list.join(' ')}"`),
  ),
  category: someOf(...categories),
  source: someOf('shop', 'board', 'nobody'),
  group: someOf(...sourceGroups),
  condition: someOf(...conditions),
  brand: someOf('samsung', 'apple', 'nobody'),
  brands: fc.boolean(),
  offer: someOf('sale', 'rent'),
  rooms: someOf(...roomCounts),
  area: someOf(...areaRanges),
  location: someOf('varna', 'ruse', 'nowhere'),
  minTotal: maybe(500),
  maxTotal: maybe(600),
  minPrice: maybe(0, 500, 501),
  maxPrice: maybe(499, 500, 3_000),
  ...someLimits(),
  sort: fc.constantFrom(...sortOrders),
});

type Step =
  | { readonly kind: 'add'; readonly deals: readonly Partial<NewDeal>[] }
  | { readonly kind: 'change'; readonly which: number; readonly deal: Partial<NewDeal> }
  | { readonly kind: 'remove'; readonly which: number }
  | { readonly kind: 'merge'; readonly steps: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'search'; readonly query: DealQuery; readonly limit: number };

const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });

const someStep: fc.Arbitrary<Step> = fc.oneof(
  weighted(
    3,
    fc.record({
      kind: fc.constant('add'),
      deals: fc.array(someDeal, { minLength: 1, maxLength: 8 }),
    }),
  ),
  weighted(3, fc.record({ kind: fc.constant('change'), which: fc.nat(), deal: someDeal })),
  weighted(2, fc.record({ kind: fc.constant('remove'), which: fc.nat() })),
  weighted(3, fc.record({ kind: fc.constant('merge'), steps: fc.nat({ max: 60 }) })),
  weighted(1, fc.record({ kind: fc.constant('restart') })),
  weighted(
    4,
    fc.record({
      kind: fc.constant('search'),
      query: someQuery,
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  ),
);

/** More pages than the deals of a test can fill. */
const MOST_PAGES = 1_000;

/** Throws if the cursors do not come to an end. */
const allPages = async (
  search: DealSearch['search'],
  query: DealQuery,
  limit: number,
): Promise<DealSearchPage[]> => {
  const pages: DealSearchPage[] = [];
  let cursor: string | null = null;
  do {
    const page = await search(query, limit, cursor);
    pages.push(page);
    if (pages.length > MOST_PAGES) throw new Error('The cursors do not come to an end.');
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
};

/** A database and an index with the same changes. */
const createPair = async () => {
  const { database } = postgres.current;
  await sql`TRUNCATE deals CASCADE`.execute(database);
  const ids: number[] = [];
  let position = await readPosition(database);
  // Merges one row a step, so that changes come in the middle of merges.
  let index = new DealIndex({ mergeStepSize: 1 });
  const folder = await makeFolder();
  const oracle = createPostgresDealSearch(database);

  const tail = async (): Promise<void> => {
    const now = await readPosition(database);
    for (const range of transactionsSince(position.snapshot, now.snapshot)) {
      const { changed, gone } = await readChangesAfter(database, range, null, 1_000);
      index.apply(changed, gone);
    }
    position = now;
  };
  const idOf = (which: number): number => ids[which % ids.length] ?? 0;

  return {
    get index() {
      return index;
    },
    /** Writes the index to a file and continues with the index read from it. */
    async restart() {
      await writeSnapshot(folder, 'test', { index, position });
      const snapshot = await readSnapshot(folder, 'test');
      expect(snapshot).toMatchObject({ position });
      index = snapshot?.index ?? new DealIndex();
    },
    async countLive() {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*) AS count FROM deals WHERE status = 'active' AND deleted_at IS NULL`.execute(
        database,
      );
      return rows[0]?.count;
    },
    async add(deals: readonly Partial<NewDeal>[]) {
      const rows = await database
        .insertInto('deals')
        .values(deals.map((deal) => aDeal(deal)))
        .returning('id')
        .execute();
      ids.push(...rows.map(({ id }) => id));
      await tail();
    },
    async update(which: number, deal: Partial<NewDeal>) {
      await updateDeal(database, idOf(which), deal);
      await tail();
    },
    /** All pages of results, from the index and from PostgreSQL. */
    async search(query: DealQuery, limit: number) {
      return {
        found: await allPages(async (...call) => index.search(...call), query, limit),
        expected: await allPages((...call) => oracle.search(...call), query, limit),
      };
    },
  };
};

type Pair = Awaited<ReturnType<typeof createPair>>;

const take = async (pair: Pair, step: Step): Promise<void> => {
  switch (step.kind) {
    case 'add':
      return pair.add(step.deals);
    case 'change':
      return pair.update(step.which, step.deal);
    case 'remove':
      return pair.update(step.which, { deleted_at: '2026-05-03T00:00:00Z' });
    case 'merge':
      for (let i = 0; i < step.steps; i += 1) pair.index.mergeStep(0);
      return undefined;
    case 'restart':
      return pair.restart();
    case 'search': {
      const { found, expected } = await pair.search(step.query, step.limit);
      expect(found).toEqual(expected);
      const ids = found.flatMap(({ hits }) => hits.map(({ id }) => id));
      expect(ids).toHaveLength(found[0]?.total ?? 0);
      expect(new Set(ids).size).toBe(ids.length);
    }
  }
};

test('returns what PostgreSQL returns, whatever is added, changed, removed and merged in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someStep, { minLength: 20, maxLength: 80, size: 'max' }),
      async (steps) => {
        const pair = await createPair();
        for (const step of steps) await take(pair, step);
        expect(pair.index.size).toBe(await pair.countLive());
      },
    ),
    { numRuns: 40 },
  );
}, 300_000);
