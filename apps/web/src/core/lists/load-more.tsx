import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import styles from './load-more.module.css';

interface LoadMoreProps {
  readonly shown: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
}

export const LoadMore = ({ shown, total, hasMore, loading, onMore }: LoadMoreProps) => {
  const { t } = useLanguage();
  const next = Math.min(DEAL_PAGE_LIMIT.default, Math.max(total - shown, 1));
  return (
    <div className={styles['more']}>
      <p>{t('deals.shown', { shown, total: Math.max(total, shown) })}</p>
      <progress value={shown} max={Math.max(total, shown)} aria-hidden="true" />
      {hasMore && (
        <Button tone="primary" disabled={loading} onClick={onMore}>
          {loading
            ? t('shell.loading')
            : t('deals.loadMore', { count: next, total: Math.max(total, shown) })}
        </Button>
      )}
    </div>
  );
};
