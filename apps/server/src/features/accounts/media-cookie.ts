import type { Clock } from '#platform/clock.ts';
import { createOriginCookie, type OriginCookie } from '#platform/http/origin-cookie.ts';

/**
 * The access token once more, as a cookie for files alone: `<img>` and `<video>` send no
 * `Authorization` header. Only files are read by it and nothing is changed by it, no script can read
 * it, and pages of other sites cannot make browsers send it along with what they embed.
 */
export const createMediaCookie = (baseUrl: string | undefined, clock: Clock): OriginCookie =>
  createOriginCookie({
    name: 'izgodno_files',
    path: '/api/files',
    sameSite: 'lax',
    baseUrl,
    clock,
  });
