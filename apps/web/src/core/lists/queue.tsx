import { ApiError } from '@izgodno/contract/common/client';
import type { ReactNode } from 'react';
import { FailedQuery } from '#core/failed-query.tsx';
import { useLanguage } from '#core/language/language.ts';
import type { NextPage } from './load-next.ts';
import { MoreButton } from './more-button.tsx';
import styles from './queue.module.css';

/** The part of a query that this component uses; those of an infinite one may have more pages. */
interface QueueQuery {
  readonly error: unknown;
  readonly refetch: () => Promise<unknown>;
  readonly isFetching: boolean;
  readonly hasNextPage?: boolean;
  readonly fetchNextPage?: NextPage;
}

interface QueueProps<Item> {
  /** Undefined until they load. */
  readonly items: readonly Item[] | undefined;
  readonly query: QueueQuery;
  /** Shown if the queue is empty. */
  readonly none: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A moderation queue: its items, or why there are none. */
export const Queue = <Item,>({ items, query, none, children }: QueueProps<Item>) => {
  const { t } = useLanguage();
  // What a user may no longer see must not stay on the screen.
  const isDenied = query.error instanceof ApiError && query.error.code === 'forbidden';
  if (items === undefined || isDenied) {
    return query.error === null ? (
      <output>{t('shell.loading')}</output>
    ) : (
      <FailedQuery query={query} />
    );
  }
  if (items.length === 0) return none;
  return (
    <>
      {children(items)}
      <MoreButton
        className={styles['more']}
        hasMore={query.hasNextPage === true}
        loading={query.isFetching}
        onMore={async () => query.fetchNextPage?.()}
      >
        {t('moderation.more')}
      </MoreButton>
    </>
  );
};
