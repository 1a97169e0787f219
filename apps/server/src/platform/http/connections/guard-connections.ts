import type { FastifyInstance } from 'fastify';
import type { Settings } from '#config/settings.ts';
import { respondToUnroutable } from './respond-to-parser-errors.ts';
import { watchBodies } from './body-pace.ts';
import type { ClientIps } from './client-ip.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { boundConnections } from './connection-slots.ts';
import { noteSlowBodies } from './slow-bodies.ts';

const isLoopback = (address: string): boolean =>
  address === '::1' || /^(?:::ffff:)?127\./.test(address);

export interface ConnectionGuard {
  readonly settings: Pick<Settings, 'CONNECTIONS' | 'CONNECTIONS_PER_NETWORK'>;
  readonly limits: ConnectionLimits;
  readonly addresses: ClientIps;
}

/** Limits the number of connections, also per network, and the duration of requests. */
export const guardConnections = (
  app: FastifyInstance,
  { settings, limits, addresses }: ConnectionGuard,
): void => {
  app.server.maxConnections = settings.CONNECTIONS;
  const slow = noteSlowBodies(app);
  respondToUnroutable(app);
  watchBodies(app, limits, slow);
  boundConnections(app, {
    perNetwork: settings.CONNECTIONS_PER_NETWORK,
    // All clients behind a proxy share its IP, and local programs share the loopback one.
    isExempt: (address) => isLoopback(address) || addresses.isProxy(address),
    slow,
  });
};
