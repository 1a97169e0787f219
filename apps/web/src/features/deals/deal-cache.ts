import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { Deal } from '@izgodno/contract/deals/deal';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

/** Keys of what the server was asked: under `list` all that is read page by page. */
export const dealKeys = {
  list: ['deals', 'list'],
  one: ['deals', 'one'],
  similar: ['deals', 'similar'],
} as const;

/** Changes deals wherever they have been loaded. `patch` returns the very same deal to leave it as it is. */
export const patchDeals = (queries: QueryClient, patch: (deal: Deal) => Deal): void => {
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
};
