/** Under which name the sign-in page's address carries the page to go back to. */
export const RETURN_PARAMETER = 'from';
/** Where one goes who came from nowhere. */
export const HOME_PATH = '/';
export const LOGIN_PATH = '/login';
export const REGISTER_PATH = '/register';

/** The pages that a session's end does not send away from. */
export const isAuthPath = (path: string): boolean => path === LOGIN_PATH || path === REGISTER_PATH;

/**
 * The page of this site that a remembered path leads to; anything else leads home, so that no link
 * to the sign-in page can send a person to another site.
 */
export const safeReturnPath = (raw: string | null, origin: string): string => {
  if (raw === null || !raw.startsWith('/') || !URL.canParse(raw, origin)) return HOME_PATH;
  const url = new URL(raw, origin);
  const path = url.pathname + url.search + url.hash;
  // A path that begins with two slashes would be read as the name of a host.
  return url.origin !== origin || path.startsWith('//') || isAuthPath(url.pathname)
    ? HOME_PATH
    : path;
};

/** The address of the sign-in page, or of registration, that remembers where one came from. */
export const withReturnPath = (authPath: string, returnPath: string): string =>
  returnPath === HOME_PATH
    ? authPath
    : `${authPath}?${new URLSearchParams({ [RETURN_PARAMETER]: returnPath })}`;
