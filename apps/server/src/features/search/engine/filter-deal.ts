import {
  atLeastFilters,
  filters as filterRows,
  flagFilters,
  oneOfFilters,
  rangeFilters,
  rangeParameters,
} from '@izgodno/contract/search/filters';
import type { DealQuery, FilterValues } from '../deal-search.ts';
import { withTowns } from '../understanding/locations.ts';
import { byteFilters } from './index/filter-columns.ts';
import type { SearchableDeal } from './searchable-deal.ts';

/** The filters that a query sets; a district includes its towns. */
export type SetFilters = Partial<FilterValues>;

// The overload states the type, because TypeScript cannot derive it from a list of entries.
export function setFiltersOf(query: DealQuery): SetFilters;
export function setFiltersOf(query: DealQuery): Readonly<Record<string, unknown>> {
  const lists = { ...query, location: query.location.flatMap(withTowns) };
  return Object.fromEntries([
    ...oneOfFilters.flatMap((name) => (lists[name].length > 0 ? [[name, lists[name]]] : [])),
    ...[...rangeParameters, ...atLeastFilters].flatMap((name) =>
      query[name] === null ? [] : [[name, query[name]]],
    ),
    ...flagFilters.flatMap((name) => (query[name] ? [[name, true]] : [])),
  ]);
}

type Check = (filters: SetFilters, deal: SearchableDeal) => boolean;

const isIn = (value: string | null, wanted: readonly string[] = []): boolean =>
  value !== null && wanted.includes(value);

/** Whether a deal passes the filter of each parameter, if that is set. */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...oneOfFilters.map((name): [string, Check] => [
    name,
    (filters, deal) => isIn(deal[name], filters[name]),
  ]),
  ...rangeFilters.flatMap((name): [string, Check][] => {
    const [from, to] = filterRows[name].parameters;
    return [
      [from, (filters, deal) => deal[name] >= (filters[from] ?? 0)],
      [to, (filters, deal) => deal[name] <= (filters[to] ?? Infinity)],
    ];
  }),
  ...byteFilters.map(({ name, byte }): [string, Check] => [
    name,
    (filters, deal) => deal[byte] >= Number(filters[name] ?? 0),
  ]),
  ['inStock', (_, deal) => deal.inStock],
]);

/** Whether a single deal passes filters, as the index decides it for all deals. */
export const passesFilters = (filters: SetFilters, deal: SearchableDeal): boolean => {
  for (const name in filters) {
    if (checks.get(name)?.(filters, deal) === false) return false;
  }
  return true;
};
