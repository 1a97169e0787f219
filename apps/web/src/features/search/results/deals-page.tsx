import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useReturnToCard } from '#core/deals/opened-deals.ts';
import { readView } from './stored-view.ts';
import { useDealList } from './use-deal-list.ts';
import { useDealSearch } from './use-deal-search.ts';
import { ActiveFilters } from '../filters/active-filters.tsx';
import { DealResults } from '#features/deals/api.ts';
import { NoDeals } from './no-deals.tsx';
import { SearchBox } from '../box/search-box.tsx';
import { Toolbar } from './toolbar.tsx';
import styles from './deals-page.module.css';

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
