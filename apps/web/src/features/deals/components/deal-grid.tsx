import type { Deal } from '@izgodno/contract/deals/deal';
import { useLanguage } from '#core/language/language.ts';
import type { View } from '../model/deal-search.ts';
import { DealCard } from './deal-card.tsx';
import styles from './deal-grid.module.css';

/** Pictures that are in sight at once on a common screen: these are asked for first. */
const EAGER_PICTURES = 4;
const SKELETON_CARDS = 12;

export const DealGrid = ({ deals, view }: { deals: readonly Deal[]; view: View }) => {
  'use memo';
  const { t } = useLanguage();
  return (
    <ul className={styles['grid']} data-view={view} aria-label={t('deals.list')}>
      {deals.map((deal, rank) => (
        <li key={deal.id}>
          <DealCard deal={deal} eager={rank < EAGER_PICTURES} view={view} />
        </li>
      ))}
    </ul>
  );
};

const skeletonCards = Array.from({ length: SKELETON_CARDS }, (_, rank) => rank);

/** Stands where the cards will, in their measure, so that nothing moves when they come. */
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
