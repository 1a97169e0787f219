import { Fragment, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLanguage } from '#core/language/language.ts';
import { navigate } from '#core/router/location.ts';
import { loginUrl } from '#core/session/browser/session.ts';
import { useSession } from '#core/session/browser/use-session.ts';
import styles from './account.module.css';

export interface RequireSessionProps {
  /** Wraps the page, and the message shown while the session is being validated. */
  readonly Frame?: ComponentType<{ children: ReactNode }>;
  /**
   * Shows the page while a stored session is being validated, so that its requests start at once;
   * the server rejects them if the session has ended. For pages that do not need the user's name.
   */
  readonly ahead?: boolean;
  readonly children: ReactNode;
}

/**
 * Counts the changes of the user. A page that starts again with each of them does not show what one
 * user typed to the next, who signs in in another tab.
 */
const useUserChanges = (id: string | undefined): number => {
  const [known, setKnown] = useState({ id, changes: 0 });
  if (id !== undefined && id !== known.id)
    setKnown({ id, changes: known.changes + (known.id === undefined ? 0 : 1) });
  return known.changes;
};

/** Shows a page to signed-in users, and redirects others to sign in and back. */
export const RequireSession = ({ Frame, ahead = false, children }: RequireSessionProps) => {
  const { t } = useLanguage();
  const { phase } = useSession();
  const user = 'session' in phase ? phase.session.user : null;
  const page = <Fragment key={useUserChanges(user?.id)}>{children}</Fragment>;
  const isSignedOut = phase.kind === 'signed-out';
  useEffect(() => {
    if (isSignedOut) navigate(loginUrl(location.hash), { replace: true });
  }, [isSignedOut]);
  // The page stays behind the dialog about the session's end.
  const isShown = phase.kind === 'signed-in' || phase.kind === 'ended';
  if (Frame !== undefined && (isShown || phase.kind === 'restoring'))
    return <Frame>{isShown ? page : <output>{t('session.checking')}</output>}</Frame>;
  const mayAsk = phase.kind === 'restoring' && phase.refreshingSince === null;
  if (isShown || (ahead && mayAsk))
    return (
      <>
        {page}
        {!isShown && <output className={styles['checkingAhead']}>{t('session.checking')}</output>}
      </>
    );
  return <output className={styles['checking']}>{t('session.checking')}</output>;
};
