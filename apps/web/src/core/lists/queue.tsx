import type { ReactNode } from 'react';
import { FailureText } from '#core/failure-text.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import styles from './queue.module.css';

/** The part of an infinite query that this component uses. */
interface Further {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface QueueProps<Item> {
  /** Undefined until they load. */
  readonly items: readonly Item[] | undefined;
  readonly error: unknown;
  /** How to load more; absent if all items load at once. */
  readonly further?: Further;
  /** Shown if the queue is empty. */
  readonly none: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A moderation queue: its items, or why there are none. */
export const Queue = <Item,>({ items, error, further, none, children }: QueueProps<Item>) => {
  const { t } = useLanguage();
  if (items === undefined) {
    return error === null ? (
      <output>{t('shell.loading')}</output>
    ) : (
      <p role="alert" className={styles['failure']}>
        <FailureText error={error} />
      </p>
    );
  }
  if (items.length === 0) return none;
  return (
    <>
      {children(items)}
      {further?.hasNextPage === true && (
        <Button
          className={styles['more']}
          disabled={further.isFetching}
          onClick={() => void further.fetchNextPage()}
        >
          {t('moderation.more')}
        </Button>
      )}
    </>
  );
};
