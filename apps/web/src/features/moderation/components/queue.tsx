import type { ReactNode } from 'react';
import { FailureText } from '#core/failure-text.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import styles from './moderation.module.css';

/** As much as this needs of an infinite query. */
interface Further {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface QueueProps<Item> {
  /** Undefined until they are known. */
  readonly items: readonly Item[] | undefined;
  readonly error: unknown;
  /** Where the rest comes from; absent where all come at once. */
  readonly further?: Further;
  /** Stands where there is nothing to look at. */
  readonly none: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** What moderators look through: what there is of it, or why there is nothing. */
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
