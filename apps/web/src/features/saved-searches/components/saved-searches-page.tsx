import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '#core/language/language.ts';
import { LoadFailure } from '#core/load-failure.tsx';
import { Link } from '#core/router/link.tsx';
import { buttonClass } from '#shared/ui/button.tsx';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { savedSearchesQuery } from '../calls.ts';
import { SavedSearchRow } from './saved-search-row.tsx';
import styles from './saved-searches-page.module.css';

/** The user's saved searches. */
export const SavedSearchesPage = () => {
  const { t } = useLanguage();
  return (
    <PageFrame
      title={t('searches.title')}
      lead={
        <>
          {t('searches.text')} <Link href="/settings#notices">{t('searches.channels')}</Link>
        </>
      }
      width="rows"
    >
      <SavedSearchList />
    </PageFrame>
  );
};

const SavedSearchList = () => {
  const { t } = useLanguage();
  const { data: searches, error, refetch } = useQuery(savedSearchesQuery);
  if (searches === undefined && error !== null) {
    return <LoadFailure title="searches.failed" error={error} onRetry={() => void refetch()} />;
  }
  if (searches === undefined) return <output aria-busy>{t('shell.loading')}</output>;
  if (searches.length === 0) {
    return (
      <Notice icon="search" title={t('searches.none')} text={t('searches.noneText')}>
        <Link href="/deals" className={buttonClass('primary')}>
          {t('empty.browseAll')}
        </Link>
      </Notice>
    );
  }
  return (
    <ul aria-label={t('searches.title')} className={styles['list']}>
      {searches.map((search) => (
        <SavedSearchRow key={search.id} saved={search} />
      ))}
    </ul>
  );
};
