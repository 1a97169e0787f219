import fc from 'fast-check';
import {
  areaRanges,
  categories,
  conditions,
  roomCounts,
  sortOrders,
  sourceGroups,
} from '@izgodno/contract/deals/vocabulary';
import { sql } from 'kysely';
import { readPosition } from '#platform/database/transaction-position.ts';
import type { DealIndex } from '#features/search/engine/index/deal-index.ts';
import { readChanges } from '#features/search/engine/replica/changes.ts';
import type { Database } from '#schema/schema.ts';
import { aDeal, updateDeal, type NewDeal } from './deal-factory.ts';
import type { DealQuery, DealSearch, DealSearchPage } from '#features/search/deal-search.ts';
import { someLimits } from '#features/search/engine/index/deals.test-data.ts';

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
const typed = [...words, 'тлефон', 'samsng', 'gal', 'кафе', 'nothing', ',', '!'];

const someText = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(' '));

/** Deals with few values, so that many are alike. */
export const someDeal = fc.record({
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

/** Searches for these deals. */
export const someQuery: fc.Arbitrary<DealQuery> = fc.record({
  raw: fc.boolean(),
  text: fc.oneof(
    fc.constantFrom('', '!'),
    fc
      .array(fc.constantFrom(...typed), { minLength: 1, maxLength: 4 })
      .map((list) => list.join(' ')),
    fc
      .array(fc.constantFrom(...words), { minLength: 2, maxLength: 3 })
      .map((list) => `"${list.join(' ')}"`),
  ),
  without: someOf('калъф', 'Wi-Fi', 'apartament', 'nothing'),
  category: someOf(...categories),
  source: someOf('shop', 'board', 'nobody'),
  group: someOf(...sourceGroups),
  condition: someOf(...conditions),
  brand: someOf('samsung', 'apple', 'nobody'),
  brands: fc.boolean(),
  brief: fc.constant(false),
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

/** Deals that a test adds and changes, beginning with none; `onChange` is awaited after each change. */
export const changingDeals = async (database: Database, onChange: () => Promise<void>) => {
  await sql`TRUNCATE deals CASCADE`.execute(database);
  const ids: number[] = [];
  return {
    async add(deals: readonly Partial<NewDeal>[]) {
      const rows = await database
        .insertInto('deals')
        .values(deals.map((deal) => aDeal(deal)))
        .returning('id')
        .execute();
      ids.push(...rows.map(({ id }) => id));
      await onChange();
    },
    /** Changes one of the added deals. */
    async update(which: number, deal: Partial<NewDeal>) {
      await updateDeal(database, ids[which % ids.length] ?? 0, deal);
      await onChange();
    },
  };
};

/** Follows the changes of deals from now on, and applies them to an index. */
export const followChanges = async (database: Database) => {
  let position = await readPosition(database);
  return {
    get position() {
      return position;
    },
    async applyTo(index: DealIndex) {
      const now = await readPosition(database);
      for await (const { changed, removed: gone } of readChanges(database, position, now))
        index.apply(changed, gone);
      position = now;
    },
  };
};

/** More pages than the deals of a test can fill. */
const MOST_PAGES = 1_000;

/** All pages of a search. Throws if the cursors do not come to an end. */
export const allPages = async (
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
