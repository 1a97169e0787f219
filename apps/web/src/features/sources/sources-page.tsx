import { useLanguage } from '#core/language/language.ts';
import { useUser } from '#core/session/browser/use-session.ts';
import { Notice } from '#shared/ui/notice.tsx';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { AddFeed } from './add-feed.tsx';
import { SourceList } from './source-list.tsx';

/** How the sources of deals are, for administrators. */
export const SourcesPage = () => {
  const { t } = useLanguage();
  const user = useUser();
  // Restored from tokens alone, while the server cannot yet be asked.
  if (user === null) return <output>{t('session.checking')}</output>;
  if (user.role !== 'admin') {
    return <Notice icon="warning" title={t('error.forbidden')} level={1} />;
  }
  return (
    <PageFrame title={t('operations.title')} width="cards">
      <SourceList />
      <AddFeed />
    </PageFrame>
  );
};
