import { useEffect } from 'react';
import { navigate, useLocation } from '#core/router/location.ts';
import { RETURN_PARAMETER, safeReturnPath } from '#core/session/return-path.ts';
import { useSession } from '#core/session/browser/use-session.ts';

/** Returns the return path, and redirects signed-in users to it. */
export const useReturn = (): string => {
  const { query } = useLocation();
  const { phase } = useSession();
  const path = safeReturnPath(new URLSearchParams(query).get(RETURN_PARAMETER), location.origin);
  const isSignedIn = phase.kind === 'signed-in';
  useEffect(() => {
    // Replaces the form, so that Back does not lead to it.
    if (isSignedIn) navigate(path, { replace: true });
  }, [isSignedIn, path]);
  return path;
};
