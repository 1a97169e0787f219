import type { FacetEntry } from '@izgodno/contract/deals/deal-page';

/**
 * Returns the options of a filter: those with results, most numerous first, and every chosen one,
 * so that it can be removed even without results.
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

/** Returns the first `limit` options and every chosen one. */
export const shortened = (
  options: readonly FacetEntry[],
  chosen: readonly string[],
  limit: number,
): readonly FacetEntry[] =>
  options.filter(({ value }, rank) => rank < limit || chosen.includes(value));
