import type { FacetEntry } from '@izgodno/contract/deals/deal-page';
import { priceBucketEdges } from '@izgodno/contract/deals/vocabulary';

/** Places of the price slider: one before each bucket, and one after the last, without an end. */
export const LAST_PLACE = priceBucketEdges.length;

/** The price in major euro units at a place of the slider; undefined after the last bucket. */
export const priceAt = (place: number): number | undefined => priceBucketEdges[place];

/** Where the lower thumb stands for a price: at the beginning of its bucket. */
export const placeOfMin = (price: number | undefined): number =>
  price === undefined
    ? 0
    : Math.max(
        0,
        priceBucketEdges.findLastIndex((edge) => edge <= price),
      );

/** Where the upper thumb stands for a price: at the end of its bucket. */
export const placeOfMax = (price: number | undefined): number => {
  const place =
    price === undefined ? -1 : priceBucketEdges.findIndex((edge) => edge >= price && edge > 0);
  return place === -1 ? LAST_PLACE : place;
};

const range = /^(\d+)-\d*$/;

/**
 * How tall the bar of each bucket stands, 0 to 1. Few deals must still be seen beside many, so the
 * height follows the square root of the count.
 */
export const priceBars = (entries: readonly FacetEntry[]): readonly number[] => {
  const counts = new Map(
    entries.map(({ value, count }) => [Number(range.exec(value)?.[1] ?? Number.NaN), count]),
  );
  const most = Math.max(1, ...entries.map(({ count }) => count));
  return priceBucketEdges.map((edge) => Math.sqrt((counts.get(edge) ?? 0) / most));
};
