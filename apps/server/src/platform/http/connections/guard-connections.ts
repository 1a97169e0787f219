import type { FastifyInstance } from 'fastify';
import type { Settings } from '#config/settings.ts';
import { respondToUnroutable } from './respond-to-parser-errors.ts';
import type { ClientIps } from './client-ip.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { boundConnections } from './connection-slots.ts';
import { noteSlowBodies, type SlowBodies } from './slow-bodies.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { rejectSocket } from './raw-rejection.ts';
import { isLoopback } from '#platform/ip-network.ts';

interface Watched {
  readonly response: ServerResponse;
  readonly since: number;
  windowSince: number;
  windowFrom: number;
  respondedAt: number | null;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends requests with slow bodies. A body that fits into memory has a deadline; an upload only needs
 * progress, and time in which it waits for the server does not count. Node's own listener sees
 * every request, also those without a route.
 */
const watchBodies = (app: FastifyInstance, limits: ConnectionLimits, slow: SlowBodies): void => {
  const watched = new Map<IncomingMessage, Watched>();

  app.server.on('request', (request, response) => {
    if (request.complete || !hasBody(request)) return;
    const now = Date.now();
    watched.set(request, {
      response,
      since: now,
      windowSince: now,
      windowFrom: request.socket.bytesRead,
      respondedAt: null,
    });
  });

  const goesOn = (request: IncomingMessage, entry: Watched, now: number): boolean => {
    if (now - entry.windowSince < limits.windowMs) return true;
    const { bytesRead } = request.socket;
    const waitsForUs = request.readableLength > 0;
    if (!waitsForUs && bytesRead - entry.windowFrom < limits.windowBytes) return false;
    entry.windowSince = now;
    entry.windowFrom = bytesRead;
    return true;
  };

  const mayGoOn = (request: IncomingMessage, entry: Watched, now: number): boolean => {
    if (entry.response.writableEnded) {
      entry.respondedAt ??= now;
      return now - entry.respondedAt < limits.afterResponseMs;
    }
    return slow.has(request) ? goesOn(request, entry, now) : now - entry.since < limits.bodyMs;
  };

  const look = (): void => {
    const now = Date.now();
    for (const [request, entry] of watched) {
      if (request.complete || request.destroyed || request.socket.destroyed) {
        watched.delete(request);
      } else if (!mayGoOn(request, entry, now)) {
        watched.delete(request);
        if (entry.response.headersSent) request.socket.destroy();
        else rejectSocket(request.socket, 'request_timeout');
      }
    }
  };
  const timer = setInterval(look, limits.lookMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
};

export interface ConnectionGuard {
  readonly settings: Pick<Settings, 'CONNECTIONS' | 'CONNECTIONS_PER_NETWORK'>;
  readonly limits: ConnectionLimits;
  readonly clientIps: ClientIps;
}

/** Limits the number of connections, also per network, and the duration of requests. */
export const guardConnections = (
  app: FastifyInstance,
  { settings, limits, clientIps }: ConnectionGuard,
): void => {
  app.server.maxConnections = settings.CONNECTIONS;
  const slow = noteSlowBodies(app);
  respondToUnroutable(app);
  watchBodies(app, limits, slow);
  boundConnections(app, {
    perNetwork: settings.CONNECTIONS_PER_NETWORK,
    // All clients behind a proxy share its IP, and local programs share the loopback one.
    isExempt: (ip) => isLoopback(ip) || clientIps.isProxy(ip),
    slow,
  });
};
