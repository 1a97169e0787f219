import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#platform/clock.ts';
import { CallError } from '#platform/http/errors.ts';
import { createOriginCookie, type OriginCookie } from '#platform/http/origin-cookie.ts';
import { DEVICE_LIFETIME_MS } from './known-devices.ts';
import type { TokenPair } from './tokens.ts';

type CookieSettings = Pick<Settings, 'BASE_URL' | 'CORS_ORIGINS'>;

/**
 * The access token again, as a cookie for files only, because `<img>` and `<video>` send no
 * `Authorization` header. It only reads files and changes nothing, is HttpOnly, and SameSite keeps
 * other sites' embeds from sending it.
 */
export const createMediaCookie = (baseUrl: string | undefined, clock: Clock): OriginCookie =>
  createOriginCookie({
    name: 'izgodno_files',
    path: '/api/files',
    sameSite: 'lax',
    baseUrl,
    clock,
  });

/** Whether the request was made by a page of the product or another allowed origin, or by no page. */
const isOurs = (
  { headers, host }: FastifyRequest,
  { BASE_URL, CORS_ORIGINS }: CookieSettings,
): boolean => {
  const { origin } = headers;
  if (origin !== undefined && CORS_ORIGINS.includes(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Browsers omit Sec-Fetch-Site over plain HTTP, but send Origin with every POST.
  if (origin === undefined) return true;
  return BASE_URL === undefined ? URL.parse(origin)?.host === host : origin === BASE_URL;
};

/**
 * Marks a browser that has signed in before. It grants no access: it only counts its tries apart
 * from those of strangers. It outlives the session on purpose.
 */
const createDeviceCookie = (baseUrl: string | undefined) => {
  const secure = baseUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-izgodno_device' : 'izgodno_device';
  const options: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'strict',
    maxAge: DEVICE_LIFETIME_MS / 1000,
  };
  return { name, options };
};

export type SessionCookies = ReturnType<typeof createSessionCookies>;

/**
 * The cookies of a session: one to refresh it, one for files, which send no other credential, and
 * one that outlives it and marks the browser as known. All are HttpOnly.
 */
export const createSessionCookies = (settings: CookieSettings, clock: Clock) => {
  const { BASE_URL: baseUrl } = settings;
  const refresh = createOriginCookie({
    name: 'izgodno_refresh',
    path: '/api/auth',
    sameSite: 'strict',
    baseUrl,
    clock,
  });
  const media = createMediaCookie(baseUrl, clock);
  const device = createDeviceCookie(baseUrl);

  return {
    set(reply: FastifyReply, tokens: TokenPair): void {
      refresh.set(reply, tokens.refreshToken, tokens.refreshExpiresAt);
      media.set(reply, tokens.accessToken, tokens.accessExpiresAt);
    },

    clear(reply: FastifyReply): void {
      refresh.clear(reply);
      media.clear(reply);
    },

    /**
     * The refresh token, or null. It is the one credential that browsers send by themselves, so this
     * throws `forbidden` if a foreign page sent it.
     */
    readRefreshToken(request: FastifyRequest): string | null {
      const token = refresh.read(request);
      if (token !== null && !isOurs(request, settings)) throw new CallError('forbidden');
      return token;
    },

    rememberDevice(reply: FastifyReply, deviceToken: string): void {
      void reply.setCookie(device.name, deviceToken, device.options);
    },

    readDeviceToken(request: FastifyRequest): string | null {
      const token = request.cookies[device.name];
      return token === undefined || token === '' ? null : token;
    },
  };
};
