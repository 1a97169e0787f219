import { useQueryClient } from '@tanstack/react-query';
import { dealsQuery } from './calls.ts';
import type { DealSearch } from '#core/deals/deal-search.ts';

/**
 * Prefetches the deals of a search that the user is about to make. A failed request is repeated,
 * and its error shown, with the search itself.
 */
export const usePrefetch = (): ((search: DealSearch) => void) => {
  const queries = useQueryClient();
  return (search) => void queries.prefetchInfiniteQuery(dealsQuery(search));
};
