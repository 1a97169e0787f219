import type { DealPage } from '@izgodno/contract/deals/deal-page';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import type { MessageKey } from '#core/language/language.ts';
import { useDebounced } from '#shared/hooks/use-debounced.ts';
import type { View } from '../model/deal-search.ts';
import { DealCompanions } from './deal-companions.tsx';
import { DealGrid, DealGridSkeleton } from './deal-grid.tsx';
import { DealsFailure } from './deals-failure.tsx';
import { LoadMore } from './load-more.tsx';
import styles from './deal-results.module.css';

/**
 * After how long the former results are dimmed, in milliseconds: what takes less would flicker, and
 * to draw all cards anew twice takes longer than the answer.
 */
const LONG_WAIT_MS = 300;

interface DealResultsProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<DealPage>>;
  readonly view: View;
  /** What is said to have failed where the deals cannot be had. */
  readonly failure?: MessageKey;
  /** What is said where there is no deal. */
  readonly none: ReactNode;
}

/** The deals that have been loaded, or why there are none; and the way to more. */
export const DealResults = ({ query, view, failure = 'deals.failed', none }: DealResultsProps) => {
  const pages = query.data?.pages;
  // The same ones as long as nothing new is there: the cards then stay as they are.
  const deals = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const first = pages?.[0];
  const isStale = useDebounced(query.isPlaceholderData, LONG_WAIT_MS) && query.isPlaceholderData;
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
      {first?.total === 0 && none}
      {deals.length > 0 && (
        <div className={styles['results']} data-stale={isStale} aria-busy={query.isFetching}>
          <DealGrid deals={deals} view={view} />
          <DealCompanions ids={deals.map(({ id }) => id)} />
          <LoadMore
            shown={deals.length}
            total={first?.total ?? deals.length}
            hasMore={query.hasNextPage}
            loading={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        </div>
      )}
    </>
  );
};
