import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { useLanguage } from '#core/language/language.ts';
import { useState } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { Link } from '#core/router/link.tsx';
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
import { numberText } from '#core/format/number-format.ts';
import { rememberView } from './use-deal-search.ts';
import { goToDeals } from './use-deal-search.ts';
import styles from './toolbar.module.css';

const FilterSheet = lazyComponent(
  ['deals', 'search.filters'],
  async () => (await import('../filters/filter-sheet.tsx')).FilterSheet,
);

interface ToolbarProps {
  readonly search: DealSearch;
  /** Of a list with a path of its own. */
  readonly name: string | undefined;
  readonly view: View;
  readonly searching: boolean;
  /** Absent if the deals failed to load, or if it would mislead. */
  readonly total: number | undefined;
  /** True while the count is a lower bound. */
  readonly partial: boolean;
}

export const Toolbar = ({ search, name, view, searching, total, partial }: ToolbarProps) => {
  const { t } = useLanguage();
  const narrow = useMediaQuery(DRAWER_QUERY);
  return (
    <div className={styles['toolbar']}>
      <div className={styles['heading']}>
        <h1 className={search.q === undefined ? undefined : styles['results']}>
          {search.q === undefined
            ? (name ?? t('deals.title'))
            : t('deals.resultsFor', { q: search.q })}
        </h1>
        <div className={styles['under']}>
          {name !== undefined && (
            <Breadcrumbs
              name={name}
              all={t(search.category === undefined ? 'deals.title' : 'category.all')}
            />
          )}
          <output className={styles['count']}>
            {searching && <span className={styles['searching']}>{t('deals.searching')}</span>}
            {total !== undefined &&
              t(partial ? 'deals.countAtLeast' : 'deals.count', { count: total })}
          </output>
        </div>
      </div>
      <div className={styles['tools']}>
        {narrow && <FiltersButton count={activeFilters(search).length} />}
        <SortSelect search={search} />
        <ViewToggle search={search} view={view} />
      </div>
    </div>
  );
};

/** The way from all deals to the page's list. */
const Breadcrumbs = ({ name, all }: { name: string; all: string }) => {
  const { t } = useLanguage();
  return (
    <nav aria-label={t('deals.path')} className={styles['path']}>
      <Link href={dealsHref({})}>{all}</Link> › <span aria-current="page">{name}</span>
    </nav>
  );
};

/** Opens the filters in a sheet of their own. */
const FiltersButton = ({ count }: { count: number }) => {
  const { t, code } = useLanguage();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        onPointerDown={() => void FilterSheet.preload().catch(() => undefined)}
        onClick={() => setOpen(true)}
        className={styles['filters']}
      >
        <Icon name="filter" />
        {t('filters.title')}
        {count > 0 && <span className={styles['badge']}>{numberText(count, code)}</span>}
      </Button>
      {open && (
        <Eventually>
          <FilterSheet onClose={() => setOpen(false)} />
        </Eventually>
      )}
    </>
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
