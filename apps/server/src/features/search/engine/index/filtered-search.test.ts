import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketNames, bucketOf } from '@izgodno/contract/deals/facets';
import type { DealQuery } from '../../deal-search.ts';
import {
  countsBrands,
  presentBrands,
  presentFacets,
  type BrandCount,
  type FacetCounts,
} from '../facets.ts';
import { passesFilters, setFiltersOf } from '../filter-deal.ts';
import type { SearchableDeal } from '../searchable-deal.ts';
import { DealIndex } from './deal-index.ts';
import { manyDeals, someLimits } from './deals.test-data.ts';
import { byteFilters, everyByte } from './filter-columns.ts';

// More deals than are read along an order before another way is tried.
const COUNT = 700;
const PAGES = 3;

/** Few values and large groups; ratings of the newest are random. */
const varied =
  (seed: number) =>
  (deal: SearchableDeal, at: number): SearchableDeal => {
    const mixed = Math.imul(at + seed, 0x9e37_79b1) >>> 8;
    const isOld = at < COUNT / 4;
    return {
      ...deal,
      category: isOld ? 'food' : 'furniture',
      condition: mixed % 5 === 0 ? 'good' : 'new',
      ...[
        { brand: null, brandName: null },
        { brand: 'softy', brandName: 'Softy' },
        { brand: 'softy', brandName: 'SOFTY' },
        { brand: 'hardy', brandName: null },
      ][mixed % 4],
      source: mixed % 3 === 0 ? 'shop' : 'board',
      location: mixed % 7 < 4 ? null : mixed % 7 < 6 ? 'varna' : 'ruse',
      offer: (['sale', 'rent', null] as const)[mixed % 3] ?? null,
      rooms: (['1', '2', null] as const)[(mixed >> 3) % 3] ?? null,
      area: (['40-60', '1000-', null] as const)[(mixed >> 5) % 3] ?? null,
      price: [100, 499, 500, 700, 700, 999][mixed % 6] ?? 0,
      total: [800, 499, 750, 700, 1_200, 999][mixed % 6] ?? 0,
      ...everyByte(() => (mixed % 11 === 0 ? 25 : 0)),
      rating: isOld ? 0 : mixed % 4 === 0 ? 45 : 30,
      inStock: mixed % 13 > 0,
      postedAt: deal.postedAt - (at % 3),
    };
  };

const orNull = <Value>(...values: readonly Value[]) => fc.constantFrom(null, null, ...values);
const orAny = <Value>(...values: readonly Value[]) =>
  fc.constantFrom<readonly Value[]>([], [], ...values.map((value) => [value]));

const someQuery: fc.Arbitrary<DealQuery> = fc.record({
  raw: fc.boolean(),
  text: fc.constantFrom('', '!'),
  // Nothing is excluded from all deals.
  without: fc.constantFrom([], ['sofa']),
  category: orAny('food', 'furniture'),
  source: orAny('shop', 'board'),
  group: orAny('other'),
  condition: orAny('new', 'good'),
  brand: orAny('softy', 'hardy', 'none'),
  brands: fc.boolean(),
  brief: fc.constant(false),
  location: orAny('varna', 'ruse'),
  offer: orAny('sale', 'rent'),
  rooms: orAny('1', '2', '5'),
  area: orAny('40-60', '1000-'),
  minTotal: orNull(500, 751),
  maxTotal: orNull(750, 999),
  minPrice: orNull(100, 499, 600),
  maxPrice: orNull(499, 700, 998),
  ...someLimits(),
  // Without words, the order by relevance is that by time.
  sort: fc.constantFrom('relevance', 'newest', 'price_asc', 'price_desc', 'total_asc', 'rating'),
});

const isIn = <Value>(value: Value, wanted: readonly Value[]): boolean =>
  wanted.length === 0 || wanted.includes(value);

const isBetween = (value: number, lowest: number | null, highest: number | null): boolean =>
  value >= (lowest ?? 0) && value <= (highest ?? Infinity);

const count = (values: readonly (string | null)[]): FacetCounts => {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
};

/** The deals that pass the filters, by a linear scan. */
const passing = (deals: readonly SearchableDeal[], query: DealQuery): readonly SearchableDeal[] =>
  deals.filter(
    (deal) =>
      isIn(deal.category, query.category) &&
      isIn(deal.source, query.source) &&
      isIn(deal.group, query.group) &&
      isIn(deal.condition, query.condition) &&
      (query.brand.length === 0 || isIn(deal.brand, query.brand)) &&
      (query.location.length === 0 || isIn(deal.location, query.location)) &&
      (query.offer.length === 0 || isIn(deal.offer, query.offer)) &&
      (query.rooms.length === 0 || isIn(deal.rooms, query.rooms)) &&
      (query.area.length === 0 || isIn(deal.area, query.area)) &&
      isBetween(deal.price, query.minPrice, query.maxPrice) &&
      isBetween(deal.total, query.minTotal, query.maxTotal) &&
      byteFilters.every(({ name, byte }) => deal[byte] >= Number(query[name])) &&
      (deal.inStock || !query.inStock),
  );

const spellingsOf = (deals: readonly SearchableDeal[]): readonly BrandCount[] =>
  deals.flatMap(({ brand, brandName }) =>
    brand === null ? [] : [{ slug: brand, name: brandName ?? 'Hardy', count: 1 }],
  );

const primary = ({ sort }: DealQuery, deal: SearchableDeal): number => {
  if (sort === 'newest' || sort === 'relevance') return 0;
  if (sort === 'rating') return -deal.rating;
  if (sort === 'total_asc') return deal.total;
  return sort === 'price_asc' ? deal.price : -deal.price;
};

const expectedOf = (deals: readonly SearchableDeal[], query: DealQuery) => {
  const hits = passing(deals, query).toSorted(
    (a, b) => primary(query, a) - primary(query, b) || b.postedAt - a.postedAt || b.id - a.id,
  );
  const without = (change: Partial<DealQuery>) => passing(deals, { ...query, ...change });
  return {
    ids: hits.map(({ id }) => String(id)),
    total: hits.length,
    facets: {
      ...presentFacets({
        category: count(without({ category: [] }).map(({ category }) => category)),
        source: count(without({ source: [] }).map(({ source }) => source)),
        group: count(without({ group: [] }).map(({ group }) => group)),
        condition: count(without({ condition: [] }).map(({ condition }) => condition)),
        location: count(without({ location: [] }).map(({ location }) => location)),
        offer: count(without({ offer: [] }).map(({ offer }) => offer)),
        rooms: count(without({ rooms: [] }).map(({ rooms }) => rooms)),
        area: count(without({ area: [] }).map(({ area }) => area)),
        price: count(
          without({ minPrice: null, maxPrice: null }).map(
            ({ price }) => bucketNames[bucketOf(price)] ?? null,
          ),
        ),
      }),
      brand: presentBrands(
        query,
        countsBrands(query) ? spellingsOf(query.brands ? without({ brand: [] }) : hits) : [],
      ),
    },
  };
};

test('filters, counts and orders like a linear scan of every live deal', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 1_000 }),
      fc.array(
        fc.record({
          query: someQuery,
          // Three pages of the longest are more than an order keeps of its rows.
          limit: fc.constantFrom(1, 7, 30, 150),
          removed: fc.array(fc.integer({ min: 1, max: COUNT }), { maxLength: 25 }),
        }),
        { minLength: 4, maxLength: 10 },
      ),
      (seed, steps) => {
        const index = new DealIndex();
        let deals: readonly SearchableDeal[] = manyDeals(COUNT).map(varied(seed));
        // Two segments, so that hits of one limit the search in the other.
        index.apply(deals.slice(0, COUNT - 100), []);
        index.apply(deals.slice(COUNT - 100), []);
        for (const { query, limit, removed } of steps) {
          const expected = expectedOf(deals, query);
          const filters = setFiltersOf(query);
          expect(deals.filter((deal) => passesFilters(filters, deal))).toEqual(
            passing(deals, query),
          );
          const first = index.search(query, limit, null);
          const { total, facets } = first;
          const ids = first.hits.map(({ id }) => id);
          for (let page = first; page.nextCursor !== null && ids.length < limit * PAGES;) {
            page = index.search(query, limit, page.nextCursor);
            ids.push(...page.hits.map(({ id }) => id));
          }
          expect({ ids, total, facets }).toEqual({
            ...expected,
            ids: expected.ids.slice(0, limit * PAGES),
          });
          index.apply([], removed);
          deals = deals.filter(({ id }) => !removed.includes(id));
        }
      },
    ),
    { numRuns: 60 },
  );
});
