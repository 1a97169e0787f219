import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';

/** What a connection may take of the server. Times are in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte of a request, or from the opening of the connection, to the end of its headers. */
  readonly headersMs: number;
  /** From the end of its headers to the end of its body, for all calls but uploads. */
  readonly bodyMs: number;
  /** In each such window an upload brings `windowBytes` at least. */
  readonly windowMs: number;
  readonly windowBytes: number;
  /** Time that a body may go on for after it was answered. */
  readonly afterAnswerMs: number;
  /** How often connections are looked through. */
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
  afterAnswerMs: 10_000,
  lookMs: 1_000,
  keepAliveMs: 72_000,
  // An upload may wait so long for its turn, and a paused film for its viewer.
  idleMs: 10 * 60_000,
  headerBytes: 16 * 1_024,
  requestsAConnection: 10_000,
};

type ServerOptions = Pick<
  FastifyHttpOptions<Server>,
  'http' | 'keepAliveTimeout' | 'connectionTimeout' | 'maxRequestsPerSocket'
>;

/**
 * The limits that Node keeps itself. `requestTimeout` stays off: it is one deadline for every body, and
 * a large file over a slow line needs longer than any that would end a dripping request.
 */
export const serverOptions = (limits: ConnectionLimits): ServerOptions => ({
  http: {
    // Node would refuse it with an empty answer; `answerUnroutable` does with one in JSON.
    requireHostHeader: false,
    headersTimeout: limits.headersMs,
    requestTimeout: 0,
    connectionsCheckingInterval: limits.lookMs,
    maxHeaderSize: limits.headerBytes,
    // Others than WebSockets, such as h2c, are answered as if they had not asked for more than HTTP.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  },
  keepAliveTimeout: limits.keepAliveMs,
  connectionTimeout: limits.idleMs,
  maxRequestsPerSocket: limits.requestsAConnection,
});
