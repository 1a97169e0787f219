import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { compileProxies } from '#config/proxy-list.ts';

/** Detects our proxies by IP, and the origin of requests through them. */
export interface ClientIps {
  isProxy(ip: string): boolean;
  of(request: IncomingMessage): string;
}

/** `proxies` as in `TRUST_PROXY`. */
export const createClientIps = (proxies: string | undefined): ClientIps => {
  const trusted = proxies === undefined ? () => false : compileProxies(proxies);
  return {
    isProxy: (ip) => trusted(ip, 0),
    of: (request) => proxyAddr(request, trusted),
  };
};
