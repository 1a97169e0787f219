import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** Query keys; under `list` everything that is read page by page. */
export const dealKeys = {
  list: ['deals', 'list'],
  one: ['deals', 'one'],
  similar: ['deals', 'similar'],
} as const;

/**
 * Patches deals in every loaded query. `patch` returns the same object to leave a deal unchanged.
 */
export const patchDeals = (queries: QueryClient, patch: (deal: Deal) => Deal): void => {
  // A patched list counts as fresh, though it may hold a deal that no longer belongs to it.
  const outdated = queries
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.isInvalidated });
  queries.setQueriesData<InfiniteData<DealPage>>(
    { queryKey: dealKeys.list },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map(patch) })),
      },
  );
  queries.setQueriesData<Deal>({ queryKey: dealKeys.one }, (deal) => deal && patch(deal));
  queries.setQueriesData<Deal[]>({ queryKey: dealKeys.similar }, (deals) => deals?.map(patch));
  for (const query of outdated) query.invalidate();
};
