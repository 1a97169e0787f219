import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { REALTIME_PATH, realtimeLimits } from '@izgodno/contract/realtime/frames';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { createClientIps } from '#platform/http/connections/client-ip.ts';
import { rejectSocket } from '#platform/http/connections/raw-rejection.ts';
import { writeErrorHead } from '#platform/http/error-handler.ts';
import { errorBody } from '#platform/http/errors.ts';
import { guarded } from '#platform/guarded.ts';
import type { ChannelSource } from './realtime-context.ts';
import { Connection } from './connection.ts';
import { Hub, type Realtime } from './hub.ts';
import { SocketSlots } from './socket-slots.ts';

type RealtimeSettings = Pick<
  Settings,
  'BASE_URL' | 'CORS_ORIGINS' | 'CONNECTIONS_PER_NETWORK' | 'TRUST_PROXY'
>;

export interface RealtimeOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly source: ChannelSource;
  readonly settings: RealtimeSettings;
}

/** Whether a browser's page is ours, because another site's page must not act for its visitor. */
const isOwnOrigin = (
  request: IncomingMessage,
  { BASE_URL, CORS_ORIGINS }: RealtimeSettings,
): boolean => {
  const { origin, host } = request.headers;
  // Programs other than browsers send no origin, and have no visitor to act for.
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === host || origin === BASE_URL || CORS_ORIGINS.includes(origin);
};

/** How long clients have to move to another node before this one stops, in milliseconds. */
const MOVE_MS = 1_000;
/** Time for the last close frames, in milliseconds. */
const LAST_WORDS_MS = 500;
const LOOK_FOR_LEFT_MS = 50;

/** Waits until all have disconnected, for at most this long. */
const allClosed = async (connections: ReadonlySet<Connection>, withinMs: number): Promise<void> => {
  const until = performance.now() + withinMs;
  while (connections.size > 0 && performance.now() < until) await sleep(LOOK_FOR_LEFT_MS);
};

/** Accepts the product's sockets. */
class SocketServer {
  readonly #hub: Hub;
  readonly #clock: Clock;
  readonly #log: FastifyBaseLogger;
  readonly #settings: RealtimeSettings;
  readonly #slots: SocketSlots;
  readonly #clientIps: ReturnType<typeof createClientIps>;
  readonly #webSockets = new WebSocketServer({
    noServer: true,
    // Compressing every message for every socket costs twenty times what sending it does.
    perMessageDeflate: false,
    maxPayload: realtimeLimits.maxFrameBytes,
    clientTracking: false,
  });
  #stopping = false;
  #draining: Promise<void> | undefined;

  constructor(hub: Hub, log: FastifyBaseLogger, { clock, settings }: RealtimeOptions) {
    this.#hub = hub;
    this.#clock = clock;
    this.#log = log;
    this.#settings = settings;
    this.#slots = new SocketSlots(settings.CONNECTIONS_PER_NETWORK);
    this.#clientIps = createClientIps(settings.TRUST_PROXY);
    this.#webSockets.on('wsClientError', (_error, socket) =>
      rejectSocket(socket, 'malformed_request'),
    );
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const destroy = (): void => void socket.destroy();
    this.#guard(() => {
      const pathname = URL.parse(request.url ?? '/', 'http://localhost')?.pathname;
      if (pathname !== REALTIME_PATH) return rejectSocket(socket, 'not_found');
      if (this.#stopping) return rejectSocket(socket, 'shutting_down');
      if (!isOwnOrigin(request, this.#settings)) return rejectSocket(socket, 'forbidden');
      if (!(socket instanceof Socket)) return rejectSocket(socket, 'malformed_request');
      const open = (webSocket: WebSocket): void =>
        this.#open(socket, webSocket, this.#clientIps.of(request));
      this.#webSockets.handleUpgrade(request, socket, head, this.#guard(open, destroy));
    }, destroy)();
  }

  /**
   * Moves all clients to another node: asks them to move, then closes their sockets, then terminates
   * the rest. A call while another one runs joins it, so that a client is asked once.
   */
  drain(): Promise<void> {
    this.#draining ??= this.#moveAll().finally(() => {
      this.#draining = undefined;
    });
    return this.#draining;
  }

  async close(): Promise<void> {
    this.#stopping = true;
    await this.#draining;
    // Clients that connected meanwhile.
    await this.drain();
    this.#hub.close();
  }

  async #moveAll(): Promise<void> {
    const { connections } = this.#hub;
    for (const connection of connections)
      connection.send({ type: 'moving', data: { withinMs: MOVE_MS } });
    await allClosed(connections, MOVE_MS);
    for (const connection of connections) connection.close('moving');
    await allClosed(connections, LAST_WORDS_MS);
    for (const connection of connections) connection.terminate();
  }

  /** Wraps each handler of one connection, so that an error closes that connection only. */
  #guard<Args extends readonly unknown[]>(handle: (...args: Args) => void, end: () => void) {
    return guarded(handle, (error) => {
      this.#log.error({ err: error }, 'realtime: a connection failed');
      end();
    });
  }

  #open(socket: Socket, webSocket: WebSocket, ip: string): void {
    socket.setNoDelay(true);
    const connection = new Connection(socket, webSocket, this.#clock.now(), (error) =>
      this.#log.error({ err: error }, 'realtime: a frame failed'),
    );
    this.#hub.add(connection);
    this.#slots.enter(connection, ip);
    const receive = (data: RawData, isBinary: boolean): void => {
      if (Buffer.isBuffer(data)) this.#hub.receive(connection, data, isBinary);
    };
    webSocket.on(
      'message',
      this.#guard(receive, () => connection.close('internal')),
    );
    // For a frame that is too big or violates the protocol the library closes by itself, with the
    // code of RFC 6455.
    webSocket.on('error', () => {
      connection.closing = true;
    });
    const leave = (): void => {
      this.#slots.leave(connection, ip);
      this.#hub.remove(connection);
    };
    webSocket.on(
      'close',
      this.#guard(leave, () => webSocket.terminate()),
    );
  }
}

/** Registers the product's socket on the application's server. */
export const registerRealtime = (app: FastifyInstance, options: RealtimeOptions): Realtime => {
  const { bus, clock, source } = options;
  const { authenticator, budget, log } = app;
  const pay = (account: string, cost: number): boolean =>
    budget === null || budget.pay({ account }, cost).waitMs === 0;
  const hub = new Hub({ bus, clock, logger: log, source, authenticator, pay });
  const sockets = new SocketServer(hub, log, options);
  app.get(REALTIME_PATH, (_, reply) =>
    writeErrorHead(reply, { code: 'upgrade_required' })
      .headers({ Connection: 'upgrade', Upgrade: 'websocket' })
      .send(errorBody('upgrade_required')),
  );
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    sockets.upgrade(request, socket, head),
  );
  app.draining.onBegin(() => {
    sockets
      .drain()
      .catch((error: unknown) => log.error({ err: error }, 'realtime: draining failed'));
  });
  // Before the server waits for its sockets to end, which they would not do by themselves.
  app.addHook('preClose', () => sockets.close());
  return hub;
};
