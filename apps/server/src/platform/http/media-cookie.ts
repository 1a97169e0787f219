import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Where pictures, recordings and films are read: the one place that the cookie is sent to. */
const MEDIA_PATH = '/api/files';

export interface MediaCookie {
  set(reply: FastifyReply, accessToken: string, expiresAt: number): void;
  clear(reply: FastifyReply): void;
  /** The access token of the cookie, or null. */
  read(request: FastifyRequest): string | null;
}

/**
 * The access token once more, as a cookie for files alone: `<img>` and `<video>` send no
 * `Authorization` header. Nothing under its path changes anything for it, no script can read it, and
 * pages of other sites cannot make browsers send it along with what they embed.
 */
export const createMediaCookie = (baseUrl: string | undefined): MediaCookie => {
  const secure = baseUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Secure-izgodno_files' : 'izgodno_files';
  const options: CookieSerializeOptions = {
    path: MEDIA_PATH,
    httpOnly: true,
    secure,
    sameSite: 'lax',
  };
  return {
    set(reply, accessToken, expiresAt) {
      void reply.setCookie(name, accessToken, { ...options, expires: new Date(expiresAt) });
    },
    clear(reply) {
      void reply.clearCookie(name, options);
    },
    read(request) {
      const token = request.cookies[name];
      return token === undefined || token === '' ? null : token;
    },
  };
};
