import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';

/** Tells which addresses are proxies of ours, and where a request through them comes from. */
export interface ClientAddresses {
  isProxy(address: string): boolean;
  of(request: IncomingMessage): string;
}

/** `proxies` as in `TRUST_PROXY`: addresses, networks, or names such as `loopback`, separated by commas. */
export const createClientAddresses = (proxies: string | undefined): ClientAddresses => {
  const trusted = proxyAddress.compile(
    (proxies ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  );
  return {
    isProxy: (address) => trusted(address, 0),
    of: (request) => proxyAddress(request, trusted),
  };
};
