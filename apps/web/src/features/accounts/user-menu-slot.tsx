import { Suspense, useState } from 'react';
import { useLanguage } from '#core/language/language.ts';
import {
  ErrorBoundary,
  type FailureProps,
  lazyComponent,
  RetryLoading,
} from '#core/lazy-component.tsx';
import { Link } from '#core/router/link.tsx';
import { useLocation } from '#core/router/location.ts';
import { LOGIN_PATH, withReturnPath } from '#core/session/return-path.ts';
import { useSessionWanted, wantSession } from '#core/session/browser/wanted.ts';
import { buttonClass, IconButton } from '#shared/ui/button.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import styles from './user-menu.module.css';

const UserMenu = lazyComponent([], async () => (await import('./user-menu.tsx')).UserMenu);

/**
 * The slot of the user menu. Until a session is needed, it shows the same links without the
 * session's code.
 */
export const UserMenuSlot = () => {
  const wanted = useSessionWanted();
  const [asked, setAsked] = useState(false);
  const before = (
    <WaysIn
      onOpen={() => {
        setAsked(true);
        wantSession();
      }}
      mayBeSignedIn={wanted}
    />
  );
  if (!wanted) return before;
  return (
    <ErrorBoundary fallback={UserMenuFailure}>
      <Suspense fallback={before}>
        <UserMenu startsOpen={asked} />
      </Suspense>
    </ErrorBoundary>
  );
};

const UserMenuFailure = (failure: FailureProps) => (
  <>
    <WaysIn onOpen={wantSession} mayBeSignedIn />
    <RetryLoading {...failure} />
  </>
);

const WaysIn = ({ onOpen, mayBeSignedIn }: { onOpen: () => void; mayBeSignedIn: boolean }) => {
  const { t } = useLanguage();
  const { path, query } = useLocation();
  return (
    <div className={styles['place']}>
      {!mayBeSignedIn && (
        <Link
          href={withReturnPath(LOGIN_PATH, path + query)}
          className={`${buttonClass('primary')} ${styles['signIn']}`}
        >
          {t('menu.signIn')}
        </Link>
      )}
      <IconButton label={t('menu.account')} aria-expanded={false} onClick={onOpen}>
        {!mayBeSignedIn && <Icon name="chevronDown" />}
        <Icon name="user" />
      </IconButton>
    </div>
  );
};
