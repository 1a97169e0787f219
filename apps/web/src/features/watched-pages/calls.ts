import {
  listWatchedPages,
  unwatchPage,
  watchPage,
  type Watched,
} from '@izgodno/contract/watched-pages/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

export const watchedPagesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['watched-pages', userId],
    queryFn: async ({ signal }) => (await api.call(listWatchedPages, { query: {} }, signal)).pages,
    staleTime: 0,
  });

/** Watches a shop's page, or the deal that it is already. Throws `ApiError`. */
export const watch = async (
  queries: QueryClient,
  userId: string,
  url: string,
): Promise<Watched> => {
  const { watched } = await api.call(watchPage, { body: { url } });
  const queryKey =
    watched.kind === 'page' ? watchedPagesQuery(userId).queryKey : [...dealKeys.list, 'favorites'];
  await queries.invalidateQueries({ queryKey });
  return watched;
};

/** Throws `ApiError`. */
export const unwatch = async (queries: QueryClient, userId: string, id: string): Promise<void> => {
  await api.call(unwatchPage, { params: { id } });
  await queries.invalidateQueries({ queryKey: watchedPagesQuery(userId).queryKey });
};
