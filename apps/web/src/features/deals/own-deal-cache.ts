import type { Deal } from '@izgodno/contract/deals/deal';
import type { QueryClient } from '@tanstack/react-query';
import { dealKeys, patchDeals } from './deal-cache.ts';

/** Shows a deal as the server answered with it; lists, which may hold it now or no more, are asked for anew. */
export const showChangedDeal = (queries: QueryClient, deal: Deal): void => {
  queries.setQueryData([...dealKeys.one, deal.id], deal);
  patchDeals(queries, (other) => (other.id === deal.id ? deal : other));
  void queries.invalidateQueries({ queryKey: dealKeys.list });
};
