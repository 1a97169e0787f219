import type { FacetEntry } from '@izgodno/contract/deals/calls';
import { useState, type FormEvent } from 'react';
import { euroText } from '#core/format/money.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import type { DealSearch } from '../model/deal-search.ts';
import { withPriceRange } from '../model/filters.ts';
import { priceBuckets, type PriceBucket } from '../model/price-buckets.ts';
import { goToDeals } from '../use-deal-search.ts';
import styles from './price-filter.module.css';

const typedPrice = (text: string): number | undefined => {
  const value = Number.parseFloat(text.trim().replace(',', '.'));
  return Number.isFinite(value) && value >= 0 ? Math.round(value * 100) / 100 : undefined;
};

interface PriceFilterProps {
  readonly search: DealSearch;
  readonly buckets: readonly FacetEntry[];
}

/** A range typed into two fields or picked from the bars of what is on offer. */
export const PriceFilter = ({ search, buckets }: PriceFilterProps) => {
  const { t } = useLanguage();
  const [min, setMin] = useState(search.minPrice?.toString() ?? '');
  const [max, setMax] = useState(search.maxPrice?.toString() ?? '');

  const apply = (event: FormEvent) => {
    event.preventDefault();
    goToDeals(withPriceRange(search, typedPrice(min) || undefined, typedPrice(max)));
  };

  return (
    <form onSubmit={apply} className={styles['price']}>
      <PriceBars search={search} buckets={priceBuckets(buckets)} />
      <div className={styles['fields']}>
        <label>
          <span>{t('filters.priceMin')}</span>
          <input inputMode="decimal" value={min} onChange={({ target }) => setMin(target.value)} />
        </label>
        <label>
          <span>{t('filters.priceMax')}</span>
          <input inputMode="decimal" value={max} onChange={({ target }) => setMax(target.value)} />
        </label>
        <Button type="submit">{t('filters.apply')}</Button>
      </div>
    </form>
  );
};

const PriceBars = ({
  search,
  buckets,
}: {
  search: DealSearch;
  buckets: readonly PriceBucket[];
}) => {
  const { code, t } = useLanguage();
  return (
    <ul aria-label={t('filters.priceRanges')} className={styles['bars']}>
      {buckets.map(({ min, max, count, share }) => {
        const range =
          max === undefined
            ? t('chip.priceFrom', { min: euroText(min, code) })
            : t('chip.priceBetween', { min: euroText(min, code), max: euroText(max, code) });
        const label = t('filters.priceRange', { range, count });
        const chosen =
          (search.minPrice ?? 0) <= min &&
          (max === undefined ? search.maxPrice === undefined : (search.maxPrice ?? max) >= max);
        return (
          <li key={min}>
            <button
              type="button"
              aria-label={label}
              title={label}
              data-chosen={chosen}
              onClick={() => goToDeals(withPriceRange(search, min || undefined, max))}
            >
              <span style={{ height: `${Math.max(share * 100, 4)}%` }} />
            </button>
          </li>
        );
      })}
    </ul>
  );
};
