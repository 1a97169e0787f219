import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';

/** The limits of a connection. Times are in milliseconds. */
export interface ConnectionLimits {
  /**
   * From the first byte of a request, or from the opening of the connection, to the end of its
   * headers.
   */
  readonly headersMs: number;
  /** From the end of the headers to the end of the body, for all calls but uploads. */
  readonly bodyMs: number;
  /** In each such window an upload must send at least `windowBytes`. */
  readonly windowMs: number;
  readonly windowBytes: number;
  /** How long a body may continue after the response. */
  readonly afterResponseMs: number;
  /** The interval of the checks. */
  readonly lookMs: number;
  /** Between two requests of one connection. */
  readonly keepAliveMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  readonly headerBytes: number;
  readonly requestsAConnection: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  bodyMs: 30_000,
  windowMs: 20_000,
  windowBytes: 20 * 1_024,
  afterResponseMs: 10_000,
  lookMs: 1_000,
  keepAliveMs: 72_000,
  // An upload may be throttled for this long, and a paused video may wait for its viewer.
  idleMs: 10 * 60_000,
  headerBytes: 16 * 1_024,
  requestsAConnection: 10_000,
};

type ServerOptions = Pick<
  FastifyHttpOptions<Server>,
  'http' | 'keepAliveTimeout' | 'connectionTimeout' | 'maxRequestsPerSocket'
>;

/**
 * The limits that Node enforces. `requestTimeout` stays off, because it is one deadline for every
 * body, and a large file over a slow connection needs longer than any useful deadline.
 */
export const serverOptions = (limits: ConnectionLimits): ServerOptions => ({
  http: {
    // Node would reject it with an empty response; `respondToUnroutable` does with JSON.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: 0,
    connectionsCheckingInterval: limits.lookMs,
    maxHeaderSize: limits.headerBytes,
    // Other upgrades than WebSocket, such as h2c, are treated as plain HTTP.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  },
  keepAliveTimeout: limits.keepAliveMs,
  connectionTimeout: limits.idleMs,
  maxRequestsPerSocket: limits.requestsAConnection,
});
