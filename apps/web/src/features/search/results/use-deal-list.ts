import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createEntryMemory } from '#core/router/entry-memory.ts';
import { useLocation } from '#core/router/location.ts';
import { dealsQuery } from '../calls.ts';
import type { DealSearch } from '#core/deals/deal-search.ts';

/** The number of pages that a history entry had loaded. */
const loadedPages = createEntryMemory('loaded-pages');
/** At most this many pages load again after a reload. */
const MAX_RESTORED_PAGES = 20;

/**
 * The deals of a search. A history entry that had more pages loaded gets them again, also after a
 * reload; `isRestoring` is true meanwhile.
 */
export const useDealList = (search: DealSearch) => {
  const { key } = useLocation();
  const query = useInfiniteQuery(dealsQuery(search));
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const loaded = query.isPlaceholderData ? 0 : (query.data?.pages.length ?? 0);
  const wanted = Math.min(Number(loadedPages.get(key) ?? 1), MAX_RESTORED_PAGES);
  const isRestoring = loaded < wanted && hasNextPage && !isError;

  useEffect(() => {
    if (loaded === 0) return;
    if (!isRestoring) loadedPages.set(key, String(loaded));
    else if (!isFetching) void fetchNextPage();
  }, [key, loaded, isRestoring, isFetching, fetchNextPage]);

  return { query, isRestoring };
};
