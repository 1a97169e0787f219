import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';

/** The longest sign-in that began before the names changed ends before this. */
const FORMER_NAMES_END = Date.UTC(2026, 11, 31);

export interface OriginCookieOptions {
  readonly name: string;
  /** Where it is sent to over plain HTTP. Behind TLS it is sent everywhere, as its prefix demands. */
  readonly path: string;
  readonly sameSite: 'strict' | 'lax';
  /** Where people reach the product; undefined where only the request knows. */
  readonly baseUrl: string | undefined;
  readonly clock: Clock;
}

/** A cookie that no script can read and, behind TLS, no other host can set: its name has the `__Host-` prefix. */
export interface OriginCookie {
  set(reply: FastifyReply, value: string, expiresAt: number): void;
  clear(reply: FastifyReply): void;
  /** Its value, or null. */
  read(request: FastifyRequest): string | null;
}

/**
 * Behind TLS the cookie had the `__Secure-` prefix and a path before. People who were signed in then
 * stay so: that one is read where the present one is missing, and removed with it.
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
      // The path of the former one may keep it from this request: it goes unseen.
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
