import type { Clock } from '#platform/clock.ts';
import { createOriginCookie, type OriginCookie } from '#platform/http/origin-cookie.ts';

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
