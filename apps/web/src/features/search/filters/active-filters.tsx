import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { ReactNode } from 'react';
import { limitText } from '#core/format/filter-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Icon } from '#shared/ui/icon.tsx';
import type { DealSearch } from '#core/deals/deal-search.ts';
import {
  activeFilters,
  clearFilters,
  isOneOf,
  removeFilter,
  type ActiveFilter,
} from '../model/filters.ts';
import { goToDeals } from '../results/use-deal-search.ts';
import { useFilterLabel } from '../facets/use-filter-label.ts';
import styles from './active-filters.module.css';

type Facets = DealPage['facets'];

const useChipText = (facets: Facets | undefined): ((filter: ActiveFilter) => string) => {
  const language = useLanguage();
  const label = useFilterLabel(facets);
  return (filter) =>
    isOneOf(filter) ? label(filter.kind, filter.value) : limitText(filter, language);
};

interface ActiveFiltersProps {
  readonly search: DealSearch;
  readonly facets: Facets | undefined;
  /** Further actions for a filtered list. */
  readonly children: ReactNode;
}

/** The active filters as chips, to be removed one by one or all at once. */
export const ActiveFilters = ({ search, facets, children }: ActiveFiltersProps) => {
  const { t } = useLanguage();
  const chipText = useChipText(facets);
  const filters = activeFilters(search);
  if (filters.length === 0 && search.q === undefined) return null;
  return (
    <div className={styles['row']}>
      {filters.length > 0 && (
        <ul aria-label={t('filters.active')} className={styles['chips']}>
          {filters.map((filter) => {
            const text = chipText(filter);
            return (
              <li key={`${filter.kind} ${text}`}>
                <button
                  type="button"
                  aria-label={t('chip.remove', { name: text })}
                  className={styles['chip']}
                  onClick={() => goToDeals(removeFilter(search, filter))}
                >
                  {text}
                  <Icon name="close" size={15} />
                </button>
              </li>
            );
          })}
          <li>
            <button
              type="button"
              className={styles['clear']}
              onClick={() => goToDeals(clearFilters(search))}
            >
              {t('filters.clearAll')}
            </button>
          </li>
        </ul>
      )}
      <div className={styles['beside']}>{children}</div>
    </div>
  );
};
