import type { Deal } from '@izgodno/contract/deals/deal';
import type { QueryClient } from '@tanstack/react-query';
import { patchDeals } from '#core/deals/deal-cache.ts';

/** Changes some fields of a deal in every loaded query. */
export const patchDeal = (queries: QueryClient, id: string, changed: Partial<Deal>): void =>
  patchDeals(queries, (deal) => (deal.id === id ? { ...deal, ...changed } : deal));
