import type { FacetEntry, FacetName } from '@izgodno/contract/deals/deal-page';
import { areaRanges, priceBucketEdges, roomCounts } from '@izgodno/contract/deals/vocabulary';
import type { DealSearchPage } from '../deal-search.ts';

export type Facets = DealSearchPage['facets'];

/** Lower edges of the price buckets in euro cents. */
export const bucketEdgesInCents: readonly number[] = priceBucketEdges.map((edge) => edge * 100);

/** The names of the price buckets: `0-5` … `100000-`. */
export const bucketNames: readonly string[] = priceBucketEdges.map(
  (edge, index) => `${edge}-${priceBucketEdges[index + 1] ?? ''}`,
);

/** Euro cents → index into `bucketNames`. */
export const bucketOf = (priceEur: number): number =>
  bucketEdgesInCents.findLastIndex((edge) => edge <= priceEur);

/**
 * The bit of each facet's filter in a set of filters that a deal fails; 64 is `FAILS_OTHER` of the
 * index.
 */
export const facetBit = {
  category: 1,
  source: 2,
  group: 4,
  condition: 8,
  location: 16,
  price: 32,
  offer: 128,
  rooms: 256,
  area: 512,
} as const satisfies Readonly<Record<FacetName, number>>;

const byFrequency = (a: FacetEntry, b: FacetEntry): number =>
  b.count - a.count || (a.value < b.value ? -1 : 1);

const inOrderOf =
  (values: readonly string[]) =>
  (a: FacetEntry, b: FacetEntry): number =>
    values.indexOf(a.value) - values.indexOf(b.value);

/** The order of each facet's values. */
const orders: Readonly<Partial<Record<FacetName, ReturnType<typeof inOrderOf>>>> = {
  price: inOrderOf(bucketNames),
  rooms: inOrderOf(roomCounts),
  area: inOrderOf(areaRanges),
};

export type FacetCounts = ReadonlyMap<string, number>;

/** A value for each facet. */
export const everyFacet = <Value>(
  valueOf: (name: FacetName) => Value,
): Readonly<Record<FacetName, Value>> => ({
  category: valueOf('category'),
  source: valueOf('source'),
  group: valueOf('group'),
  condition: valueOf('condition'),
  location: valueOf('location'),
  offer: valueOf('offer'),
  rooms: valueOf('rooms'),
  area: valueOf('area'),
  price: valueOf('price'),
});

/** Orders counted values as the search returns them; values without deals are left out. */
export const presentFacets = (counts: Readonly<Record<FacetName, FacetCounts>>): Facets =>
  everyFacet((name) =>
    [...counts[name]]
      .filter(([, count]) => count > 0)
      .map(([value, count]) => ({ value, count }))
      .sort(orders[name] ?? byFrequency),
  );
