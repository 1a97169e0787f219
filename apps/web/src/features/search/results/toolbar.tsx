import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { views, type DealSearch, type View } from '@izgodno/contract/search/deal-search';
import { useLanguage } from '#core/language/language.ts';
import { useState } from 'react';
import { Eventually, lazyComponent } from '#core/lazy-component.tsx';
import { DRAWER_QUERY } from '#core/shell/sidebar.ts';
import { Link } from '#core/router/link.tsx';
import { navigate } from '#core/router/location.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { defaultSort, sortsFor } from '#core/deals/deal-search.ts';
import { activeFilters } from '../model/filters.ts';
import { dealsHref } from '#core/deals/paths.ts';
import { numberText } from '#core/format/number-format.ts';
import { goToDeals, rememberView } from './use-deal-search.ts';
import { ListHeading, type ListHeadingProps } from '../list-head/list-heading.tsx';
import styles from './toolbar.module.css';

const FilterSheet = lazyComponent(
  ['deals', 'search.filters'],
  async () => (await import('../filters/filter-sheet.tsx')).FilterSheet,
);

interface ToolbarProps extends Omit<ListHeadingProps, 'language' | 'Link' | 'children'> {
  readonly view: View;
  readonly searching: boolean;
}

export const Toolbar = ({ view, searching, ...heading }: ToolbarProps) => {
  const { search } = heading;
  const language = useLanguage();
  const narrow = useMediaQuery(DRAWER_QUERY);
  return (
    <div className={styles['toolbar']}>
      <ListHeading {...heading} language={language} Link={Link}>
        {searching && <span className={styles['searching']}>{language.t('deals.searching')}</span>}
      </ListHeading>
      <div className={styles['tools']}>
        {narrow && <FiltersButton count={activeFilters(search).length} />}
        <SortSelect search={search} />
        <ViewToggle search={search} view={view} />
      </div>
    </div>
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
