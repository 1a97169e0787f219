import type { DealLimit } from '#core/format/filter-text.ts';
import type { DealSearch } from '#core/deals/deal-search.ts';

const listFilters = ['category', 'group', 'source', 'condition', 'location'] as const;
export type ListFilter = (typeof listFilters)[number];

/** One active filter, as a chip shows and removes it. */
export type ActiveFilter = { readonly kind: ListFilter; readonly value: string } | DealLimit;

export const activeFilters = (search: DealSearch): ActiveFilter[] => {
  const active: ActiveFilter[] = listFilters.flatMap((kind) =>
    (search[kind] ?? []).map((value) => ({ kind, value })),
  );
  const { minPrice: min, maxPrice: max, minDiscount, minRating, inStock } = search;
  if (min !== undefined || max !== undefined) active.push({ kind: 'price', min, max });
  if (minDiscount !== undefined) active.push({ kind: 'minDiscount', value: minDiscount });
  if (minRating !== undefined) active.push({ kind: 'minRating', value: minRating });
  if (inStock === true) active.push({ kind: 'inStock' });
  return active;
};

const without = <Value>(values: readonly Value[] | undefined, value: string) => {
  const left = values?.filter((other) => other !== value) ?? [];
  return left.length === 0 ? undefined : left;
};

export const removeFilter = (search: DealSearch, filter: ActiveFilter): DealSearch => {
  switch (filter.kind) {
    case 'price':
      return { ...search, minPrice: undefined, maxPrice: undefined };
    case 'minDiscount':
    case 'minRating':
    case 'inStock':
      return { ...search, [filter.kind]: undefined };
    default:
      return { ...search, [filter.kind]: without(search[filter.kind], filter.value) };
  }
};

/** Adds the value to a list filter, or removes it. */
export const toggleFilter = (search: DealSearch, kind: ListFilter, value: string): DealSearch => {
  const values: readonly string[] = search[kind] ?? [];
  return values.includes(value)
    ? removeFilter(search, { kind, value })
    : { ...search, [kind]: [...values, value] };
};

/** Removes every filter and keeps the terms, the order and the view. */
export const clearFilters = ({ q, sort, view }: DealSearch): DealSearch => ({ q, sort, view });

/** Swaps the ends of a reversed price range. */
export const withPriceRange = (
  search: DealSearch,
  min: number | undefined,
  max: number | undefined,
): DealSearch =>
  min !== undefined && max !== undefined && min > max
    ? { ...search, minPrice: max, maxPrice: min }
    : { ...search, minPrice: min, maxPrice: max };
