import type { FastifyRequest } from 'fastify';

/**
 * The pattern of the matched route, such as `/api/things/:id`, or null. A route has many spellings
 * (`/%61pi/things`), so decisions by route must never read the URL.
 */
export const matchedRoute = (request: FastifyRequest): string | null =>
  request.is404 ? null : (request.routeOptions.url ?? null);

/** Whether a call matches, or neither a call nor a page does. */
export const isCallOrUnknown = (request: FastifyRequest): boolean =>
  matchedRoute(request)?.startsWith('/api/') ?? true;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Whether an unmatched URL is in a top-level folder, in any spelling. */
export const liesUnder = (folder: string, url: string): boolean => {
  const [path = ''] = url.split(/[?#]/, 1);
  const [, first] = decoded(path).replaceAll(/\/+/g, '/').split('/');
  return first?.toLowerCase() === folder;
};

/** Whether an unmatched URL is below the calls' path, so that the response is JSON. */
export const liesAmongCalls = (url: string): boolean => liesUnder('api', url);
