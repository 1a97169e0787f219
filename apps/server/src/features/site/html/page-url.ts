import { liesAmongCalls } from '#platform/http/matched-route.ts';

/** The segments of a path; superfluous slashes are ignored, as in the browser. */
export const partsOf = (path: string): readonly string[] =>
  path.split('/').filter((part) => part !== '');

export const splitUrl = (
  url: string,
): { readonly path: string; readonly query: URLSearchParams } => {
  const [path = '', ...query] = url.split('?');
  return { path, query: new URLSearchParams(query.join('?')) };
};

/** The query of a request's URL at another path; a site that the request names is left out. */
export const withPath = (url: string, path: string): string => url.replace(/^[^?]*/, () => path);

const isReadable = (url: string): boolean => {
  try {
    decodeURI(url);
    return true;
  } catch {
    return false;
  }
};

/** The site that a request to a proxy names (`GET http://example.com/deals`). */
const ORIGIN = /^https?:\/\/[^/?#]*\/?/i;

/**
 * The URL to route by: the path, also of a request that names a site. A page's path with a stray
 * percent sign, which the router would reject with JSON, becomes a path that does not exist, so that
 * the browser gets the application with its error page.
 */
export const readableUrl = (requested: string): string => {
  const url = requested.replace(ORIGIN, '/');
  return liesAmongCalls(url) || isReadable(splitUrl(url).path) ? url : '/unreadable-address';
};
