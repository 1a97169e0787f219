import type { DealSearch } from '@izgodno/contract/search/deal-search';

/** The range of prices in force, alone or with delivery. */
export const priceRange = ({ minPrice, maxPrice, minTotal, maxTotal }: DealSearch) =>
  minTotal === undefined && maxTotal === undefined
    ? { isTotal: false, min: minPrice, max: maxPrice }
    : { isTotal: true, min: minTotal, max: maxTotal };

/** Swaps the ends of a reversed range. A range of totals replaces that of prices, and vice versa. */
export const withPriceRange = (
  search: DealSearch,
  min: number | undefined,
  max: number | undefined,
  isTotal = false,
): DealSearch => {
  const [from, to] = min !== undefined && max !== undefined && min > max ? [max, min] : [min, max];
  return {
    ...search,
    minPrice: isTotal ? undefined : from,
    maxPrice: isTotal ? undefined : to,
    minTotal: isTotal ? from : undefined,
    maxTotal: isTotal ? to : undefined,
  };
};
