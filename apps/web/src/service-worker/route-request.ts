import { isChatPath } from '@izgodno/contract/site/chat-path';
import { isOfPageOnly } from '@izgodno/contract/site/preloaded-response';
import { ENDED_PARAMETER } from '#core/offline/ended-parameter.ts';

/** How the worker handles a request. */
export type Route =
  /** Not handled: the request goes to the network as if there were no worker. */
  | 'network'
  /** A page: from the server, else the cached application if it has something to show. */
  | 'page'
  /** Public data about deals: from the server, else from the cache. */
  | 'deals'
  /** A public image: from the cache, else from the server. */
  | 'image'
  /** A file of the application, cached when the worker was installed. */
  | 'shell'
  /** A sign-out that the user asked for: cached data is erased. */
  | 'sign-out';

export type RoutedRequest = Pick<Request, 'method' | 'url' | 'mode' | 'destination' | 'cache'>;

const LOGOUT_PATH = '/api/auth/logout';
const dealsCall = /^\/api\/deals(?:\/\d+)?$/;
const image = /^\/(?:demo-media|api\/files)\//;
/** URLs that are not pages of the application. */
const noPage = /^\/(?:api|assets|demo-media|demo-shops|sitemap|unsubscribe)(?:\/|$)|\.\w+$/;

/** `shell` contains the paths of the files that were cached when the worker was installed. */
export const routeRequest = (
  { method, url, mode, destination, cache }: RoutedRequest,
  origin: string,
  shell: ReadonlySet<string>,
): Route => {
  const { origin: asked, pathname, searchParams } = new URL(url);
  if (asked !== origin) return 'network';
  if (method === 'POST' && pathname === LOGOUT_PATH)
    return searchParams.has(ENDED_PARAMETER) ? 'network' : 'sign-out';
  // A request that bypasses caches needs the server's response.
  if (method !== 'GET' || cache === 'no-store') return 'network';
  if (mode === 'navigate') return noPage.test(pathname) ? 'network' : 'page';
  if (dealsCall.test(pathname)) return 'deals';
  if (destination === 'image' && image.test(pathname)) return 'image';
  return shell.has(pathname) ? 'shell' : 'network';
};

/** The URL of the first call of a page, or null if it shows no cached deals. */
export const firstCallOf = (pageUrl: string): string | null => {
  const { pathname, searchParams, origin } = new URL(pageUrl);
  const path = pathname === '/' ? '/deals' : pathname;
  const call = `/api${path}`;
  if (!dealsCall.test(call)) return null;
  for (const name of [...searchParams.keys()].filter(isOfPageOnly)) searchParams.delete(name);
  const isList = path === '/deals';
  return `${origin}${call}${isList && searchParams.size > 0 ? `?${searchParams}` : ''}`;
};

export const isChatPage = (pageUrl: string): boolean => isChatPath(new URL(pageUrl).pathname);
