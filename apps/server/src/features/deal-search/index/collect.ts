import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { facetBit } from '../facets.ts';
import { FAILS_OTHER, type CompiledFilter } from './compiled-filter.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { Matches } from './matcher.ts';
import type { Segment } from './segment.ts';
import { placeInOrder, primaryOf, rowAtPlace, type LowestPlaces } from './top-rows.ts';

/** The filters that a row fails, as bits; it counts for a facet where it fails that facet's alone. */
const failedBits = (segment: Segment, filter: CompiledFilter, row: number): number => {
  const { packed, sources, locations, prices, discounts, ratings } = segment.columns;
  let failed = filter.packed === null ? 0 : (filter.packed[packed[row] ?? 0] ?? 0);
  if (filter.sources !== null) failed |= filter.sources[sources[row] ?? 0] ?? 0;
  if (filter.locations !== null) failed |= filter.locations[locations[row] ?? 0] ?? 0;
  if (filter.hasPrice) {
    const price = prices[row] ?? 0;
    if (price < filter.minPrice || price > filter.maxPrice) failed |= facetBit.price;
  }
  if ((discounts[row] ?? 0) < filter.minDiscount) return FAILS_OTHER;
  if ((ratings[row] ?? 0) < filter.minRating) return FAILS_OTHER;
  return failed;
};

const isOneFacet = (failed: number): boolean =>
  failed < FAILS_OTHER && (failed & (failed - 1)) === 0;

export interface CollectTask {
  readonly segment: Segment;
  readonly filter: CompiledFilter;
  readonly sort: SortOrder;
  /** Rows at lower places are counted but not kept. */
  readonly firstPlace: number;
  readonly kept: LowestPlaces;
}

/** Counts all rows that match, or every row where `matches` is null, and keeps the first of the order. */
export const collectAll = (
  { segment, filter, sort, firstPlace, kept }: CollectTask,
  matches: Matches | null,
  counter: FacetCounter | null,
): number => {
  const { columns, deleted } = segment;
  const count = matches === null ? segment.size : matches.count;
  let total = 0;
  for (let i = 0; i < count; i += 1) {
    const row = matches === null ? i : (matches.rows[i] ?? 0);
    if (deleted[row] === 1) continue;
    const failed = failedBits(segment, filter, row);
    if (failed === 0) {
      total += 1;
      counter?.add(columns, row);
      const score = matches === null ? 0 : (matches.scores[row] ?? 1) - 1;
      const place = placeInOrder(sort, primaryOf(sort, columns, row, score), row);
      if (place >= firstPlace) kept.offer(place);
    } else if (counter !== null && isOneFacet(failed)) {
      counter.addToFacet(columns, row, failed);
    }
  }
  return total;
};

/** Keeps the first rows of an order whose places are known, and looks at no more than it must. */
export const collectFirst = (
  { segment, filter, firstPlace, kept }: CollectTask,
  places: Float64Array,
): void => {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < firstPlace) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < places.length && !kept.isFull; at += 1) {
    const place = places[at] ?? 0;
    const row = rowAtPlace(place);
    if (segment.deleted[row] === 0 && failedBits(segment, filter, row) === 0) kept.offer(place);
  }
};
