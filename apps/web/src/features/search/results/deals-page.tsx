import { type ReactNode, useEffect } from 'react';
import { findDealList } from '@izgodno/contract/search/list-paths';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { filterValueName } from '#core/format/filter-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { readView, useDealSearch } from './use-deal-search.ts';
import { DealResults } from '#features/deals/api.ts';
import { SearchBox } from '../box/search-box.tsx';
import { isMissed, isNarrowed, totalOf } from '../model/filters.ts';
import { Toolbar } from './toolbar.tsx';
import styles from './deals-page.module.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createEntryMemory } from '#core/router/entry-memory.ts';
import { useLocation, usePath } from '#core/router/location.ts';
import { dealsQuery } from '../calls.ts';

/** The number of pages that a history entry had loaded. */
const loadedPages = createEntryMemory('loaded-pages');
/** At most this many pages load again after a reload. */
const MAX_RESTORED_PAGES = 20;

/**
 * The deals of a search. A history entry that had more pages loaded gets them again, also after a
 * reload; `isRestoring` is true meanwhile.
 */
const useDealList = (search: DealSearch) => {
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

const NoDeals = lazyComponent(
  ['deals', 'search.shop', 'search.understood'],
  async () => (await import('./no-deals.tsx')).NoDeals,
);
export const ActiveFilters = lazyComponent(
  ['deals', 'search.understood'],
  async () => (await import('../filters/active-filters.tsx')).ActiveFilters,
);
const ListText = lazyComponent(
  ['search.shop'],
  async () => (await import('./list-text.tsx')).ListText,
);

interface DealsPageProps {
  /** Shown beside the filters. */
  readonly saving: ReactNode;
  /** Shown where the list has nothing of what was asked for. */
  readonly savingAtOnce: ReactNode;
}

/** The list of deals. */
export const DealsPage = ({ saving, savingAtOnce }: DealsPageProps) => {
  const search = useDealSearch();
  const narrow = useMediaQuery(DRAWER_QUERY);
  const { query, isRestoring } = useDealList(search);
  const shown = query.data?.pages[0];
  // The deals of the search before stay until the new ones arrive, but say nothing of this search.
  const first = query.isPlaceholderData ? undefined : shown;
  useReturnToCard(first !== undefined && !isRestoring);

  const view = search.view ?? readView();
  const language = useLanguage();
  const list = findDealList(usePath());
  const name = list && filterValueName(language, shown, list);
  usePageTitle(name ?? language.t('deals.title'));
  return (
    <div data-keeps-focus className={styles['page']}>
      {narrow && <SearchBox />}
      <Toolbar
        search={search}
        name={name}
        view={view}
        searching={first === undefined && !query.isError}
        page={first}
      />
      {isNarrowed(search) && (
        <div className="list-active">
          <Eventually>
            <ActiveFilters search={search} savingAtOnce={savingAtOnce}>
              {/* Where nothing is what was asked for, it is saved at once, and by one button. */}
              {!isMissed(first) && saving}
            </ActiveFilters>
          </Eventually>
        </div>
      )}
      <DealResults
        query={query}
        view={view}
        failure={search.q === undefined ? 'deals.failed' : 'search.failed'}
        none={
          <Eventually>
            <NoDeals search={search}>{savingAtOnce}</NoDeals>
          </Eventually>
        }
      />
      {list && name !== undefined && (
        <Eventually>
          <ListText list={list} name={name} count={totalOf(first)} />
        </Eventually>
      )}
    </div>
  );
};
