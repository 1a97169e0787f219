import { useLanguage } from '#core/language/language.ts';
import { usePageTitle } from '#core/page-title.ts';
import { useLocation } from '#core/router/location.ts';
import { useParams } from '#core/router/params.ts';
import { TabLinks } from '#core/router/tab-links.tsx';
import { useUser } from '#core/session/browser/use-session.ts';
import { PageFrame } from '#shared/ui/page-frame.tsx';
import { USERS_PATH } from '#features/accounts/administration/calls.ts';
import { UserDetails } from '#features/accounts/administration/user-details.tsx';
import { UsersList } from '#features/accounts/administration/users-list.tsx';
import { AuditTrail } from '#features/audit/audit-trail.tsx';
import { SearchLog } from '#features/search/log/search-log.tsx';
import { Sources } from '#features/sources/sources.tsx';
import { Backups } from '#features/system/backups.tsx';
import { Checks } from '#features/system/checks.tsx';
import { Jobs } from '#features/system/jobs.tsx';
import { Mails } from '#features/system/mails.tsx';
import { Nodes } from '#features/system/nodes.tsx';
import { SettingsInForce } from '#features/system/settings-in-force.tsx';
import { ForbiddenNotice } from './forbidden-notice.tsx';

const views = {
  users: UsersList,
  sources: Sources,
  searches: SearchLog,
  nodes: Nodes,
  checks: Checks,
  jobs: Jobs,
  mails: Mails,
  backups: Backups,
  settings: SettingsInForce,
  trail: AuditTrail,
} as const;
/** What each role administers; the first view is the one that opens. */
const viewsOf = {
  member: [],
  moderator: ['trail'],
  admin: [
    'users',
    'sources',
    'searches',
    'nodes',
    'checks',
    'jobs',
    'mails',
    'backups',
    'settings',
    'trail',
  ],
} as const;

/** Users, the state of the site and the audit trail, for administrators; moderators see the trail. */
export const AdministrationPage = () => {
  const { t } = useLanguage();
  const user = useUser();
  const { userId } = useParams();
  const { query } = useLocation();
  const asked = userId === undefined ? new URLSearchParams(query).get('view') : 'users';
  const [first, ...more] = viewsOf[user?.role ?? 'member'];
  const names = first === undefined ? [] : [first, ...more];
  const found = names.find((name) => name === asked);
  /** A link of an administrator, or a former address, may lead a moderator to what they may not see. */
  const isForbidden = found === undefined && asked !== null && Object.hasOwn(views, asked);
  const view = found ?? first;
  const title = t('administration.title');
  usePageTitle(
    view === undefined || isForbidden ? title : `${t(`administration.view.${view}`)} - ${title}`,
  );
  // The session was restored from tokens alone, and the server is not reachable yet.
  if (user === null) return <output>{t('shell.loading')}</output>;
  if (view === undefined) return <ForbiddenNotice text="moderation.forbidden" level={1} />;
  const View = views[view];
  const content = () => {
    if (isForbidden) return <ForbiddenNotice text="administration.forbidden" level={2} />;
    return userId === undefined ? <View /> : <UserDetails userId={userId} />;
  };
  return (
    <PageFrame title={title} width="wide">
      <TabLinks
        label={title}
        links={[
          ...names.map((name) => ({
            href: name === first ? USERS_PATH : `${USERS_PATH}?view=${name}`,
            isCurrent: name === view && !isForbidden,
            content: t(`administration.view.${name}`),
          })),
          { href: '/moderation', isCurrent: false, content: t('administration.view.reports') },
        ]}
      />
      {content()}
    </PageFrame>
  );
};
