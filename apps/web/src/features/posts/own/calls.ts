import { listMyDeals } from '@izgodno/contract/posts/calls';
import { dealStatuses, type DealStatus } from '@izgodno/contract/deals/vocabulary';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** Statuses with a list of their own. */
export const ownStatuses = dealStatuses;
/** Statuses of the list without a filter. */
export const listedStatuses = dealStatuses.filter((status) => status !== 'deleted');

/** The user's own posts, with one status, or with any but `deleted`. */
export const ownPostsQuery = (status: DealStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: [...dealKeys.list, 'own', status ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listMyDeals,
        {
          query: {
            ...(status === undefined ? {} : { status }),
            ...(pageParam === '' ? {} : { cursor: pageParam }),
          },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
