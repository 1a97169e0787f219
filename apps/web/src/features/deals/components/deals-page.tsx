import { useLanguage } from '#core/language/language.ts';
import { DRAWER_QUERY } from '#core/layout/sidebar.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useReturnToCard } from '../opened-deals.ts';
import { readView } from '../stored-view.ts';
import { useDealList } from '../use-deal-list.ts';
import { useDealSearch } from '../use-deal-search.ts';
import { ActiveFilters } from './active-filters.tsx';
import { DealCompanions } from './deal-companions.tsx';
import { DealsFailure } from './deals-failure.tsx';
import { DealGrid, DealGridSkeleton } from './deal-grid.tsx';
import { LoadMore } from './load-more.tsx';
import { NoDeals } from './no-deals.tsx';
import { SearchBox } from './search-box.tsx';
import { Toolbar } from './toolbar.tsx';
import styles from './deals-page.module.css';

export const DealsPage = () => {
  const { t } = useLanguage();
  const search = useDealSearch();
  const narrow = useMediaQuery(DRAWER_QUERY);
  const query = useDealList(search);

  const first = query.data?.pages[0];
  const deals = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const view = search.view ?? readView();
  useReturnToCard(deals.length > 0 && !query.isRestoring);
  return (
    <div className={styles['page']}>
      {narrow && <SearchBox />}
      <Toolbar search={search} view={view} total={first?.total} partial={first?.partial === true} />
      <ActiveFilters search={search} facets={first?.facets} />
      {first?.correctedQuery !== undefined && (
        <p className={styles['notice']}>
          {t('deals.corrected', { typed: search.q ?? '', used: first.correctedQuery })}
        </p>
      )}
      {query.isError && (
        <DealsFailure
          error={query.error}
          onRetry={() => void query.refetch()}
          whole={first === undefined}
        />
      )}
      {query.isPending && <DealGridSkeleton view={view} />}
      {first?.total === 0 && <NoDeals search={search} />}
      {deals.length > 0 && (
        <div
          className={styles['results']}
          data-stale={query.isPlaceholderData}
          aria-busy={query.isFetching}
        >
          <DealGrid deals={deals} view={view} />
          <DealCompanions ids={deals.map(({ id }) => id)} />
          <LoadMore
            shown={deals.length}
            total={first?.total ?? deals.length}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </div>
      )}
    </div>
  );
};
