import { filters, oneOfFilters, type OneOfName } from '@izgodno/contract/search/filters';
import { limitsOf, type DealLimit } from '#core/format/filter-text.ts';
import type { DealSearch } from '#core/deals/deal-search.ts';

/** One filter in force, as a chip shows it and takes it away. */
export type ActiveFilter = { readonly kind: OneOfName; readonly value: string } | DealLimit;

export const isOneOf = (filter: ActiveFilter): filter is Exclude<ActiveFilter, DealLimit> =>
  filters[filter.kind].kind === 'oneOf';

export const activeFilters = (search: DealSearch): ActiveFilter[] => [
  ...oneOfFilters.flatMap((kind) => (search[kind] ?? []).map((value) => ({ kind, value }))),
  ...limitsOf(search),
];

const without = (values: readonly string[] | undefined, value: string) => {
  const left = values?.filter((other) => other !== value) ?? [];
  return left.length === 0 ? undefined : left;
};

export const removeFilter = (search: DealSearch, filter: ActiveFilter): DealSearch => {
  if (isOneOf(filter))
    return { ...search, [filter.kind]: without(search[filter.kind], filter.value) };
  const row = filters[filter.kind];
  const names = row.kind === 'range' ? row.parameters : [filter.kind];
  return { ...search, ...Object.fromEntries(names.map((name) => [name, undefined])) };
};

/** Adds the value to a list filter, or removes it. */
export const toggleFilter = (search: DealSearch, kind: OneOfName, value: string): DealSearch => {
  const values: readonly string[] = search[kind] ?? [];
  return values.includes(value)
    ? removeFilter(search, { kind, value })
    : { ...search, [kind]: [...values, value] };
};

/** Removes every filter and keeps the terms, the order and the view. */
export const clearFilters = ({ q, sort, view }: DealSearch): DealSearch => ({ q, sort, view });

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
