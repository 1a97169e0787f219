import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';

/** The longest sign-in that began before the names changed ends before this. */
const FORMER_NAMES_END = Date.UTC(2026, 11, 31);

export interface OriginCookieOptions {
  readonly name: string;
  /** Its path over plain HTTP. Behind TLS the path is `/`, as its prefix demands. */
  readonly path: string;
  readonly sameSite: 'strict' | 'lax';
  /** The origin of the product; undefined if only the request knows it. */
  readonly baseUrl: string | undefined;
  readonly clock: Clock;
}

/**
 * An HttpOnly cookie that, behind TLS, no other host can set, because its name has the `__Host-`
 * prefix.
 */
export interface OriginCookie {
  set(reply: FastifyReply, value: string, expiresAt: number): void;
  clear(reply: FastifyReply): void;
  /** Its value, or null. */
  read(request: FastifyRequest): string | null;
}

/**
 * Behind TLS the cookie formerly had the `__Secure-` prefix and a path. To keep those sessions, the
 * former cookie is read if the present one is missing, and deleted with it.
 */
export const createOriginCookie = (given: OriginCookieOptions): OriginCookie => {
  const { path, sameSite, baseUrl, clock } = given;
  const secure = baseUrl?.startsWith('https:') ?? false;
  const name = secure ? `__Host-${given.name}` : given.name;
  const formerName = `__Secure-${given.name}`;
  const options: CookieSerializeOptions = {
    path: secure ? '/' : path,
    httpOnly: true,
    secure,
    sameSite,
  };
  const clearFormer = (reply: FastifyReply): void => {
    if (secure) void reply.clearCookie(formerName, { ...options, path });
  };
  const valueOf = (request: FastifyRequest): string | undefined => {
    const isFormerRead = secure && clock.now() < FORMER_NAMES_END;
    return request.cookies[name] ?? (isFormerRead ? request.cookies[formerName] : undefined);
  };
  return {
    set(reply, value, expiresAt) {
      void reply.setCookie(name, value, { ...options, expires: new Date(expiresAt) });
      // The path of the former one may hide it from this request, so it is always cleared.
      clearFormer(reply);
    },
    clear(reply) {
      void reply.clearCookie(name, options);
      clearFormer(reply);
    },
    read(request) {
      const value = valueOf(request);
      return value === undefined || value === '' ? null : value;
    },
  };
};
