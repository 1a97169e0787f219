/** How the worker answers a request. */
export type Route =
  /** Not at all: the browser asks the network as if there were no worker. */
  | 'network'
  /** A page: from the server, else the kept application, where it has something to show. */
  | 'page'
  /** What is public about deals: from the server, else as it was last seen. */
  | 'deals'
  /** A picture that anybody may see: as kept, else from the server. */
  | 'picture'
  /** A file of the application, kept when the worker came. */
  | 'shell'
  /** Somebody leaves: what was seen is forgotten. */
  | 'sign-out';

export type RoutedRequest = Pick<Request, 'method' | 'url' | 'mode' | 'destination' | 'cache'>;

const LOGOUT_PATH = '/api/auth/logout';
const dealsCall = /^\/api\/deals(?:\/\d+)?$/;
const picture = /^\/(?:demo-media|api\/files)\//;
/** What is read at an address of its own and is no page of the application. */
const noPage = /^\/(?:api|assets|demo-media|demo-shops|sitemap|unsubscribe)(?:\/|$)|\.\w+$/;

/** `shell` holds the paths of the files that were kept when the worker came. */
export const routeRequest = (
  { method, url, mode, destination, cache }: RoutedRequest,
  origin: string,
  shell: ReadonlySet<string>,
): Route => {
  const { origin: asked, pathname } = new URL(url);
  if (asked !== origin) return 'network';
  if (method === 'POST' && pathname === LOGOUT_PATH) return 'sign-out';
  // Whoever forbids caches wants to know what the server says.
  if (method !== 'GET' || cache === 'no-store') return 'network';
  if (mode === 'navigate') return noPage.test(pathname) ? 'network' : 'page';
  if (dealsCall.test(pathname)) return 'deals';
  if (destination === 'image' && picture.test(pathname)) return 'picture';
  return shell.has(pathname) ? 'shell' : 'network';
};

/** Of a page's address alone; the call knows nothing of them. */
const pageOnly = ['view', 'lang'] as const;

/** The address of the call that a page shows first, or null where it shows no deals that are kept. */
export const firstCallOf = (pageUrl: string): string | null => {
  const { pathname, searchParams, origin } = new URL(pageUrl);
  const path = pathname === '/' ? '/deals' : pathname;
  const call = `/api${path}`;
  if (!dealsCall.test(call)) return null;
  for (const name of pageOnly) searchParams.delete(name);
  const isList = path === '/deals';
  return `${origin}${call}${isList && searchParams.size > 0 ? `?${searchParams}` : ''}`;
};
