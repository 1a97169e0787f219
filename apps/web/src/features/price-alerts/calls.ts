import type { Money } from '@izgodno/contract/common/money';
import { getPriceHistory } from '@izgodno/contract/deals/price-history';
import {
  listPriceAlerts,
  removePriceAlert,
  setPriceAlert,
} from '@izgodno/contract/price-alerts/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

export const priceAlertsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['price-alerts', userId],
    queryFn: async ({ signal }) => (await api.call(listPriceAlerts, {}, signal)).alerts,
    staleTime: 0,
  });

/** The history that the page of the deal shows, under the same key. */
export const historyQuery = (id: string, amount: number) =>
  queryOptions({
    queryKey: ['deals', 'price-history', id, amount],
    queryFn: async ({ signal }) =>
      (await api.call(getPriceHistory, { params: { id } }, signal)).history,
    refetchInterval: false,
  });

/** Throws `ApiError`. */
export const saveAlert = async (
  queries: QueryClient,
  userId: string,
  dealId: string,
  below: Money,
  withDelivery: boolean,
): Promise<void> => {
  await api.call(setPriceAlert, { params: { id: dealId }, body: { below, withDelivery } });
  await queries.invalidateQueries({ queryKey: priceAlertsQuery(userId).queryKey });
};

/** Throws `ApiError`. */
export const dropAlert = async (
  queries: QueryClient,
  userId: string,
  dealId: string,
): Promise<void> => {
  await api.call(removePriceAlert, { params: { id: dealId } });
  await queries.invalidateQueries({ queryKey: priceAlertsQuery(userId).queryKey });
};
