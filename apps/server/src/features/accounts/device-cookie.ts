import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIFETIME_MS } from './known-devices.ts';

export interface DeviceCookie {
  set(reply: FastifyReply, token: string): void;
  /** The cookie's token, or null. */
  read(request: FastifyRequest): string | null;
}

/**
 * Marks a browser that has signed in before. It grants no access: it only counts its tries apart
 * from those of strangers. It outlives the session on purpose.
 */
export const createDeviceCookie = (baseUrl: string | undefined): DeviceCookie => {
  const secure = baseUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-izgodno_device' : 'izgodno_device';
  const options: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'strict',
    maxAge: DEVICE_LIFETIME_MS / 1000,
  };
  return {
    set(reply, token) {
      void reply.setCookie(name, token, options);
    },
    read(request) {
      const token = request.cookies[name];
      return token === undefined || token === '' ? null : token;
    },
  };
};
