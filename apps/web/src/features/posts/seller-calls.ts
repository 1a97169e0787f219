import { listSellerDeals } from '@izgodno/contract/posts/calls';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';

/** The active deals of a seller. */
export const sellerDealsQuery = (sellerId: string) =>
  infiniteQueryOptions({
    queryKey: [...dealKeys.list, 'seller', sellerId],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listSellerDeals,
        { params: { id: sellerId }, query: pageParam === '' ? {} : { cursor: pageParam } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
