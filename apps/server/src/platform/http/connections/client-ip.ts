import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Detects our proxies by IP, and the origin of requests through them. */
export interface ClientIps {
  isProxy(ip: string): boolean;
  of(request: IncomingMessage): string;
}

/**
 * `proxies` as in `TRUST_PROXY`: IPs, networks, or names such as `loopback`, separated by commas.
 */
export const createClientIps = (proxies: string | undefined): ClientIps => {
  const trusted = proxyAddr.compile(
    (proxies ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  );
  return {
    isProxy: (ip) => trusted(ip, 0),
    of: (request) => proxyAddr(request, trusted),
  };
};
