import type { FacetEntry } from '@izgodno/contract/deals/deal-page';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { euroText, typedAmount } from '#core/format/money.ts';
import { readAmount } from '#core/format/read-amount.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import type { DealSearch } from '#core/deals/deal-search.ts';
import { priceRange, withPriceRange } from '../model/filters.ts';
import {
  LAST_POSITION,
  positionOfMax,
  positionOfMin,
  priceAt,
  priceBars,
} from '../model/facets.ts';
import { goToDeals } from '../results/use-deal-search.ts';
import styles from './price-filter.module.css';

/** Delay after a thumb's last movement until the deals are searched, in milliseconds. */
const SLIDER_PAUSE_MS = 350;

/** Major euro units; undefined if the text is no amount. */
const typedPrice = (text: string): number | undefined => {
  const cents = readAmount(text);
  return Number.isNaN(cents) ? undefined : cents / 100;
};

interface PriceFilterProps {
  readonly search: DealSearch;
  readonly buckets: readonly FacetEntry[];
}

/** A price range: by sliders under a histogram, or typed into two fields. */
export const PriceFilter = ({ search, buckets }: PriceFilterProps) => {
  const { code, t } = useLanguage();
  const { isTotal, min: lowest, max: highest } = priceRange(search);
  const [wantsTotal, setWantsTotal] = useState(isTotal);
  const given = `${isTotal} ${lowest ?? ''}-${highest ?? ''}`;
  const typed = (price: number | undefined) =>
    price === undefined ? '' : typedAmount(Math.round(price * 100), code);
  const fromSearch = {
    given,
    min: typed(lowest),
    max: typed(highest),
  };
  const [draft, setDraft] = useState(fromSearch);
  // A range from elsewhere, such as Back, replaces the typed one.
  if (draft.given !== given) {
    setDraft(fromSearch);
    if (lowest !== undefined || highest !== undefined) setWantsTotal(isTotal);
  }

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const apply = (min: string, max: string, total = wantsTotal) => {
    clearTimeout(pause.current);
    goToDeals(withPriceRange(search, typedPrice(min) || undefined, typedPrice(max), total));
  };

  const slide = (range: { min?: string; max?: string }) => {
    const { min, max } = { ...draft, ...range };
    setDraft({ given, min, max });
    clearTimeout(pause.current);
    pause.current = setTimeout(() => apply(min, max), SLIDER_PAUSE_MS);
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    apply(draft.min, draft.max);
  };

  return (
    <form onSubmit={onSubmit} className={styles['price']}>
      <PriceSlider
        bars={priceBars(buckets)}
        min={typedPrice(draft.min)}
        max={typedPrice(draft.max)}
        onMin={(price) => slide({ min: price?.toString() ?? '' })}
        onMax={(price) => slide({ max: price?.toString() ?? '' })}
      />
      <div className={styles['fields']}>
        <label>
          <span>{t('filters.priceMin')}</span>
          <input
            inputMode="decimal"
            value={draft.min}
            onChange={({ target }) => setDraft({ ...draft, min: target.value })}
          />
        </label>
        <label>
          <span>{t('filters.priceMax')}</span>
          <input
            inputMode="decimal"
            value={draft.max}
            onChange={({ target }) => setDraft({ ...draft, max: target.value })}
          />
        </label>
        <Button type="submit">{t('filters.apply')}</Button>
      </div>
      <label className={styles['total']}>
        <input
          type="checkbox"
          checked={wantsTotal}
          onChange={({ target }) => {
            setWantsTotal(target.checked);
            apply(draft.min, draft.max, target.checked);
          }}
        />
        {t('filters.total')}
      </label>
    </form>
  );
};

interface PriceSliderProps {
  readonly bars: readonly number[];
  /** Major euro units. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly onMin: (price: number | undefined) => void;
  readonly onMax: (price: number | undefined) => void;
}

const PriceSlider = ({ bars, min, max, onMin, onMax }: PriceSliderProps) => {
  const { code, t } = useLanguage();
  const from = positionOfMin(min);
  const to = Math.max(positionOfMax(max), from + 1);
  return (
    <div className={styles['slider']}>
      <div className={styles['bars']} aria-hidden="true">
        {bars.map((height, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the index identifies the bucket.
            key={index}
            data-chosen={from <= index && index < to}
            style={{ height: `${height === 0 ? 0 : Math.max(height * 100, 5)}%` }}
          />
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={LAST_POSITION}
        value={from}
        aria-label={t('filterPanel.lowestPrice')}
        aria-valuetext={euroText(min ?? 0, code)}
        onChange={({ target }) =>
          onMin(priceAt(Math.min(Number(target.value), to - 1)) || undefined)
        }
      />
      <input
        type="range"
        min={0}
        max={LAST_POSITION}
        value={to}
        aria-label={t('filterPanel.highestPrice')}
        aria-valuetext={max === undefined ? t('filters.any') : euroText(max, code)}
        onChange={({ target }) => onMax(priceAt(Math.max(Number(target.value), from + 1)))}
      />
    </div>
  );
};
