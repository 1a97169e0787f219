import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { useLanguage } from '#core/language/language.ts';
import { DRAWER_QUERY, toggleSidebar } from '#core/shell/sidebar.ts';
import { navigate } from '#core/router/location.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import {
  defaultSort,
  sortsFor,
  views,
  type DealSearch,
  type View,
} from '#core/deals/deal-search.ts';
import { activeFilters } from '../model/filters.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { rememberView } from './use-deal-search.ts';
import { goToDeals } from './use-deal-search.ts';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly search: DealSearch;
  readonly view: View;
  readonly searching: boolean;
  /** Absent if the deals failed to load. */
  readonly total: number | undefined;
  /** True while the count is a lower bound. */
  readonly partial: boolean;
}

export const Toolbar = ({ search, view, searching, total, partial }: ToolbarProps) => {
  const { t } = useLanguage();
  const narrow = useMediaQuery(DRAWER_QUERY);
  const filterCount = activeFilters(search).length;
  return (
    <div className={styles['toolbar']}>
      <div className={styles['heading']}>
        <h1>
          {search.q === undefined ? t('deals.title') : t('deals.resultsFor', { q: search.q })}
        </h1>
        <output className={styles['count']}>
          {searching && t('deals.searching')}
          {total !== undefined &&
            t(partial ? 'deals.countAtLeast' : 'deals.count', { count: total })}
        </output>
      </div>
      <div className={styles['tools']}>
        {narrow && (
          <Button onClick={toggleSidebar} className={styles['filters']}>
            <Icon name="filter" />
            {t('filters.title')}
            {filterCount > 0 && <span className={styles['badge']}>{filterCount}</span>}
          </Button>
        )}
        <SortSelect search={search} />
        <ViewToggle search={search} view={view} />
      </div>
    </div>
  );
};

const SortSelect = ({ search }: { search: DealSearch }) => {
  const { t } = useLanguage();
  const orders = sortsFor(search);
  const chosen = orders.find((order) => order === search.sort) ?? defaultSort(search);
  const choose = (order: SortOrder | undefined) =>
    goToDeals({ ...search, sort: order === defaultSort(search) ? undefined : order });
  return (
    <label className={styles['sort']}>
      <span className={styles['sortLabel']}>{t('sort.label')}</span>
      <select
        value={chosen}
        onChange={({ target }) => choose(orders.find((order) => order === target.value))}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {t(`sort.${order}`)}
          </option>
        ))}
      </select>
    </label>
  );
};

const ViewToggle = ({ search, view }: { search: DealSearch; view: View }) => {
  const { t } = useLanguage();
  const choose = (other: View) => {
    rememberView(other);
    navigate(dealsHref({ ...search, view: other }), { keepScroll: true });
  };
  return (
    <fieldset aria-label={t('view.label')} className={styles['views']}>
      {views.map((other) => (
        <button
          key={other}
          type="button"
          aria-label={t(`view.${other}`)}
          title={t(`view.${other}`)}
          aria-pressed={view === other}
          onClick={() => choose(other)}
        >
          <Icon name={other} />
        </button>
      ))}
    </fieldset>
  );
};
