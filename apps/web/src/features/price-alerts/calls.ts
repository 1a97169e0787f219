import type { Money } from '@izgodno/contract/common/money';
import { getPriceHistory } from '@izgodno/contract/deals/price-history';
import {
  listPriceAlerts,
  removePriceAlert,
  setPriceAlert,
} from '@izgodno/contract/price-alerts/calls';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { dealKeys } from '#core/deals/deal-cache.ts';
import { isAlreadyBelow } from './saving-error.ts';

export const priceAlertsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['price-alerts', userId],
    queryFn: async ({ signal }) => (await api.call(listPriceAlerts, { query: {} }, signal)).alerts,
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

/** Reads the deal again if it costs less already. Throws `ApiError`. */
export const saveAlert = async (
  queries: QueryClient,
  userId: string,
  dealId: string,
  alert: { readonly below: Money; readonly withDelivery: boolean },
): Promise<void> => {
  try {
    await api.call(setPriceAlert, { params: { id: dealId }, body: alert });
  } catch (error) {
    if (isAlreadyBelow(error))
      void queries.invalidateQueries({ queryKey: [...dealKeys.one, dealId] });
    throw error;
  }
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
