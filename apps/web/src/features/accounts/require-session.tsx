import { useEffect, type ComponentType, type ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { loginAddress } from '#core/session/browser/session.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import styles from './account.module.css';

export interface RequireSessionProps {
  /** Stands around the page and, before that, around the word that the session is being checked. */
  readonly Frame?: ComponentType<{ children: ReactNode }>;
  /**
   * Shows the page while a stored session is being checked, so that what it asks for need not wait: the
   * server says no to whoever has lost theirs. For pages that do without the name of who is signed in.
   */
  readonly ahead?: boolean;
  readonly children: ReactNode;
}

/** Shows a page to whoever is signed in, and sends everybody else to sign in and back. */
export const RequireSession = ({ Frame, ahead = false, children }: RequireSessionProps) => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const isSignedOut = phase.kind === 'signed-out';
  useEffect(() => {
    if (isSignedOut) navigate(loginAddress(), { replace: true });
  }, [isSignedOut]);
  // The page stands behind the dialog that tells of the session's end.
  const isShown = phase.kind === 'signed-in' || phase.kind === 'ended';
  if (Frame !== undefined && (isShown || phase.kind === 'restoring'))
    return <Frame>{isShown ? children : <output>{t('session.checking')}</output>}</Frame>;
  if (isShown || (ahead && phase.kind === 'restoring'))
    return (
      <>
        {children}
        {!isShown && <output className={styles['checkingAhead']}>{t('session.checking')}</output>}
      </>
    );
  return <output className={styles['checking']}>{t('session.checking')}</output>;
};
