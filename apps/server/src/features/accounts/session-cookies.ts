import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OriginCookie } from '#platform/http/origin-cookie.ts';
import type { DeviceCookie } from './device-cookie.ts';
import type { RefreshCookie } from './refresh-cookie.ts';

interface Tokens {
  readonly accessToken: string;
  readonly accessExpiresAt: number;
  readonly refreshToken: string;
  readonly refreshExpiresAt: number;
}

/**
 * The cookies of a session: one to refresh it, one for files, which send no other credential, and
 * one that outlives it and marks the browser as known.
 */
export interface SessionCookies {
  set(reply: FastifyReply, tokens: Tokens): void;
  clear(reply: FastifyReply): void;
  /** The refresh token, or null. Throws `forbidden` if a foreign page sent it. */
  readRefreshToken(request: FastifyRequest): string | null;
  rememberDevice(reply: FastifyReply, deviceToken: string): void;
  readDeviceToken(request: FastifyRequest): string | null;
}

export const createSessionCookies = (
  refresh: RefreshCookie,
  media: OriginCookie,
  device: DeviceCookie,
): SessionCookies => ({
  set(reply, tokens) {
    refresh.set(reply, tokens.refreshToken, tokens.refreshExpiresAt);
    media.set(reply, tokens.accessToken, tokens.accessExpiresAt);
  },
  clear(reply) {
    refresh.clear(reply);
    media.clear(reply);
  },
  readRefreshToken: (request) => refresh.read(request),
  rememberDevice: (reply, deviceToken) => device.set(reply, deviceToken),
  readDeviceToken: (request) => device.read(request),
});
