import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { AddFeed } from './add-feed.tsx';
import { SourceList } from './source-list.tsx';

/** The status of the sources, for administrators. */
export const SourcesPage = () => {
  const { t } = useLanguage();
  const user = useUser();
  // The session was restored from tokens alone, and the server is not reachable yet.
  if (user === null) return <output>{t('session.checking')}</output>;
  if (user.role !== 'admin') {
    return <Notice icon="warning" title={t('error.forbidden')} level={1} />;
  }
  return (
    <PageFrame title={t('sources.title')} width="cards">
      <SourceList />
      <AddFeed />
    </PageFrame>
  );
};
