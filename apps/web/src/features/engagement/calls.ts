import { listFavorites, listTrendingDeals } from '@izgodno/contract/engagement/calls';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** Statuses with a list of their own. Deleted deals are no longer shown. */
export const favoriteStatuses = ['active', 'sold', 'expired'] as const;
export type FavoriteStatus = (typeof favoriteStatuses)[number];

const pageOf = (cursor: string) => (cursor === '' ? {} : { cursor });

export const trendingQuery = infiniteQueryOptions({
  queryKey: [...dealKeys.list, 'trending'],
  queryFn: ({ pageParam, signal }) =>
    api.call(listTrendingDeals, { query: pageOf(pageParam) }, signal),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** The user's favourites, with one status or all. */
export const favoritesQuery = (status: FavoriteStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...dealKeys.list, 'favorites', status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listFavorites,
        { query: { ...(status === undefined ? {} : { status }), ...pageOf(pageParam) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
