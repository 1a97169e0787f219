import type { FacetEntry, FacetName } from './deal-page.ts';
import type { DealDetails, RealEstateDetails } from './details.ts';
import { areaRanges, priceBucketEdges, roomCounts } from './vocabulary.ts';

/** Lower edges of the price buckets in euro cents. */
export const bucketEdgesInCents: readonly number[] = priceBucketEdges.map((edge) => edge * 100);

/** The names of the price buckets: `0-5` … `100000-`. */
export const bucketNames: readonly string[] = priceBucketEdges.map(
  (edge, index) => `${edge}-${priceBucketEdges[index + 1] ?? ''}`,
);

/** Euro cents → index into `bucketNames`. */
export const bucketOf = (priceEur: number): number =>
  bucketEdgesInCents.findLastIndex((edge) => edge <= priceEur);

/** What the facets of properties count of a deal. */
interface HomeValues {
  readonly offer: NonNullable<RealEstateDetails['offer']> | null;
  readonly rooms: (typeof roomCounts)[number] | null;
  readonly area: (typeof areaRanges)[number] | null;
}

/** Only properties have these values. More rooms than the largest count belong to it. */
export const homeValuesOf = (details: DealDetails | null): HomeValues => {
  if (details?.kind !== 'real-estate') return { offer: null, rooms: null, area: null };
  const { offer = null, rooms, area } = details;
  return {
    offer,
    rooms: rooms === undefined ? null : (roomCounts[rooms - 1] ?? roomCounts.at(-1) ?? null),
    area:
      area === undefined
        ? null
        : (areaRanges.findLast((range) => Number.parseInt(range, 10) <= area) ?? null),
  };
};

/** The facets that every list of deals counts. */
export type CountedFacet = Exclude<FacetName, 'brand'>;

/** A value for each facet that every list of deals counts. */
export const everyFacet = <Value>(
  valueOf: (name: CountedFacet) => Value,
): Readonly<Record<CountedFacet, Value>> => ({
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

/** Compares values by how many deals have them. */
export const byFrequency = (a: FacetEntry, b: FacetEntry): number =>
  b.count - a.count || (a.value < b.value ? -1 : 1);

const inOrderOf =
  (values: readonly string[]): typeof byFrequency =>
  (a, b) =>
    values.indexOf(a.value) - values.indexOf(b.value);

/** The facets whose values are not ordered by frequency. */
const orders: Readonly<Partial<Record<FacetName, typeof byFrequency>>> = {
  price: inOrderOf(bucketNames),
  rooms: inOrderOf(roomCounts),
  area: inOrderOf(areaRanges),
};

/** Counted values of a facet as responses list them; values without deals are left out. */
export const presentCounts = (
  name: CountedFacet,
  counts: ReadonlyMap<string, number>,
): FacetEntry[] =>
  [...counts]
    .filter(([, count]) => count > 0)
    .map(([value, count]) => ({ value, count }))
    .sort(orders[name] ?? byFrequency);
