/** The query parameter of the sign-in page with the page to return to. */
export const RETURN_PARAMETER = 'from';
/** Where sign-in leads without a return path. */
export const HOME_PATH = '/';
export const LOGIN_PATH = '/login';
export const REGISTER_PATH = '/register';

export const FORGOT_PATH = '/forgot-password';
export const RESET_PATH = '/reset-password';
export const CONFIRM_PATH = '/confirm-email';

/** Pages that the end of a session does not redirect from, and that no sign-in returns to. */
export const isAuthPath = (path: string): boolean =>
  [LOGIN_PATH, REGISTER_PATH, FORGOT_PATH, RESET_PATH, CONFIRM_PATH].includes(path);

/**
 * Returns the page of this site for a stored return path. Anything else becomes the start page, so
 * that no link to the sign-in page can lead to another site.
 */
export const safeReturnPath = (raw: string | null, origin: string): string => {
  if (raw === null || !raw.startsWith('/') || !URL.canParse(raw, origin)) return HOME_PATH;
  const url = new URL(raw, origin);
  const path = url.pathname + url.search + url.hash;
  // A browser reads a path that starts with two slashes as a host name.
  return url.origin !== origin || path.startsWith('//') || isAuthPath(url.pathname)
    ? HOME_PATH
    : path;
};

/** Returns the URL of the sign-in or registration page with the return path. */
export const withReturnPath = (authPath: string, returnPath: string): string =>
  returnPath === HOME_PATH
    ? authPath
    : `${authPath}?${new URLSearchParams({ [RETURN_PARAMETER]: returnPath })}`;
