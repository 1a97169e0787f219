import type { DealPage } from '@izgodno/contract/deals/deal-page';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { findDealList } from '@izgodno/contract/search/list-paths';
import { useLocation } from '#core/router/location.ts';
import { isAbsoluteWebUrl } from '#core/forms/absolute-web-url.ts';
import { ShopRecord } from './shop-record.tsx';
import { limitText } from '#core/format/filter-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import type { DealSearch } from '#core/deals/deal-search.ts';
import { activeFilters, isOneOf, type ActiveFilter } from '../model/filters.ts';
import { dealsQuery } from '../calls.ts';
import { useSearchReports } from '../log/use-search-reports.ts';
import {
  withoutChips,
  withoutFilter,
  withoutPart,
  withUnderstood,
  wordParts,
} from '../model/understood.ts';
import { UnderstoodNotice } from '../results/understood-notice.tsx';
import { goToDeals } from '../results/use-deal-search.ts';
import { useFilterLabel } from '../facets/use-filter-label.ts';
import styles from './active-filters.module.css';

const useChipText = (page: DealPage | undefined): ((filter: ActiveFilter) => string) => {
  const language = useLanguage();
  const label = useFilterLabel(page);
  return (filter) =>
    isOneOf(filter) ? label(filter.kind, filter.value) : limitText(filter, language);
};

/** Opens the URL that the page was opened to search for, as the search field does. */
const useOpenedUrl = (): void => {
  const { query } = useLocation();
  // Of the search itself, only the first letters are left.
  const q = new URLSearchParams(query).get('q') ?? '';
  useEffect(() => {
    if (!isAbsoluteWebUrl(q)) return;
    import('../box/submitted-text.ts')
      .then(({ openUrl }) => openUrl(q, () => undefined, { replace: true }))
      // Its words are searched.
      .catch(() => undefined);
  }, [q]);
};

interface Chip {
  readonly text: string;
  /** The search without it. */
  readonly without: DealSearch;
}

interface ActiveFiltersProps {
  readonly search: DealSearch;
  /** Shown with deals that are only near. */
  readonly savingAtOnce: ReactNode;
  /** Further actions for a filtered list; false if there are none. */
  readonly children: ReactNode;
}

/** The active and understood filters as chips, to be removed one by one or all at once. */
export const ActiveFilters = ({ search: typed, savingAtOnce, children }: ActiveFiltersProps) => {
  const { code, t } = useLanguage();
  useOpenedUrl();
  const { data, isPlaceholderData } = useInfiniteQuery(dealsQuery(typed));
  const page = data?.pages[0];
  useSearchReports(isPlaceholderData ? undefined : data?.pages);
  const understood = isPlaceholderData ? undefined : page?.understood;
  const search = understood ? withUnderstood(typed, understood) : typed;
  const chipText = useChipText(page);
  const filters = activeFilters(search);
  const named = understood?.named ?? [];
  const chips: readonly Chip[] = [
    ...wordParts(named).map((part) => ({
      text: part.label?.[code] ?? part.text,
      without: withoutPart(search, part),
    })),
    ...filters.map((filter) => ({
      text: chipText(filter),
      without: withoutFilter(search, filter, named),
    })),
  ];
  const list = findDealList(useLocation().path);
  if (filters.length === 0 && typed.q === undefined) return null;
  return (
    <>
      <div className={styles['row']}>
        {chips.length > 0 && (
          <ul
            data-keeps-focus
            aria-label={t('understood.activeFilters')}
            className={styles['chips']}
          >
            {chips.map(({ text, without }) => (
              <li key={text}>
                <button
                  type="button"
                  aria-label={t('understood.removeFilter', { name: text })}
                  className={styles['chip']}
                  onClick={() => goToDeals(without)}
                >
                  {text}
                  <Icon name="close" size={15} />
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                className={styles['clear']}
                onClick={() => goToDeals(withoutChips(search, named))}
              >
                {t('filters.clearAll')}
              </button>
            </li>
          </ul>
        )}
        {children !== false && <div className={styles['beside']}>{children}</div>}
      </div>
      {list?.filter === 'source' && <ShopRecord source={list.value} />}
      {understood && (
        <UnderstoodNotice
          search={typed}
          understood={understood}
          page={page}
          savingAtOnce={savingAtOnce}
        />
      )}
    </>
  );
};
