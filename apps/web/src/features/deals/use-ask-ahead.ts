import { useQueryClient } from '@tanstack/react-query';
import { dealsQuery } from './api.ts';
import type { DealSearch } from './model/deal-search.ts';

/**
 * Asks for the deals of a search that is likely wanted in a moment, so that they are there when it
 * is. What fails is asked for again, and told, when it is shown.
 */
export const useAskAhead = (): ((search: DealSearch) => void) => {
  const queries = useQueryClient();
  return (search) => void queries.prefetchInfiniteQuery(dealsQuery(search));
};
