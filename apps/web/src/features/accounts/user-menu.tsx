import { Suspense, useEffect, useRef, useState } from 'react';
import {
  ErrorBoundary,
  type FailureProps,
  lazyComponent,
  RetryLoading,
} from '#core/lazy-component.tsx';
import { useLanguage } from '#core/language/language.ts';
import { Link } from '#core/router/link.tsx';
import { loginUrl } from '#core/session/browser/session.ts';
import { useSession, useUser } from '#core/session/browser/use-session.ts';
import { IconButton, buttonClass } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './user-menu.module.css';

const UserMenuContent = lazyComponent(
  ['accounts.menu', 'accounts.session'],
  async () => (await import('./user-menu-content.tsx')).UserMenuContent,
);

/** Loads the content before the menu is opened. If this fails, opening it tries again. */
const loadContent = (): void => void UserMenuContent.preload().catch(() => undefined);

const NotLoaded = (failure: FailureProps) => {
  const { t } = useLanguage();
  return (
    <>
      <p role="alert" className={styles['who']}>
        {t('error.connectionLost')}
      </p>
      <RetryLoading {...failure} />
    </>
  );
};

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
  const user = useUser();
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
        onPointerEnter={loadContent}
        onFocus={loadContent}
      >
        {phase.kind === 'signed-out' && <Icon name="chevronDown" />}
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
          <ErrorBoundary fallback={NotLoaded}>
            <Suspense>
              <UserMenuContent onLeave={() => popover.current?.hidePopover()} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  );
};
