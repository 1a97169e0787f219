import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import { REALTIME_PATH, realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { createClientAddresses } from '../http/connections/client-address.ts';
import { refuseSocket } from '../http/connections/raw-refusal.ts';
import { Connection } from './connection.ts';
import { drain } from './drain.ts';
import { createHub } from './hub.ts';
import { createSocketPlaces } from './socket-places.ts';
import type { ChannelSource, Realtime } from './realtime.ts';

export interface RealtimeOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly source: ChannelSource;
  readonly settings: Pick<
    Settings,
    'BASE_URL' | 'CORS_ORIGINS' | 'CONNECTIONS_PER_NETWORK' | 'TRUST_PROXY'
  >;
}

/** Browsers say where a page is from: another site's page must not speak in its visitor's name. */
const isOwnOrigin = (
  request: IncomingMessage,
  { BASE_URL, CORS_ORIGINS }: RealtimeOptions['settings'],
): boolean => {
  const { origin, host } = request.headers;
  // Programs other than browsers send none, and have no visitor whose name they could use.
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === host || origin === BASE_URL || CORS_ORIGINS.includes(origin);
};

/** Opens the socket of the product on the server of the application. */
export const registerRealtime = (app: FastifyInstance, options: RealtimeOptions): Realtime => {
  const { bus, clock, source, settings } = options;
  const { authenticator, log } = app;
  const hub = createHub({ bus, clock, logger: log, source, authenticator });
  const webSockets = new WebSocketServer({
    noServer: true,
    // Packing every message for every socket costs twenty times what sending it does.
    perMessageDeflate: false,
    maxPayload: realtimeLimits.maxFrameBytes,
    clientTracking: false,
  });
  const addresses = createClientAddresses(settings.TRUST_PROXY);
  const places = createSocketPlaces(settings.CONNECTIONS_PER_NETWORK);
  webSockets.on('wsClientError', (_error, socket) => refuseSocket(socket, 'malformed_request'));
  let stopping = false;

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const pathname = URL.parse(request.url ?? '/', 'http://localhost')?.pathname;
    if (pathname !== REALTIME_PATH) return refuseSocket(socket, 'not_found');
    if (stopping) return refuseSocket(socket, 'shutting_down');
    if (!isOwnOrigin(request, settings)) return refuseSocket(socket, 'forbidden');
    if (!(socket instanceof Socket)) return refuseSocket(socket, 'malformed_request');
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      socket.setNoDelay(true);
      const connection = new Connection(socket, webSocket, clock.now());
      hub.add(connection);
      const address = addresses.of(request);
      places.enter(connection, address);
      webSocket.on('message', (data, isBinary) => {
        if (Buffer.isBuffer(data)) hub.receive(connection, data, isBinary);
      });
      // A frame too big, or against the protocol: the library closes by itself, with the code of RFC 6455.
      webSocket.on('error', () => {
        connection.closing = true;
      });
      webSocket.on('close', () => {
        places.leave(connection, address);
        hub.remove(connection);
      });
    });
  });

  // Before the server waits for its sockets to end, which these would not do by themselves.
  app.addHook('preClose', async () => {
    stopping = true;
    await drain(hub.connections);
    hub.close();
  });

  return hub;
};
