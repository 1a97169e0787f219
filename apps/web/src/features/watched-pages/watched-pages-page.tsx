import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { watchedPagesQuery } from './calls.ts';
import { WatchForm } from './watch-form.tsx';
import { WatchedPageRow } from './watched-page-row.tsx';
import styles from './watched-pages.module.css';

/** The pages of shops that the user watches. */
export const WatchedPagesPage = () => {
  const { t } = useLanguage();
  const user = useUser();
  const { query } = useLocation();
  return (
    <PageFrame
      title={t('watched.title')}
      lead={
        <>
          {t('watched.text')} <Link href="/settings#notices">{t('watched.channels')}</Link>
        </>
      }
      width="rows"
    >
      {user !== null && (
        <>
          <WatchForm key={query} userId={user.id} />
          <WatchedPageList userId={user.id} />
        </>
      )}
    </PageFrame>
  );
};

const WatchedPageList = ({ userId }: { userId: string }) => {
  const { t } = useLanguage();
  const { data: pages, error, refetch } = useQuery(watchedPagesQuery(userId));
  if (pages === undefined) {
    return error === null ? (
      <output aria-busy>{t('shell.loading')}</output>
    ) : (
      <LoadFailure title="watched.failed" error={error} onRetry={() => void refetch()} />
    );
  }
  if (pages.length === 0)
    return <Notice icon="search" title={t('watched.none')} text={t('watched.noneText')} />;
  return (
    <ul data-keeps-focus aria-label={t('watched.title')} className={styles['list']}>
      {pages.map((page) => (
        <WatchedPageRow key={page.id} page={page} userId={userId} />
      ))}
    </ul>
  );
};
