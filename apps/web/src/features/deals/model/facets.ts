import type { FacetEntry } from '@izgodno/contract/deals/deal-page';

/**
 * The options of a filter: those that are found, most numerous first, and every chosen one even
 * where nothing is found for it any more, or it could not be taken away.
 */
export const facetOptions = (
  found: readonly FacetEntry[],
  chosen: readonly string[],
): readonly FacetEntry[] => {
  const missing = chosen.filter((value) => !found.some((entry) => entry.value === value));
  return [
    ...found.toSorted((a, b) => b.count - a.count),
    ...missing.map((value) => ({ value, count: 0 })),
  ];
};

/** The first `limit` options and every chosen one. */
export const shortened = (
  options: readonly FacetEntry[],
  chosen: readonly string[],
  limit: number,
): readonly FacetEntry[] =>
  options.filter(({ value }, rank) => rank < limit || chosen.includes(value));
