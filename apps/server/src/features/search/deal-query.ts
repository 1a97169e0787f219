import { convertMinor } from '@izgodno/contract/common/money';
import type { DealListQuery } from '@izgodno/contract/search/calls';
import {
  atLeastFilters,
  filters,
  flagFilters,
  oneOfFilters,
  rangeParameters,
} from '@izgodno/contract/search/filters';
import { type DealQuery, type DealSearch, everyDeal, type FilterValues } from './deal-search.ts';
import { withTowns } from './understanding/locations.ts';

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

// TypeScript cannot follow the rows through a list of entries: the signature says what comes out.
function givenFilters(query: DealListQuery): Partial<FilterValues>;
function givenFilters(query: DealListQuery): Readonly<Record<string, unknown>> {
  return Object.fromEntries([
    ...oneOfFilters.map((name) => [name, unique<string>(query[name])]),
    ...rangeParameters.flatMap((name) => {
      const amount = query[name];
      return amount === undefined ? [] : [[name, convertMinor(amount, query.currency, 'EUR')]];
    }),
    ...atLeastFilters.flatMap((name) => {
      const least = query[name];
      return least === undefined ? [] : [[name, Math.round(least * filters[name].scale)]];
    }),
    ...flagFilters.map((name) => [name, query[name] ?? false]),
  ]);
}

/**
 * Maps a list call to the query of the search. Without a sort order, the best match comes first for a
 * text, else the newest.
 */
export const toDealQuery = (query: DealListQuery): DealQuery => {
  const text = (query.q ?? '').trim();
  return {
    ...everyDeal,
    ...givenFilters(query),
    text,
    raw: query.raw ?? false,
    brands: query.brands ?? false,
    sort: query.sort ?? (text === '' ? 'newest' : 'relevance'),
  };
};

/** Searches in which a district includes its towns. */
export const withDistrictTowns = (search: DealSearch): DealSearch => ({
  search(query, limit, cursor) {
    const location = query.location.flatMap(withTowns);
    return search.search({ ...query, location: [...new Set(location)] }, limit, cursor);
  },
  suggest: (text, limit) => search.suggest(text, limit),
});
