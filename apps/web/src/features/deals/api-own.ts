import { listMyDeals } from '@izgodno/contract/posts/calls';
import { dealStatuses, type DealStatus } from '@izgodno/contract/deals/vocabulary';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealKeys } from './deal-cache.ts';

/** By which status one's own deals are shown apart. */
export const ownStatuses = dealStatuses;
/** Those of which deals are shown where none is named. */
export const listedStatuses = dealStatuses.filter((status) => status !== 'deleted');

/** One's own deals; of every status but `deleted` where none is named. */
export const ownDealsQuery = (status: DealStatus | undefined) =>
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
