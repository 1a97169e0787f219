import type { Deal } from '@izgodno/contract/deals/deal';
import type { QueryClient } from '@tanstack/react-query';
import { dealKeys, patchDeals } from '#core/deals/deal-cache.ts';

/** Shows a deal from the server's response; invalidates lists, which may now include it or not. */
export const showChangedDeal = (queries: QueryClient, deal: Deal): void => {
  queries.setQueryData([...dealKeys.one, deal.id], deal);
  patchDeals(queries, (other) => (other.id === deal.id ? deal : other));
  void queries.invalidateQueries({ queryKey: dealKeys.list });
};
