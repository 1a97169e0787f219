import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { View } from '@izgodno/contract/search/deal-search';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { TextKey } from '#core/language/language.ts';
import { currentLocation } from '#core/router/location.ts';
import { DealCompanions } from './deal-companions.tsx';
import { DealGrid, DealGridSkeleton } from './deal-grid.tsx';
import { DealsFailure } from './deals-failure.tsx';
import { LoadMore } from '#core/lists/load-more.tsx';
import styles from './deal-results.module.css';

/** Whether a navigation led to the list that begins so, and only its first cards are painted yet. */
const useIsNew = (first: DealPage | undefined, isWaiting: boolean): boolean => {
  const { key, by } = currentLocation();
  const [whole, setWhole] = useState({ first, key });
  useEffect(() => {
    // The first frame may be the one that paints the list.
    if (!isWaiting)
      requestAnimationFrame(() => requestAnimationFrame(() => setWhole({ first, key })));
  }, [first, key, isWaiting]);
  // Neither a list that loads again nor another view of it is new.
  if (isWaiting || first === whole.first || key === whole.key) return false;
  // Back needs the whole list to restore the place in it.
  return by !== 'traverse';
};

interface DealResultsProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<DealPage>>;
  readonly view: View;
  /** The heading if the deals fail to load. */
  readonly failure?: TextKey;
  /** Shown if there are no deals. */
  readonly none: ReactNode;
}

/** The loaded deals, or why there are none; and a button for more. */
export const DealResults = ({ query, view, failure = 'deals.failed', none }: DealResultsProps) => {
  const pages = query.data?.pages;
  // Memoised, so that the cards do not render again without new data.
  const deals = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const first = pages?.[0];
  const isWaiting = query.isPlaceholderData;
  const isNew = useIsNew(first, isWaiting);
  return (
    <>
      {query.isError && (
        <DealsFailure
          title={failure}
          error={query.error}
          onRetry={() => void query.refetch()}
          whole={first === undefined}
        />
      )}
      {query.isPending && <DealGridSkeleton view={view} />}
      {/* A placeholder is the list before, so this one may have deals. */}
      {first?.total === 0 && (isWaiting ? <DealGridSkeleton view={view} /> : none)}
      {deals.length > 0 && (
        <div className={styles['results']} data-stale={isWaiting} aria-busy={query.isFetching}>
          <DealGrid deals={deals} view={view} isBegun={isNew} />
          <DealCompanions ids={deals.map(({ id }) => id)} />
          <LoadMore
            shown={deals.length}
            total={first?.total ?? 0}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={query.fetchNextPage}
          />
        </div>
      )}
    </>
  );
};
