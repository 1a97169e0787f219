import { listDeals } from '@izgodno/contract/search/calls';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { type DealSearch, withoutView } from '@izgodno/contract/search/deal-search';
import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { takePreloadedResponse } from '#core/api/preloaded-response.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** The pages of deals for a search, each starting where the previous one ended. */
export const dealsQuery = (search: DealSearch) =>
  infiniteQueryOptions({
    queryKey: [...dealKeys.list, 'found', withoutView(search)],
    queryFn: ({ pageParam, signal }): Promise<DealPage> =>
      api.call(
        listDeals,
        { query: { ...withoutView(search), ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    initialData: () => {
      const page = takePreloadedResponse(listDeals, { query: withoutView(search) });
      return page && { pages: [page], pageParams: [''] };
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Previous results stay visible until the new ones arrive.
    placeholderData: keepPreviousData,
  });

/**
 * Prefetches the deals of a search that the user is about to make. A failed request is repeated,
 * and its error shown, with the search itself.
 */
export const usePrefetch = (): ((search: DealSearch) => void) => {
  const queries = useQueryClient();
  return (search) => void queries.prefetchInfiniteQuery(dealsQuery(search));
};
