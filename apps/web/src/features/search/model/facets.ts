import type { FacetEntry } from '@izgodno/contract/deals/deal-page';
import { priceBucketEdges } from '@izgodno/contract/deals/vocabulary';

/**
 * Returns the options of a filter: those with results, in the order of the server, and every chosen one,
 * so that it can be removed even without results.
 */
export const facetOptions = (
  found: readonly FacetEntry[],
  chosen: readonly string[],
): readonly FacetEntry[] => {
  const missing = chosen.filter((value) => !found.some((entry) => entry.value === value));
  return [...found, ...missing.map((value) => ({ value, count: 0 }))];
};

/** Returns the first `limit` options and every chosen one. */
export const shortened = (
  options: readonly FacetEntry[],
  chosen: readonly string[],
  limit: number,
): readonly FacetEntry[] =>
  options.filter(({ value }, rank) => rank < limit || chosen.includes(value));

/**
 * Positions of the price slider: one before each bucket, and one after the last, without a limit.
 */
export const LAST_POSITION = priceBucketEdges.length;

/** The price in major euro units at a position of the slider; undefined after the last bucket. */
export const priceAt = (index: number): number | undefined => priceBucketEdges[index];

/** The position of the lower thumb for a price: the start of its bucket. */
export const positionOfMin = (price: number | undefined): number =>
  price === undefined
    ? 0
    : Math.max(
        0,
        priceBucketEdges.findLastIndex((edge) => edge <= price),
      );

/** The position of the upper thumb for a price: the end of its bucket. */
export const positionOfMax = (price: number | undefined): number => {
  const index =
    price === undefined ? -1 : priceBucketEdges.findIndex((edge) => edge >= price && edge > 0);
  return index === -1 ? LAST_POSITION : index;
};

const range = /^(\d+)-\d*$/;

/**
 * The height of each bucket's bar, 0 to 1. It follows the square root of the count, so that small
 * counts are visible beside large ones.
 */
export const priceBars = (entries: readonly FacetEntry[]): readonly number[] => {
  const counts = new Map(
    entries.map(({ value, count }) => [Number(range.exec(value)?.[1] ?? Number.NaN), count]),
  );
  const most = Math.max(1, ...entries.map(({ count }) => count));
  return priceBucketEdges.map((edge) => Math.sqrt((counts.get(edge) ?? 0) / most));
};
