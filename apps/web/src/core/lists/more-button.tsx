import type { ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { loadNext, type NextPage } from './load-next.ts';
import styles from './more-button.module.css';

interface MoreButtonProps {
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: NextPage;
  /** Of the wrapper. */
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Loads the next page of a list. Rendered also after the last page: the wrapper then has the focus
 * that the button loses, so that a keyboard goes on below the list.
 */
export const MoreButton = ({ hasMore, loading, onMore, className, children }: MoreButtonProps) => {
  const { t } = useLanguage();
  return (
    <div data-keeps-focus className={`${styles['more']} ${className ?? ''}`}>
      {hasMore && (
        <Button disabled={loading} onClick={() => void loadNext(onMore)}>
          {children}
        </Button>
      )}
      <output className="visually-hidden">{loading && t('shell.loading')}</output>
    </div>
  );
};
