import type { Deal } from '@izgodno/contract/deals/deal';
import type { View } from '@izgodno/contract/search/deal-search';
import { useLanguage } from '#core/language/language.ts';
import { DealCard } from './deal-card.tsx';
import styles from './deal-grid.module.css';

/** Images visible at once on a common screen, which load first. */
const EAGER_IMAGES = 4;
/** Cards that are painted first, or reserved. Most windows show no more. */
const FIRST_CARDS = 12;

interface DealGridProps {
  readonly deals: readonly Deal[];
  readonly view: View;
  /** Whether to render only the first cards; the others have empty items. */
  readonly isBegun?: boolean;
  /** The accessible name of the list; `deals.list` by default. */
  readonly label?: string;
  /** Whether Back from a deal leads to results. */
  readonly areResults?: boolean;
}

export const DealGrid = ({ deals, view, isBegun, label, areResults = true }: DealGridProps) => {
  'use memo';
  const { t } = useLanguage();
  return (
    <ul className={styles['grid']} data-view={view} aria-label={label ?? t('deals.list')}>
      {deals.map((deal, rank) => (
        <li key={deal.id}>
          {(!isBegun || rank < FIRST_CARDS) && (
            <DealCard
              deal={deal}
              eager={areResults && rank < EAGER_IMAGES}
              view={view}
              isResult={areResults}
            />
          )}
        </li>
      ))}
    </ul>
  );
};

const skeletonCards = Array.from({ length: FIRST_CARDS }, (_, rank) => rank);

/** Reserves the cards' size, so that nothing moves when they appear. */
export const DealGridSkeleton = ({ view }: { view: View }) => (
  <div className={styles['grid']} data-view={view} aria-hidden="true">
    {skeletonCards.map((rank) => (
      <div key={rank} className={styles['skeleton']}>
        <div className={styles['skeletonPicture']} />
        <div className={styles['skeletonBody']}>
          <span />
          <span />
          <span />
        </div>
      </div>
    ))}
  </div>
);
