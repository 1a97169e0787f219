import type { FacetEntry } from '@izgodno/contract/deals/deal-page';
import type { DealSearch } from '@izgodno/contract/search/deal-search';
import { useEffect, useId, useRef, useState, type FocusEvent, type SubmitEvent } from 'react';
import { euroText, typedAmount } from '#core/format/money.ts';
import { readAmount } from '#core/format/read-amount.ts';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { dealsHref } from '#core/deals/paths.ts';
import { priceRange, withPriceRange } from '../model/price-range.ts';
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
/** Delay after the last key, in milliseconds: each search is a step of the history. */
const TYPING_PAUSE_MS = 800;

/** Major euro units; undefined if the text is no amount. */
const typedPrice = (text: string): number | undefined => {
  const cents = readAmount(text);
  return Number.isNaN(cents) ? undefined : cents / 100;
};

const isNoAmount = (text: string): boolean => text.trim() !== '' && typedPrice(text) === undefined;

interface TypedRange {
  readonly min: string;
  readonly max: string;
}

/** Whether the range may be searched while it is typed: one that is not in order would be turned round. */
const isWhole = ({ min, max }: TypedRange): boolean =>
  !isNoAmount(min) &&
  !isNoAmount(max) &&
  (typedPrice(min) ?? 0) <= (typedPrice(max) ?? Number.POSITIVE_INFINITY);

interface PriceFilterProps {
  readonly search: DealSearch;
  readonly buckets: readonly FacetEntry[];
}

const bounds = [
  { bound: 'min', label: 'filterPanel.priceMin' },
  { bound: 'max', label: 'filterPanel.priceMax' },
] as const;

/** The range that is typed or slid, which is searched after a pause or when it is finished. */
const usePriceDraft = (search: DealSearch) => {
  const { code } = useLanguage();
  const { isTotal, min: lowest, max: highest } = priceRange(search);
  const [wantsTotal, setWantsTotal] = useState(isTotal);
  const given = `${isTotal} ${lowest ?? ''}-${highest ?? ''}`;
  const typed = (price: number | undefined) =>
    price === undefined ? '' : typedAmount(Math.round(price * 100), code);
  const [draft, setDraft] = useState({ given, min: typed(lowest), max: typed(highest) });
  // A range from elsewhere, such as Back, replaces the typed one; a text that means it stays.
  if (draft.given !== given) {
    const minMeans = typedPrice(draft.min) || undefined;
    setDraft({
      given,
      min: minMeans === lowest ? draft.min : typed(lowest),
      max: typedPrice(draft.max) === highest ? draft.max : typed(highest),
    });
    if (lowest !== undefined || highest !== undefined) setWantsTotal(isTotal);
  }
  const [isTyping, setIsTyping] = useState(false);

  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  const apply = ({ min, max }: TypedRange, total: boolean) => {
    clearTimeout(pause.current);
    const next = withPriceRange(search, typedPrice(min) || undefined, typedPrice(max), total);
    if (dealsHref(next) !== dealsHref(search)) goToDeals(next);
  };
  const change = (range: Partial<TypedRange>, pauseFor: (next: TypedRange) => number | null) => {
    const next = { given, min: draft.min, max: draft.max, ...range };
    setDraft(next);
    clearTimeout(pause.current);
    const pauseMs = pauseFor(next);
    if (pauseMs !== null) pause.current = setTimeout(() => apply(next, wantsTotal), pauseMs);
  };
  return {
    draft,
    isTyping,
    wantsTotal,
    slide: (range: Partial<TypedRange>) => change(range, () => SLIDER_PAUSE_MS),
    type: (range: Partial<TypedRange>) => {
      setIsTyping(true);
      change(range, (next) => (isWhole(next) ? TYPING_PAUSE_MS : null));
    },
    finish: (total = wantsTotal) => {
      setIsTyping(false);
      setWantsTotal(total);
      apply(draft, total);
    },
  };
};

/** A price range: by sliders under a histogram, or typed into two fields. */
export const PriceFilter = ({ search, buckets }: PriceFilterProps) => {
  const { t } = useLanguage();
  const { draft, isTyping, wantsTotal, slide, type, finish } = usePriceDraft(search);
  const id = useId();
  const isFaulty = !isTyping && (isNoAmount(draft.min) || isNoAmount(draft.max));

  // On the way to the other field, the range is half typed.
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) => {
    const isOther =
      relatedTarget instanceof HTMLInputElement &&
      relatedTarget.form === currentTarget.form &&
      relatedTarget.type === 'text';
    if (isTyping && !isOther) finish();
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    finish();
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
        {bounds.map(({ bound, label }) => (
          <label key={bound}>
            <span>{t(label)}</span>
            <input
              inputMode="decimal"
              aria-invalid={isFaulty && isNoAmount(draft[bound])}
              aria-describedby={isFaulty ? `${id}-fault` : undefined}
              value={draft[bound]}
              onBlur={onBlur}
              onChange={({ target }) => type({ [bound]: target.value })}
            />
          </label>
        ))}
        <Button type="submit">{t('filterPanel.apply')}</Button>
      </div>
      {isFaulty && (
        <p id={`${id}-fault`} role="alert" className={styles['fault']}>
          {t('filterPanel.noAmount')}
        </p>
      )}
      <label className={styles['total']}>
        <input
          type="checkbox"
          checked={wantsTotal}
          onChange={({ target }) => finish(target.checked)}
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
        aria-valuetext={max === undefined ? t('filterPanel.any') : euroText(max, code)}
        onChange={({ target }) => onMax(priceAt(Math.max(Number(target.value), from + 1)))}
      />
    </div>
  );
};
