import { DEAL_PAGE_LIMIT } from '@izgodno/contract/deals/deal-page';
import { useLanguage } from '#core/language/language.ts';
import { Button } from '#shared/ui/button.tsx';
import { loadNext, type NextPage } from './load-next.ts';
import styles from './load-more.module.css';

interface LoadMoreProps {
  readonly shown: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly loading: boolean;
  readonly onMore: NextPage;
}

export const LoadMore = ({ shown, total, hasMore, loading, onMore }: LoadMoreProps) => {
  const { t } = useLanguage();
  const all = Math.max(total, shown);
  const next = Math.min(DEAL_PAGE_LIMIT.default, all - shown || 1);
  return (
    <div data-keeps-focus className={styles['more']}>
      <p aria-live="polite">{t('deals.shown', { shown, total: all })}</p>
      <progress value={shown} max={all} aria-hidden="true" />
      {hasMore && (
        <Button tone="primary" disabled={loading} onClick={() => void loadNext(onMore)}>
          {loading ? t('shell.loading') : t('deals.loadMore', { count: next, total: all })}
        </Button>
      )}
    </div>
  );
};
