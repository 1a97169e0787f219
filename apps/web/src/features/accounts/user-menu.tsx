import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { REGISTER_PATH } from '#core/session/return-path.ts';
import { urlWithReturn, loginUrl, session } from '#core/session/browser/session.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import { IconButton, buttonClass } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { SessionPanel, SystemStatus } from './session-panel.tsx';
import styles from './user-menu.module.css';

const MENU_ID = 'user-menu';

/**
 * The account's menu in the header: sign-in links for visitors, the user's pages for users.
 * `startsOpen`: the user opened the menu before its code had loaded.
 */
export const UserMenu = ({ startsOpen }: { startsOpen: boolean }) => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const isSignedIn = phase.kind === 'signed-in';
  const user = isSignedIn ? phase.session.user : null;
  const close = () => popover.current?.hidePopover();
  useEffect(() => {
    if (!startsOpen) return;
    button.current?.focus();
    popover.current?.showPopover();
  }, [startsOpen]);
  return (
    <div className={styles['place']}>
      {phase.kind === 'signed-out' && (
        <Link href={loginUrl()} className={`${buttonClass('primary')} ${styles['signIn']}`}>
          {t('menu.signIn')}
        </Link>
      )}
      <IconButton
        ref={button}
        label={user === null ? t('menu.account') : `${t('menu.account')}: ${user.name}`}
        popoverTarget={MENU_ID}
        aria-expanded={open}
      >
        {user === null ? (
          <Icon name="user" />
        ) : (
          <span className={styles['initial']} aria-hidden="true">
            {user.name.slice(0, 1).toUpperCase()}
          </span>
        )}
      </IconButton>
      <div
        ref={popover}
        id={MENU_ID}
        popover="auto"
        className={styles['menu']}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <>
            {user !== null && (
              <div className={styles['who']}>
                <p className={styles['name']}>{user.name}</p>
                <p className={styles['email']}>{user.email}</p>
              </div>
            )}
            <nav aria-label={t('menu.account')} className={styles['links']}>
              {isSignedIn ? (
                <>
                  <Link href="/profile" onClick={close}>
                    {t('menu.profile')}
                  </Link>
                  <Link href="/dashboard" onClick={close}>
                    {t('menu.dashboard')}
                  </Link>
                  <Link href="/favorites/searches" onClick={close}>
                    {t('menu.savedSearches')}
                  </Link>
                  <Link href="/settings" onClick={close}>
                    {t('menu.settings')}
                  </Link>
                  {user !== null && user.role !== 'member' && (
                    <Link href="/moderation" onClick={close}>
                      {t('menu.moderation')}
                    </Link>
                  )}
                  {user?.role === 'admin' && (
                    <Link href="/operations" onClick={close}>
                      {t('menu.sources')}
                    </Link>
                  )}
                  <button
                    type="button"
                    onClick={() => {
                      close();
                      session.dispatch({ kind: 'logout-asked' });
                    }}
                  >
                    {t('menu.logOut')}
                  </button>
                </>
              ) : (
                <>
                  <Link href={loginUrl()} onClick={close}>
                    {t('menu.signIn')}
                  </Link>
                  <Link href={urlWithReturn(REGISTER_PATH)} onClick={close}>
                    {t('menu.createAccount')}
                  </Link>
                </>
              )}
            </nav>
            <div className={styles['state']}>
              <SessionPanel />
              <SystemStatus />
            </div>
          </>
        )}
      </div>
    </div>
  );
};
