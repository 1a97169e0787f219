import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { filters, oneOfFilters, type OneOfName } from '@izgodno/contract/search/filters';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { limitsOf, type DealLimit } from '#core/format/filter-text.ts';

/** One filter in force, as a chip shows it and takes it away. */
export type ActiveFilter = { readonly kind: OneOfName; readonly value: string } | DealLimit;

export const isOneOf = (filter: ActiveFilter): filter is Exclude<ActiveFilter, DealLimit> =>
  filters[filter.kind].kind === 'oneOf';

export const activeFilters = (search: DealSearch): ActiveFilter[] => [
  ...oneOfFilters.flatMap((kind) => (search[kind] ?? []).map((value) => ({ kind, value }))),
  ...limitsOf(search),
];

/** Whether a list is searched or filtered, so that chips and what saves it are above its deals. */
export const isNarrowed = (search: DealSearch): boolean =>
  search.q !== undefined || activeFilters(search).length > 0;

/** Whether nothing in a list is what was asked for: it is empty, or has only what is near. */
export const isMissed = (page: DealPage | undefined): boolean =>
  page?.total === 0 || (page?.understood?.relaxed.length ?? 0) > 0;

/** The number of deals of a list; that of a shop whose offers cost as much or less elsewhere would mislead. */
export const totalOf = (page: Pick<DealPage, 'total' | 'elsewhere'> | undefined) =>
  page?.elsewhere === undefined ? page?.total : undefined;

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
