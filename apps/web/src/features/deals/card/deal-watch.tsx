import {
  listDealChanges,
  MAX_WATCHED_DEALS,
  watchedDeal,
} from '@izgodno/contract/deals/change-calls';
import type { Deal } from '@izgodno/contract/deals/deal';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api } from '#core/api/api.ts';
import { patchDeals } from '#core/deals/deal-cache.ts';
import { cardLinkId } from '#core/deals/opened-deals.ts';

/** How often a visible page checks its visible deals for changes, in milliseconds. */
const WATCH_INTERVAL_MS = 20_000;

/** The last known version of each deal. */
const versions = new Map<string, number>();

/** Whether the card of a deal is in the window, or nearly. */
const isInSight = (id: string): boolean => {
  const box = document.getElementById(cardLinkId(id))?.getBoundingClientRect();
  return box !== undefined && box.bottom > -innerHeight / 2 && box.top < 1.5 * innerHeight;
};

const askForChanges = async (
  queries: QueryClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  if (ids.length === 0) return;
  const watched = ids.slice(0, MAX_WATCHED_DEALS).map((id) => watchedDeal(id, versions.get(id)));
  const { changes, gone } = await api.call(listDealChanges, { query: { ids: watched } }, signal);
  for (const { version, deal } of changes) versions.set(deal.id, version);
  const changed = new Map(changes.map(({ deal }) => [deal.id, deal]));
  if (changes.length + gone.length === 0) return;
  patchDeals(queries, (deal): Deal =>
    gone.includes(deal.id) ? { ...deal, status: 'deleted' } : (changed.get(deal.id) ?? deal),
  );
};

/** Keeps the visible deals up to date: sold, expired or more expensive ones show it. */
export const DealWatch = ({ ids }: { ids: readonly string[] }) => {
  const queries = useQueryClient();
  useQuery({
    queryKey: ['deals', 'changes'],
    queryFn: async ({ signal }) => {
      await askForChanges(queries, ids.filter(isInSight), signal);
      return null;
    },
    // The data has just been loaded, so the first check comes after the first interval.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: WATCH_INTERVAL_MS,
    retry: false,
  });
  return null;
};
