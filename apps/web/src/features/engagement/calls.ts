import {
  listFavorites,
  listTrendingDeals,
  type TrendingTab,
} from '@izgodno/contract/engagement/calls';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { pagedQuery } from '#core/api/paged-query.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** Statuses with a list of their own. Deleted deals are no longer shown. */
export const favoriteStatuses = ['active', 'sold', 'expired'] as const;
export type FavoriteStatus = (typeof favoriteStatuses)[number];

export const trendingQuery = (tab: TrendingTab) =>
  pagedQuery([...dealKeys.list, 'trending', tab], (page, signal) =>
    api.call(listTrendingDeals, { query: { tab, ...page } }, signal),
  );

/** The user's favourites, with one status or all. */
export const favoritesQuery = (status: FavoriteStatus | undefined) =>
  pagedQuery(
    [...dealKeys.list, 'favorites', status ?? 'all'],
    (page, signal) =>
      api.call(listFavorites, { query: { ...(status && { status }), ...page } }, signal),
    { placeholderData: keepPreviousData },
  );
