import type { FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { CallError } from '#platform/http/errors.ts';
import { createOriginCookie, type OriginCookie } from '#platform/http/origin-cookie.ts';

export interface RefreshCookieOptions {
  /** Where people reach the product; undefined where only the request knows. */
  readonly baseUrl: string | undefined;
  /** Other sites whose pages may send it. */
  readonly origins: readonly string[];
  readonly clock: Clock;
}

/** Its `read` throws `forbidden` where a foreign page has sent the cookie. */
export type RefreshCookie = OriginCookie;

/**
 * The refresh token as a cookie that scripts cannot read. It is the one credential that browsers
 * send of themselves, so its reader looks at who made them.
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
    // Browsers leave Sec-Fetch-Site out over plain HTTP.
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
