import { useInfiniteQuery } from '@tanstack/react-query';
import { DRAWER_QUERY, closeSidebar } from '#core/shell/sidebar.ts';
import { useLanguage } from '#core/language/language.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { dealsQuery } from '../calls.ts';
import { activeFilters, clearFilters } from '../model/filters.ts';
import { goToDeals, useDealSearch } from '../results/use-deal-search.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { FacetFilter } from '../facets/facet-filter.tsx';
import { FilterGroup } from './filter-group.tsx';
import { PriceFilter } from './price-filter.tsx';
import styles from './filter-panel.module.css';

/** Steps of the minimum discount in percent, and of the minimum rating in stars. */
const DISCOUNTS = [10, 25, 50] as const;
const RATINGS = [3, 4, 4.5] as const;

/** Every filter of the deals list, with the number of deals for each option. */
export const FilterPanel = () => {
  const { code, t } = useLanguage();
  const search = useDealSearch();
  const isDrawer = useMediaQuery(DRAWER_QUERY);
  const first = useInfiniteQuery(dealsQuery(search)).data?.pages[0];
  const shared = { search, facets: first?.facets };

  return (
    <section aria-label={t('filters.title')} className={styles['panel']}>
      <div className={styles['head']}>
        <h2>{t('filters.title')}</h2>
        {activeFilters(search).length > 0 && (
          <Button tone="quiet" onClick={() => goToDeals(clearFilters(search))}>
            {t('filters.clearAll')}
          </Button>
        )}
      </div>
      <FacetFilter {...shared} kind="category" title={t('filters.category')} />
      <FilterGroup title={t('filters.price')}>
        <PriceFilter search={search} buckets={first?.facets.price ?? []} />
      </FilterGroup>
      <FilterGroup title={t('filters.discount')}>
        <ChoiceFilter
          label={t('filters.discount')}
          choices={DISCOUNTS}
          chosen={search.minDiscount}
          text={(percent) => t('filters.discountFrom', { percent })}
          searchOf={(minDiscount) => ({ ...search, minDiscount })}
        />
      </FilterGroup>
      <FacetFilter {...shared} kind="condition" title={t('filters.condition')} />
      <FacetFilter {...shared} kind="location" title={t('filters.location')} />
      <FacetFilter {...shared} kind="group" title={t('filters.group')} />
      <FacetFilter {...shared} kind="source" title={t('filters.source')} />
      <FilterGroup title={t('filters.rating')}>
        <ChoiceFilter
          label={t('filters.rating')}
          choices={RATINGS}
          chosen={search.minRating}
          text={(stars) => t('filters.ratingFrom', { stars: stars.toLocaleString(code) })}
          searchOf={(minRating) => ({ ...search, minRating })}
        />
      </FilterGroup>
      <label className={styles['switch']}>
        {t('filters.inStock')}
        <input
          type="checkbox"
          checked={search.inStock === true}
          onChange={({ target }) =>
            goToDeals({ ...search, inStock: target.checked ? true : undefined })
          }
        />
      </label>
      {isDrawer && first !== undefined && (
        <div className={styles['done']}>
          <Button tone="primary" onClick={closeSidebar}>
            {t('filters.show', { count: first.total })}
          </Button>
        </div>
      )}
    </section>
  );
};
