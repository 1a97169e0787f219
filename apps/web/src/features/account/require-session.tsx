import { useEffect, type ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { loginAddress } from '#core/session-browser/session.ts';
import { useSession } from '#core/session-browser/use-session.ts';
import styles from './account.module.css';

/** Shows a page to whoever is signed in, and sends everybody else to sign in and back. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const isSignedOut = phase.kind === 'signed-out';
  useEffect(() => {
    if (isSignedOut) navigate(loginAddress(), { replace: true });
  }, [isSignedOut]);
  // The page stands behind the dialog that tells of the session's end.
  if (phase.kind === 'signed-in' || phase.kind === 'ended') return children;
  return <output className={styles['checking']}>{t('session.checking')}</output>;
};
