import type { DealPage } from '@izgodno/contract/deals/calls';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MessageKey } from '#core/language/language.ts';
import type { View } from '../model/deal-search.ts';
import { DealCompanions } from './deal-companions.tsx';
import { DealGrid, DealGridSkeleton } from './deal-grid.tsx';
import { DealsFailure } from './deals-failure.tsx';
import { LoadMore } from './load-more.tsx';
import styles from './deal-results.module.css';

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
  const first = query.data?.pages[0];
  const deals = query.data?.pages.flatMap(({ items }) => items) ?? [];
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
        <div
          className={styles['results']}
          data-stale={query.isPlaceholderData}
          aria-busy={query.isFetching}
        >
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
