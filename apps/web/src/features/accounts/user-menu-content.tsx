import { useLanguage } from '#core/language/language.ts';
import { relativeTime } from '#core/format/relative-time.ts';
import { Link } from '#core/router/link.tsx';
import { REGISTER_PATH } from '#core/session/return-path.ts';
import { urlWithReturn, loginUrl, session } from '#core/session/browser/session.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { useNow } from '#shared/hooks/use-now.ts';
import { useStore } from '#shared/store.ts';
import { toastLog } from '#shared/ui/shown-toasts.ts';
import { SessionPanel, SystemStatus } from './session-panel.tsx';
import styles from './user-menu.module.css';

/** Sign-in links for visitors, the user's pages for users. */
const MenuLinks = ({ onLeave }: { onLeave: () => void }) => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const isSignedIn = phase.kind === 'signed-in';
  const role = isSignedIn ? phase.session.user?.role : undefined;
  return (
    <nav aria-label={t('menu.account')} className={styles['links']}>
      {isSignedIn ? (
        <>
          <Link href="/profile" onClick={onLeave}>
            {t('menu.profile')}
          </Link>
          <Link href="/dashboard" onClick={onLeave}>
            {t('menu.dashboard')}
          </Link>
          <Link href="/favorites/searches" onClick={onLeave}>
            {t('menu.savedSearches')}
          </Link>
          <Link href="/settings" onClick={onLeave}>
            {t('menu.settings')}
          </Link>
          {role !== undefined && role !== 'member' && (
            <Link href="/moderation" onClick={onLeave}>
              {t('menu.moderation')}
            </Link>
          )}
          {role === 'admin' && (
            <Link href="/admin" onClick={onLeave}>
              {t('menu.administration')}
            </Link>
          )}
          <button
            type="button"
            onClick={() => {
              onLeave();
              session.dispatch({ kind: 'logout-asked' });
            }}
          >
            {t('menu.logOut')}
          </button>
        </>
      ) : (
        <>
          <Link href={loginUrl()} onClick={onLeave}>
            {t('menu.signIn')}
          </Link>
          <Link href={urlWithReturn(REGISTER_PATH)} onClick={onLeave}>
            {t('menu.createAccount')}
          </Link>
        </>
      )}
    </nav>
  );
};

/** The toasts of the past, for a user who missed one. */
const RecentMessages = () => {
  const { t, code } = useLanguage();
  const messages = useStore(toastLog);
  const now = useNow();
  return (
    <details className={styles['messages']}>
      <summary>{t('menu.messages')}</summary>
      {messages.length === 0 ? (
        <p>{t('menu.noMessages')}</p>
      ) : (
        <ol>
          {messages.map(({ id, text, at }) => (
            <li key={id}>
              {text} <small>{relativeTime(new Date(at).toISOString(), now, code)}</small>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
};

/** What the open menu shows. */
export const UserMenuContent = ({ onLeave }: { onLeave: () => void }) => {
  const { phase } = useSession();
  const user = phase.kind === 'signed-in' ? phase.session.user : null;
  return (
    <>
      {user !== null && (
        <div className={styles['who']}>
          <p className={styles['name']}>{user.name}</p>
          <p className={styles['email']}>{user.email}</p>
        </div>
      )}
      <MenuLinks onLeave={onLeave} />
      <RecentMessages />
      <div className={styles['state']}>
        <SessionPanel />
        <SystemStatus />
      </div>
    </>
  );
};
