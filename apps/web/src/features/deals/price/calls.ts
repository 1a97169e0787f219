import { getPriceHistory } from '@izgodno/contract/deals/price-history';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

/** The price itself is refreshed with the deal, so its history may be this old. */
const HISTORY_FRESH_MS = 5 * 60_000;

/** The price history; read again when the price changes. */
export const priceHistoryQuery = (id: string, amount: number) =>
  queryOptions({
    queryKey: ['deals', 'price-history', id, amount],
    queryFn: async ({ signal }) =>
      (await api.call(getPriceHistory, { params: { id } }, signal)).history,
    staleTime: HISTORY_FRESH_MS,
    refetchInterval: false,
  });
