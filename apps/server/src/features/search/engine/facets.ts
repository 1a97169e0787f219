import type { FacetEntry, FacetName } from '@izgodno/contract/deals/deal-page';
import { priceBucketEdges } from '@izgodno/contract/deals/vocabulary';
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

/** The bit of each facet's filter in a set of filters that a deal fails. */
export const facetBit = {
  category: 1,
  source: 2,
  group: 4,
  condition: 8,
  location: 16,
  price: 32,
} as const satisfies Readonly<Record<FacetName, number>>;

const byFrequency = (a: FacetEntry, b: FacetEntry): number =>
  b.count - a.count || (a.value < b.value ? -1 : 1);

const byBucket = (a: FacetEntry, b: FacetEntry): number =>
  bucketNames.indexOf(a.value) - bucketNames.indexOf(b.value);

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
  price: valueOf('price'),
});

/** Orders counted values as the search returns them; values without deals are left out. */
export const presentFacets = (counts: Readonly<Record<FacetName, FacetCounts>>): Facets =>
  everyFacet((name) =>
    [...counts[name]]
      .filter(([, count]) => count > 0)
      .map(([value, count]) => ({ value, count }))
      .sort(name === 'price' ? byBucket : byFrequency),
  );
