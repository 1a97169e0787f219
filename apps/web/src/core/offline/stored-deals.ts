import { getDeal } from '@izgodno/contract/deals/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import * as z from 'zod/mini';
import { DEALS_CACHE } from './stored.ts';

const LIST_PATH = '/api/deals';

export interface StoredDeals {
  /** Deals whose pages were viewed, latest first. */
  readonly deals: readonly Deal[];
  /** Whether the list of all deals was viewed. */
  readonly hasList: boolean;
}

/** Reads the deals that the service worker has cached. */
export const readStoredDeals = async (): Promise<StoredDeals> => {
  const cache = await caches.open(DEALS_CACHE);
  const keys = await cache.keys();
  const deals: Deal[] = [];
  for (const { url } of keys.toReversed()) {
    if (!new URL(url).pathname.startsWith(`${LIST_PATH}/`)) continue;
    const stored = await cache.match(url);
    const response = z.safeParse(getDeal.response, await stored?.json());
    // An entry of an earlier version may have another form.
    if (response.success) deals.push(response.data.deal);
  }
  return { deals, hasList: (await cache.match(LIST_PATH)) !== undefined };
};
