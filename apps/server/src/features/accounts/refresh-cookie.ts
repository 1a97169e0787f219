import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { CallError } from '#platform/http/errors.ts';
import { createOriginCookie, type OriginCookie } from '#platform/http/origin-cookie.ts';

export interface RefreshCookieOptions {
  /** The origin of the product; undefined if only the request knows it. */
  readonly baseUrl: string | undefined;
  /** Other origins whose pages may send it. */
  readonly origins: readonly string[];
  readonly clock: Clock;
}

/** `read` throws `forbidden` if a foreign page sent the cookie. */
export type RefreshCookie = OriginCookie;

/**
 * The refresh token as an HttpOnly cookie. It is the one credential that browsers send by
 * themselves, so `read` checks which page made the request.
 */
export const createRefreshCookie = ({
  baseUrl,
  origins,
  clock,
}: RefreshCookieOptions): RefreshCookie => {
  const cookie = createOriginCookie({
    name: 'izgodno_refresh',
    path: '/api/auth',
    sameSite: 'strict',
    baseUrl,
    clock,
  });

  const isOurPage = ({ headers, host }: FastifyRequest): boolean => {
    const { origin } = headers;
    if (origin !== undefined && origins.includes(origin)) return true;
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    // Browsers omit Sec-Fetch-Site over plain HTTP.
    if (origin === undefined) return false;
    return baseUrl === undefined ? URL.parse(origin)?.host === host : origin === baseUrl;
  };

  return {
    ...cookie,
    read(request) {
      const token = cookie.read(request);
      if (token !== null && !isOurPage(request)) throw new CallError('forbidden');
      return token;
    },
  };
};
