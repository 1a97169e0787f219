import type { DealPage } from '@izgodno/contract/deals/deal-page';
import {
  type FilterName,
  filterNames,
  filters,
  isOfKind,
  isOffered,
} from '@izgodno/contract/search/filters';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { limitText } from '#core/format/filter-text.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { dealsQuery, usePrefetch } from '../calls.ts';
import { activeFilters } from '../model/filters.ts';
import { withoutChips, withUnderstood } from '../model/understood.ts';
import { goToDeals, useDealSearch } from '../results/use-deal-search.ts';
import { BrandFilter } from '../facets/brand-filter.tsx';
import { FacetFilter } from '../facets/facet-filter.tsx';
import { FilterGroup } from './filter-group.tsx';
import { PriceFilter } from './price-filter.tsx';
import styles from './filter-panel.module.css';

interface ChoiceFilterProps {
  readonly label: string;
  readonly choices: readonly number[];
  readonly chosen: number | undefined;
  readonly text: (choice: number) => string;
  /** Returns the search with another choice. */
  readonly searchOf: (choice: number | undefined) => DealSearch;
}

/** A threshold filter with at most one step chosen. */
const ChoiceFilter = ({ label, choices, chosen, text, searchOf }: ChoiceFilterProps) => {
  const { t } = useLanguage();
  const name = useId();
  const prefetch = usePrefetch();
  // A shared URL may contain another step, which is then shown as well.
  const steps =
    chosen === undefined || choices.includes(chosen)
      ? choices
      : [...choices, chosen].toSorted((a, b) => a - b);
  return (
    <fieldset className={styles['choices']}>
      <legend className="visually-hidden">{label}</legend>
      {[undefined, ...steps].map((step) => (
        <label
          key={step ?? 0}
          className={styles['choice']}
          onPointerDown={() => prefetch(searchOf(step))}
        >
          <input
            type="radio"
            name={name}
            checked={step === chosen}
            onChange={() => goToDeals(searchOf(step))}
          />
          {step === undefined ? t('filterPanel.any') : text(step)}
        </label>
      ))}
    </fieldset>
  );
};

/** The filters at the top; the others follow in the order of their rows. */
const atTop = [
  'category',
  'offer',
  'rooms',
  'area',
  'price',
  'minDiscount',
  'brand',
  'condition',
  'location',
  'group',
  'source',
] as const satisfies FilterName[];
/** The range of totals is chosen with that of prices. */
const shown = [...new Set<FilterName>([...atTop, ...filterNames])].filter(
  (name) => name !== 'total',
);

interface FilterControlProps {
  readonly name: FilterName;
  readonly search: DealSearch;
  readonly page: DealPage | undefined;
}

/** The control of a filter, by its kind. */
const FilterControl = ({ name, search, page }: FilterControlProps) => {
  const language = useLanguage();
  const title = language.t(`filters.${name}`);
  if (name === 'brand') return <BrandFilter search={search} />;
  if (isOfKind(name, 'oneOf')) return <FacetFilter kind={name} {...{ title, search, page }} />;
  if (isOfKind(name, 'range')) {
    return (
      <FilterGroup title={title}>
        <PriceFilter search={search} buckets={page?.facets.price ?? []} />
      </FilterGroup>
    );
  }
  if (isOfKind(name, 'atLeast')) {
    return (
      <FilterGroup title={title}>
        <ChoiceFilter
          label={title}
          choices={filters[name].steps}
          chosen={search[name]}
          text={(value) => limitText({ kind: name, value }, language)}
          searchOf={(least) => ({ ...search, [name]: least })}
        />
      </FilterGroup>
    );
  }
  return (
    <label className={styles['switch']}>
      {title}
      <input
        type="checkbox"
        checked={search[name] === true}
        onChange={({ target }) =>
          goToDeals({ ...search, [name]: target.checked ? true : undefined })
        }
      />
    </label>
  );
};

/**
 * Every filter of the deals list, with the number of deals for each option. `children` end the line
 * of the heading.
 */
export const FilterPanel = ({ children }: { children?: ReactNode }) => {
  const { t } = useLanguage();
  const typed = useDealSearch();
  const { data, isPlaceholderData } = useInfiniteQuery(dealsQuery(typed));
  const first = data?.pages[0];
  const understood = isPlaceholderData ? undefined : first?.understood;
  // A filter that is chosen now must not be read as older than the words.
  const search = understood ? withUnderstood(typed, understood) : typed;

  return (
    <section data-keeps-focus aria-label={t('filters.title')} className={styles['panel']}>
      <div className={styles['head']}>
        <h2>{t('filters.title')}</h2>
        {activeFilters(search).length > 0 && (
          <Button
            tone="quiet"
            onClick={() => goToDeals(withoutChips(search, understood?.named ?? []))}
          >
            {t('filters.clearAll')}
          </Button>
        )}
        {children}
      </div>
      {shown.map(
        (name) =>
          isOffered(name, search) && (
            <FilterControl key={name} name={name} search={search} page={first} />
          ),
      )}
    </section>
  );
};
