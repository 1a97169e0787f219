import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { REALTIME_PATH, realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { createClientAddresses } from '#platform/http/connections/client-address.ts';
import { refuseSocket } from '#platform/http/connections/raw-refusal.ts';
import { guarded } from '#platform/guarded.ts';
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

/** Whether a browser's page is ours, because another site's page must not act for its visitor. */
const isOwnOrigin = (
  request: IncomingMessage,
  { BASE_URL, CORS_ORIGINS }: RealtimeOptions['settings'],
): boolean => {
  const { origin, host } = request.headers;
  // Programs other than browsers send no origin, and have no visitor to act for.
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === host || origin === BASE_URL || CORS_ORIGINS.includes(origin);
};

/** Registers the product's socket on the application's server. */
export const registerRealtime = (app: FastifyInstance, options: RealtimeOptions): Realtime => {
  const { bus, clock, source, settings } = options;
  const { authenticator, log } = app;
  const hub = createHub({ bus, clock, logger: log, source, authenticator });
  const webSockets = new WebSocketServer({
    noServer: true,
    // Compressing every message for every socket costs twenty times what sending it does.
    perMessageDeflate: false,
    maxPayload: realtimeLimits.maxFrameBytes,
    clientTracking: false,
  });
  const addresses = createClientAddresses(settings.TRUST_PROXY);
  const places = createSocketPlaces(settings.CONNECTIONS_PER_NETWORK);
  webSockets.on('wsClientError', (_error, socket) => refuseSocket(socket, 'malformed_request'));
  let stopping = false;

  /** Wraps each handler of one connection, so that an error closes that connection only. */
  const guard = <Args extends readonly unknown[]>(
    handle: (...args: Args) => void,
    end: () => void,
  ) =>
    guarded(handle, (error) => {
      log.error({ err: error }, 'realtime: a connection failed');
      end();
    });

  const open = (socket: Socket, webSocket: WebSocket, address: string): void => {
    socket.setNoDelay(true);
    const end = (): void => webSocket.terminate();
    const connection = new Connection(socket, webSocket, clock.now(), (error) =>
      log.error({ err: error }, 'realtime: a frame failed'),
    );
    hub.add(connection);
    places.enter(connection, address);
    webSocket.on(
      'message',
      guard(
        (data: RawData, isBinary: boolean) => {
          if (Buffer.isBuffer(data)) hub.receive(connection, data, isBinary);
        },
        () => connection.close('internal'),
      ),
    );
    // For a frame that is too big or violates the protocol the library closes by itself, with the
    // code of RFC 6455.
    webSocket.on('error', () => {
      connection.closing = true;
    });
    webSocket.on(
      'close',
      guard(() => {
        places.leave(connection, address);
        hub.remove(connection);
      }, end),
    );
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const pathname = URL.parse(request.url ?? '/', 'http://localhost')?.pathname;
    if (pathname !== REALTIME_PATH) return refuseSocket(socket, 'not_found');
    if (stopping) return refuseSocket(socket, 'shutting_down');
    if (!isOwnOrigin(request, settings)) return refuseSocket(socket, 'forbidden');
    if (!(socket instanceof Socket)) return refuseSocket(socket, 'malformed_request');
    webSockets.handleUpgrade(
      request,
      socket,
      head,
      guard(
        (webSocket: WebSocket) => open(socket, webSocket, addresses.of(request)),
        () => socket.destroy(),
      ),
    );
  };

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    guard(upgrade, () => socket.destroy())(request, socket, head);
  });

  app.draining.onBegin(() => {
    drain(hub.connections).catch((error: unknown) =>
      log.error({ err: error }, 'realtime: draining failed'),
    );
  });
  // Before the server waits for its sockets to end, which they would not do by themselves.
  app.addHook('preClose', async () => {
    stopping = true;
    await drain(hub.connections);
    hub.close();
  });

  return hub;
};
