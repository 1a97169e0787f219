import type { DealListQuery } from '@izgodno/contract/search/calls';
import { convertMinor } from '@izgodno/contract/common/money';
import type { DealQuery } from '#ports/deal-search.ts';

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/**
 * What a list call asks of the search. `all` among the categories lifts the category filter, and
 * without a stated order the best match comes first where there are words, else the newest.
 */
export const toDealQuery = (query: DealListQuery): DealQuery => {
  const text = (query.q ?? '').trim();
  const toEuroCents = (amount: number | undefined): number | null =>
    amount === undefined ? null : convertMinor(amount, query.currency, 'EUR');

  return {
    text,
    categories: unique(
      query.category.includes('all') ? [] : query.category.filter((category) => category !== 'all'),
    ),
    sources: unique(query.source),
    groups: unique(query.group),
    conditions: unique(query.condition),
    locations: unique(query.location),
    minPrice: toEuroCents(query.minPrice),
    maxPrice: toEuroCents(query.maxPrice),
    minDiscount: query.minDiscount ?? null,
    minRating: query.minRating === undefined ? null : Math.round(query.minRating * 10),
    inStock: query.inStock ?? false,
    sort: query.sort ?? (text === '' ? 'newest' : 'relevance'),
  };
};
