import type { FacetEntry, FacetName } from '@izgodno/contract/deals/deal-page';
import { priceBucketEdges } from '@izgodno/contract/deals/vocabulary';

/** The counted values of a deal. */
export interface CountedDeal {
  readonly category: string;
  readonly sourceId: string;
  readonly group: string;
  readonly condition: string;
  readonly locationId: string | null;
  /** Cents. */
  readonly priceEur: number;
}

const bucketNames = priceBucketEdges.map(
  (edge, index) => `${edge}-${priceBucketEdges[index + 1] ?? ''}`,
);

const bucketOf = (cents: number): string =>
  bucketNames[priceBucketEdges.findLastIndex((edge) => edge * 100 <= cents)] ?? '';

const valueOf = {
  category: (deal) => deal.category,
  source: (deal) => deal.sourceId,
  group: (deal) => deal.group,
  condition: (deal) => deal.condition,
  location: (deal) => deal.locationId,
  price: (deal) => bucketOf(deal.priceEur),
} as const satisfies Record<FacetName, (deal: CountedDeal) => string | null>;

const count = (deals: readonly CountedDeal[], name: FacetName): readonly FacetEntry[] => {
  const counts = new Map<string, number>();
  for (const deal of deals) {
    const value = valueOf[name](deal);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const entries = [...counts].map(([value, count]) => ({ value, count }));
  return name === 'price'
    ? entries.sort((a, b) => bucketNames.indexOf(a.value) - bucketNames.indexOf(b.value))
    : entries.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
};

/** The facets of a short list, ordered like those of the search. */
export const countListed = (
  deals: readonly CountedDeal[],
): Readonly<Record<FacetName, readonly FacetEntry[]>> => ({
  category: count(deals, 'category'),
  source: count(deals, 'source'),
  group: count(deals, 'group'),
  condition: count(deals, 'condition'),
  location: count(deals, 'location'),
  price: count(deals, 'price'),
});
