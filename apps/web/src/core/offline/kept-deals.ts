import { getDeal } from '@izgodno/contract/deals/calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import * as z from 'zod/mini';
import { DEALS_CACHE } from './kept.ts';

const LIST_PATH = '/api/deals';

export interface KeptDeals {
  /** Deals whose pages were seen, the latest first. */
  readonly deals: readonly Deal[];
  /** Whether the list of all deals was seen. */
  readonly hasList: boolean;
}

/** What of the deals was kept when it was last seen. */
export const readKeptDeals = async (): Promise<KeptDeals> => {
  const cache = await caches.open(DEALS_CACHE);
  const keys = await cache.keys();
  const deals: Deal[] = [];
  for (const { url } of keys.toReversed()) {
    if (!new URL(url).pathname.startsWith(`${LIST_PATH}/`)) continue;
    const kept = await cache.match(url);
    const answer = z.safeParse(getDeal.response, await kept?.json());
    // One of an earlier version may read otherwise.
    if (answer.success) deals.push(answer.data.deal);
  }
  return { deals, hasList: (await cache.match(LIST_PATH)) !== undefined };
};
