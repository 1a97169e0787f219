import { listDeals } from '@izgodno/contract/search/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';

const RECENT_DEALS = 6;

export const recentDealsQuery = queryOptions({
  queryKey: ['recent-deals'],
  queryFn: async ({ signal }) =>
    (
      await api.call(
        listDeals,
        {
          query: {
            category: [],
            source: [],
            group: [],
            condition: [],
            location: [],
            offer: [],
            rooms: [],
            area: [],
            sort: 'newest',
            limit: RECENT_DEALS,
          },
        },
        signal,
      )
    ).items,
});
