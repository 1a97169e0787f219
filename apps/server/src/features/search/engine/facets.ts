import type { FacetName } from '@izgodno/contract/deals/deal-page';
import {
  byFrequency,
  everyFacet,
  presentCounts,
  type CountedFacet,
} from '@izgodno/contract/deals/facets';
import type { DealQuery, DealSearchPage } from '../deal-search.ts';

export type Facets = DealSearchPage['facets'];

/**
 * The bit of each facet's filter in a set of filters that a deal fails; 64 is `FAILS_OTHER` of the
 * index, which has no bits above 128 (`FAILS_HOME`).
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
  brand: 1024,
} as const satisfies Readonly<Record<FacetName, number>>;

export type FacetCounts = ReadonlyMap<string, number>;

/** Orders counted values as the search returns them; values without deals are left out. */
export const presentFacets = (
  counts: Readonly<Record<CountedFacet, FacetCounts>>,
): Pick<Facets, CountedFacet> => everyFacet((name) => presentCounts(name, counts[name]));

/** How many deals spell a brand in one way. */
export interface BrandCount {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

type BrandQuery = Pick<DealQuery, 'brand' | 'brands' | 'brief'>;

/** Whether a search counts brands: if they are asked for, and for the names of the chosen ones. */
export const countsBrands = ({ brand, brands, brief }: BrandQuery): boolean =>
  !brief && (brands || brand.length > 0);

/** The largest number of brands in a facet, besides chosen ones. */
const MOST_BRANDS = 100;

/** All deals of one brand, and how most of them spell it. */
const commonest = (value: string, spelt: readonly BrandCount[]): Facets['brand'][number] => {
  const counts = new Map<string, number>();
  for (const { name, count } of spelt) counts.set(name, (counts.get(name) ?? 0) + count);
  const [most] = [...counts].sort(
    ([one, more], [other, fewer]) => fewer - more || (one < other ? -1 : 1),
  );
  return {
    value,
    name: most?.[0] ?? value,
    count: [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
};

/** The brands to return: the most frequent ones if they are asked for, and the chosen ones. */
export const presentBrands = (
  { brand: chosen, brands: areAsked }: BrandQuery,
  spellings: readonly BrandCount[],
): Facets['brand'] =>
  [...Map.groupBy(spellings, ({ slug }) => slug)]
    .map(([value, spelt]) => commonest(value, spelt))
    .sort(byFrequency)
    .filter(({ value }, rank) => (areAsked && rank < MOST_BRANDS) || chosen.includes(value));
