import { getDeal } from '@izgodno/contract/deals/calls';
import { listSimilarDeals } from '@izgodno/contract/search/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { takePreloadedResponse } from '#core/api/preloaded-response.ts';
import { failureKind } from '#core/api/error-text.ts';
import { RECOVERY_INTERVAL_MS } from '#core/api/query-client.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** How often a visible page checks its deal for changes, in milliseconds. */
const REFRESH_INTERVAL_MS = 20_000;
/** Similar deals rarely change, so they stay fresh for a while. */
const SIMILAR_FRESH_MS = 5 * 60_000;

export const dealQuery = (id: string) =>
  queryOptions({
    queryKey: [...dealKeys.one, id],
    queryFn: async ({ signal }) => (await api.call(getDeal, { params: { id } }, signal)).deal,
    initialData: () => takePreloadedResponse(getDeal, { params: { id } })?.deal,
    refetchInterval: ({ state: { data, error } }) => {
      if (error !== null && failureKind(error) === 'refused') return false;
      return data === undefined ? RECOVERY_INTERVAL_MS : REFRESH_INTERVAL_MS;
    },
  });

/** The deal as a loaded list has it, which lacks only its offers, choices and a few facts. */
export const dealInLists = (queries: QueryClient, id: string): Deal | undefined => {
  const lists = queries.getQueriesData<InfiniteData<DealPage>>({ queryKey: dealKeys.list });
  const similar = queries.getQueriesData<readonly Deal[]>({ queryKey: dealKeys.similar });
  return [
    ...lists.flatMap(([, data]) => data?.pages.flatMap(({ items }) => items) ?? []),
    ...similar.flatMap(([, deals]) => deals ?? []),
  ].find((deal) => deal.id === id);
};

export const similarDealsQuery = (id: string) =>
  queryOptions({
    queryKey: [...dealKeys.similar, id],
    queryFn: async ({ signal }) =>
      (await api.call(listSimilarDeals, { params: { id } }, signal)).items,
    staleTime: SIMILAR_FRESH_MS,
    refetchInterval: false,
  });
