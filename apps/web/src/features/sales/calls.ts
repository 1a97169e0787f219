import { getSale, listRatings, rateSale, sellDeal, type Sale } from '@izgodno/contract/sales/calls';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealKeys, patchDeals } from '#core/deals/deal-cache.ts';

export const saleQuery = (dealId: string, userId: string) =>
  queryOptions({
    queryKey: ['sale', dealId, userId],
    queryFn: async ({ signal }) =>
      (await api.call(getSale, { params: { id: dealId } }, signal)).sale,
  });

const ratingsKey = (userId: string) => ['ratings', userId];

export const ratingsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ratingsKey(userId),
    queryFn: ({ signal, pageParam }) =>
      api.call(
        listRatings,
        { params: { id: userId }, query: pageParam === null ? {} : { cursor: pageParam } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

interface NewSale {
  readonly dealId: string;
  readonly sellerId: string;
  readonly buyerId: string;
}

/** Marks a deal as sold to a member. Throws `ApiError`. */
export const sellTo = async (
  queries: QueryClient,
  { dealId, sellerId, buyerId }: NewSale,
): Promise<void> => {
  const { deal, sale } = await api.call(sellDeal, { params: { id: dealId }, body: { buyerId } });
  queries.setQueryData(saleQuery(dealId, sellerId).queryKey, sale);
  patchDeals(queries, (held) => (held.id === deal.id ? deal : held));
  void queries.invalidateQueries({ queryKey: dealKeys.list });
  void queries.invalidateQueries({ queryKey: ['chat', 'deal', dealId] });
};

/** Rates the other side of a sale. Throws `ApiError`. */
export const rate = async (
  queries: QueryClient,
  userId: string,
  { dealId, seller, buyer }: Sale,
  rating: { readonly stars: number; readonly text: string },
): Promise<void> => {
  const { sale } = await api.call(rateSale, { params: { id: dealId }, body: rating });
  queries.setQueryData(saleQuery(dealId, userId).queryKey, sale);
  for (const { id } of [seller, buyer])
    void queries.invalidateQueries({ queryKey: ratingsKey(id) });
};
