import { type ReactNode, useEffect } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { goToDeals, readView, useDealSearch } from './use-deal-search.ts';
import { ActiveFilters } from '../filters/active-filters.tsx';
import { DealResults } from '#features/deals/api.ts';
import { SearchBox } from '../box/search-box.tsx';
import { Toolbar } from './toolbar.tsx';
import styles from './deals-page.module.css';
import { Link } from '#core/router/link.tsx';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import type { DealSearch } from '#core/deals/deal-search.ts';
import { activeFilters, clearFilters } from '../model/filters.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createEntryMemory } from '#core/router/entry-memory.ts';
import { useLocation } from '#core/router/location.ts';
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

const NoDeals = ({ search }: { search: DealSearch }) => {
  const { t } = useLanguage();
  const filtered = activeFilters(search).length > 0;
  if (search.q === undefined && !filtered) {
    return <Notice icon="tag" title={t('empty.noDeals')} text={t('empty.noneAvailable')} />;
  }
  return (
    <Notice
      icon="search"
      title={t(search.q === undefined ? 'empty.noDeals' : 'empty.noResults')}
      text={t('empty.adjust')}
    >
      {filtered && (
        <Button tone="primary" onClick={() => goToDeals(clearFilters(search))}>
          {t('filters.clearAll')}
        </Button>
      )}
      <Link href={dealsHref()} className={buttonClass(filtered ? 'secondary' : 'primary')}>
        {t('empty.browseAll')}
      </Link>
    </Notice>
  );
};

/** The list of deals. `saving` is shown beside the filters. */
export const DealsPage = ({ saving }: { saving: ReactNode }) => {
  const { t } = useLanguage();
  const search = useDealSearch();
  const narrow = useMediaQuery(DRAWER_QUERY);
  const { query, isRestoring } = useDealList(search);
  const first = query.data?.pages[0];
  useReturnToCard(first !== undefined && !isRestoring);

  const view = search.view ?? readView();
  return (
    <div className={styles['page']}>
      {narrow && <SearchBox />}
      <Toolbar
        search={search}
        view={view}
        searching={query.isPending}
        total={first?.total}
        partial={first?.partial === true}
      />
      <ActiveFilters search={search} facets={first?.facets}>
        {saving}
      </ActiveFilters>
      {first?.correctedQuery !== undefined && (
        <p className={styles['notice']}>
          {t('deals.corrected', { typed: search.q ?? '', used: first.correctedQuery })}
        </p>
      )}
      <DealResults
        query={query}
        view={view}
        failure={search.q === undefined ? 'deals.failed' : 'search.failed'}
        none={<NoDeals search={search} />}
      />
    </div>
  );
};
