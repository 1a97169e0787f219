import { beforeAll, expect, test } from 'vitest';
import { everyDeal, InvalidCursorError, type DealQuery } from '../../deal-search.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { createPostgresDealSearch, type ScanLimits } from './postgres-search.ts';

const postgres = useTestDatabase();
const search = (query: Partial<DealQuery>, limit = 10, cursor: string | null = null) =>
  createPostgresDealSearch(postgres.current.database).search(
    { ...everyDeal, ...query },
    limit,
    cursor,
  );

const suggest = (text: string) =>
  createPostgresDealSearch(postgres.current.database).suggest(text, 5);

let names: ReadonlyMap<string, string>;
const named = (hits: readonly { id: string }[]) => hits.map(({ id }) => names.get(id));

beforeAll(async () => {
  const { database } = postgres.current;
  await insertSources(database);
  const deals = {
    drill: aDeal({
      title: 'Bosch drill',
      brand: 'Bosch',
      category: 'tools-hardware',
      price_eur: 50_00,
      posted_at: '2026-05-01T10:00:00.000001Z',
      rating: 45,
    }),
    saw: aDeal({
      title: 'Bosch saw',
      brand: 'Bosch',
      category: 'tools-hardware',
      price_eur: 49_99,
      posted_at: '2026-05-01T10:00:00.000002Z',
      availability: 'preorder',
      delivery_eur: 4_99,
      discount_percent: 30,
    }),
    sofa: aDeal({
      title: 'Sofa',
      category: 'furniture',
      condition: 'good',
      delivery_eur: 0,
      source_id: 'board',
      location_id: 'varna',
      price_eur: 200_000_00,
      posted_at: '2026-05-02T10:00:00Z',
    }),
    trip: aDeal({
      title: 'Weekend in Rome',
      category: 'travel',
      source_id: 'trips',
      price_eur: 50_00,
      posted_at: '2026-04-01T10:00:00Z',
      rating: 45,
    }),
    sold: aDeal({ status: 'sold' }),
    removed: aDeal({ deleted_at: '2026-05-02T10:00:00Z' }),
  };
  const ids = await insertDeals(database, Object.values(deals));
  names = new Map(ids.map((id, index) => [String(id), Object.keys(deals)[index] ?? '']));
});

test('finds active deals only, the newest first to the microsecond', async () => {
  const page = await search({});
  expect(named(page.hits)).toEqual(['sofa', 'saw', 'drill', 'trip']);
  expect(page).toMatchObject({ total: 4, partial: false, nextCursor: null });
});

test.each([
  ['price_asc', ['saw', 'drill', 'trip', 'sofa']],
  ['total_asc', ['drill', 'trip', 'saw', 'sofa']],
  ['price_desc', ['sofa', 'drill', 'trip', 'saw']],
  ['rating', ['drill', 'trip', 'sofa', 'saw']],
  ['relevance', ['sofa', 'saw', 'drill', 'trip']],
] as const)('%s breaks ties newest first, also across pages', async (sort, expected) => {
  const found: (string | undefined)[] = [];
  let cursor: string | null = null;
  do {
    const page = await search({ sort }, 1, cursor);
    found.push(...named(page.hits));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(found).toEqual(expected);
});

test.each([
  [{ category: ['furniture', 'travel'] }, ['sofa', 'trip']],
  [{ source: ['board'] }, ['sofa']],
  [{ group: ['travel', 'other'] }, ['saw', 'drill', 'trip']],
  [{ condition: ['good'] }, ['sofa']],
  [{ location: ['varna', 'ruse'] }, ['sofa']],
  [{ minTotal: 50_01 }, ['sofa', 'saw']],
  [{ maxTotal: 50_00 }, ['drill', 'trip']],
  [{ minPrice: 50_00 }, ['sofa', 'drill', 'trip']],
  [{ maxPrice: 50_00 }, ['saw', 'drill', 'trip']],
  [{ minDiscount: 30 }, ['saw']],
  [{ minRating: 45 }, ['drill', 'trip']],
  [{ inStock: true }, ['sofa', 'drill', 'trip']],
  [{ text: 'bosch', inStock: true }, ['drill']],
  [{ freeDelivery: true }, ['sofa']],
] satisfies [Partial<DealQuery>, string[]][])('%o finds %o', async (query, expected) => {
  const page = await search(query);
  expect(named(page.hits)).toEqual(expected);
  expect(page.total).toBe(expected.length);
});

test.each(['', 'bosch'])(
  'a facet ignores its own filter and no other (text "%s")',
  async (text) => {
    const { facets } = await search({ text, category: ['tools-hardware'], maxPrice: 49_99 });
    expect(facets).toMatchObject({
      category: [{ value: 'tools-hardware', count: 1 }],
      source: [{ value: 'shop', count: 1 }],
      group: [{ value: 'other', count: 1 }],
      location: [],
      price: [
        { value: '20-50', count: 1 },
        { value: '50-100', count: 1 },
      ],
    });
  },
);

test('facets come most frequent first, then by value; the last price bucket is open', async () => {
  const { facets } = await search({});
  expect(facets.category.map(({ value }) => value)).toEqual([
    'tools-hardware',
    'furniture',
    'travel',
  ]);
  expect(facets.location).toEqual([{ value: 'varna', count: 1 }]);
  expect(facets.price.at(-1)).toEqual({ value: '100000-', count: 1 });
});

test.each([
  [{ filters: 2 }, {}],
  [{ filters: 2 }, { source: ['shop'] }],
  [{ text: 2 }, { text: 'sofa' }],
] satisfies [Partial<ScanLimits>, Partial<DealQuery>][])(
  'beyond the limits %o the page says that it is partial',
  async (limits, query) => {
    const limited = createPostgresDealSearch(postgres.current.database, limits);
    expect(await limited.search({ ...everyDeal, ...query }, 10, null)).toMatchObject({
      partial: true,
    });
  },
);

test('beyond the limit the newest deals are found, of the chosen sources if there are any', async () => {
  const limited = createPostgresDealSearch(postgres.current.database, { filters: 2 });
  const find = async (query: Partial<DealQuery>, limit = 10, cursor: string | null = null) => {
    const page = await limited.search({ ...everyDeal, ...query }, limit, cursor);
    return { ...page, names: named(page.hits) };
  };
  expect(await find({ sort: 'price_asc' })).toMatchObject({ names: ['saw', 'sofa'], total: 2 });
  expect(await find({ source: ['trips'] })).toMatchObject({
    names: ['trip'],
    total: 1,
    facets: { category: [{ value: 'travel', count: 1 }] },
  });
  const first = await find({}, 2);
  expect(first).toMatchObject({ names: ['sofa', 'saw'], total: 2 });
});

test('rejects a cursor that is malformed or of another order', async () => {
  const { nextCursor } = await search({ sort: 'price_asc' }, 1);
  await expect(search({ sort: 'newest' }, 1, nextCursor)).rejects.toThrow(InvalidCursorError);
  await expect(search({}, 1, 'zzz')).rejects.toThrow(InvalidCursorError);
});

test('suggests words of titles and brands with the typed prefix', async () => {
  expect(await suggest('bo')).toEqual([
    { text: 'Bosch', kind: 'brand', count: 2 },
    { text: 'bosch', kind: 'query', count: 2 },
  ]);
  expect(await suggest('cheap dri')).toEqual([{ text: 'cheap drill', kind: 'query', count: 1 }]);
  expect(await suggest('100%')).toEqual([]);
});
