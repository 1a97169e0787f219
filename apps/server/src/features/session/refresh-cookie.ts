import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '#platform/http/errors.ts';

export interface RefreshCookieOptions {
  /** Where people reach the product; undefined where only the request knows. */
  readonly baseUrl: string | undefined;
  /** Other sites whose pages may send it. */
  readonly origins: readonly string[];
}

export interface RefreshCookie {
  set(reply: FastifyReply, token: string, expiresAt: number): void;
  clear(reply: FastifyReply): void;
  /** The token of the cookie, or null. Throws `forbidden` where a foreign page has sent it. */
  read(request: FastifyRequest): string | null;
}

/**
 * The refresh token as a cookie that scripts cannot read. It is the one credential that browsers
 * send of themselves, so its reader looks at who made them.
 */
export const createRefreshCookie = ({ baseUrl, origins }: RefreshCookieOptions): RefreshCookie => {
  const secure = baseUrl?.startsWith('https:') ?? false;
  // The prefix makes browsers refuse one that was set without TLS.
  const name = secure ? '__Secure-izgodno_refresh' : 'izgodno_refresh';
  const options: CookieSerializeOptions = {
    path: '/api/auth',
    httpOnly: true,
    secure,
    sameSite: 'strict',
  };

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
    set(reply, token, expiresAt) {
      void reply.setCookie(name, token, { ...options, expires: new Date(expiresAt) });
    },
    clear(reply) {
      void reply.clearCookie(name, options);
    },
    read(request) {
      const token = request.cookies[name];
      if (token === undefined || token === '') return null;
      if (!isOurPage(request)) throw new CallError('forbidden');
      return token;
    },
  };
};
