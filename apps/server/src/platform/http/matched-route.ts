import type { FastifyRequest } from 'fastify';
import { percentDecoded } from '#config/percent-decoded.ts';

/**
 * The pattern of the matched route, such as `/api/things/:id`, or null. A route has many spellings
 * (`/%61pi/things`), so decisions by route must never read the URL.
 */
export const matchedRoute = (request: FastifyRequest): string | null =>
  request.is404 ? null : (request.routeOptions.url ?? null);

/** Whether a call matches, or neither a call nor a page does. */
export const isCallOrUnknown = (request: FastifyRequest): boolean =>
  matchedRoute(request)?.startsWith('/api/') ?? true;

/** Whether an unmatched URL is in a top-level folder, in any spelling. */
export const liesUnder = (folder: string, url: string): boolean => {
  const [path = ''] = url.split(/[?#]/, 1);
  const [, first] = percentDecoded(path).replaceAll(/\/+/g, '/').split('/');
  return first?.toLowerCase() === folder;
};

/** Whether an unmatched URL is below the calls' path, so that the response is JSON. */
export const liesAmongCalls = (url: string): boolean => liesUnder('api', url);

const isOfPart = (pattern: string, given: string | undefined): boolean => {
  if (given === undefined) return pattern.endsWith('?');
  const at = pattern.indexOf(':');
  return at === -1 ? pattern === given : given.startsWith(pattern.slice(0, at));
};

/** Whether a path is of a pattern such as `/things/:id`, both in parts; `:id?` is optional. */
export const isOfPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  given.length <= pattern.length && pattern.every((part, index) => isOfPart(part, given[index]));
