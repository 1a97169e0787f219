import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@izgodno/contract/common/errors';
import { CallError } from '../errors.ts';
import { rejectResponse, rejectSocket } from './raw-rejection.ts';

const codes: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  HPE_INVALID_METHOD: 'not_implemented',
};

/** Responds to invalid or too large HTTP in the form of every other error. */
export const respondToParserError = (
  error: Error & { readonly code?: string },
  socket: Socket,
): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  rejectSocket(socket, codes[error.code ?? ''] ?? 'malformed_request');
};

/** Responds to requests that Node would reject or drop before Fastify sees them. */
export const respondToUnroutable = (app: FastifyInstance): void => {
  app.server.on('connect', (_request, socket) => rejectSocket(socket, 'not_implemented'));
  app.server.on('checkExpectation', (_request, response) =>
    rejectResponse(response, 'malformed_request'),
  );
  app.addHook('onRequest', async ({ raw: { httpVersionMinor, headers } }) => {
    // RFC 9112, 3.2: a request with version 1.1 must have a host.
    if (httpVersionMinor > 0 && headers.host === undefined) {
      throw new CallError('malformed_request');
    }
  });
};
