import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { useLocation } from '#core/router/location.ts';
import { TabLinks } from '#core/router/tab-links.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { AuditTrail } from '#features/audit/audit-trail.tsx';
import { ReportQueue } from '#features/moderation/components/report-queue.tsx';
import { ForbiddenNotice } from './forbidden-notice.tsx';

const PATH = '/moderation';

const views = {
  reports: ReportQueue,
  trail: AuditTrail,
} as const;
const viewNames = ['reports', 'trail'] as const;

/** The reports of users and the decisions on them, for moderators and administrators. */
export const ModerationPage = () => {
  const { t } = useLanguage();
  const user = useUser();
  const asked = new URLSearchParams(useLocation().query).get('view');
  const view = viewNames.find((name) => name === asked) ?? 'reports';
  const title = t('moderation.title');
  usePageTitle(`${t(`moderation.view.${view}`)} - ${title}`);
  // The session was restored from tokens alone, and the server is not reachable yet.
  if (user === null) return <output>{t('shell.loading')}</output>;
  if (user.role === 'member') return <ForbiddenNotice text="moderation.forbidden" level={1} />;
  const View = views[view];
  return (
    <PageFrame title={title} width="rows">
      <TabLinks
        label={title}
        links={viewNames.map((name) => ({
          href: name === 'reports' ? PATH : `${PATH}?view=${name}`,
          isCurrent: name === view,
          content: t(`moderation.view.${name}`),
        }))}
      />
      <View />
    </PageFrame>
  );
};
