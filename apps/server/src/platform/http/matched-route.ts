import type { FastifyRequest } from 'fastify';

/**
 * The pattern of the route that answers, such as `/api/deals/:id`; null where none does. One route is
 * reached by many spellings (`/%61pi/deals`), so what depends on the route must never read the address.
 */
export const matchedRoute = (request: FastifyRequest): string | null =>
  request.is404 ? null : (request.routeOptions.url ?? null);

/** Whether a call answers, or an address at which neither a call nor a page is. */
export const isCallOrUnknown = (request: FastifyRequest): boolean =>
  matchedRoute(request)?.startsWith('/api/') ?? true;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether an address that no route has lies in a folder of the first level, however it is spelt. */
export const liesUnder = (folder: string, url: string): boolean => {
  const [path = ''] = url.split(/[?#]/, 1);
  const [, first] = decoded(path).replaceAll(/\/+/g, '/').split('/');
  return first?.toLowerCase() === folder;
};

/** Whether an address that no route has lies where calls are: it is answered in JSON. */
export const liesAmongCalls = (url: string): boolean => liesUnder('api', url);
