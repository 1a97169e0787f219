import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorDefinitions, type ErrorCode } from '@izgodno/contract/common/errors';
import { errorBody } from '../errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends an error on a bare socket, for which there is no request, and closes it. */
export const rejectSocket = (socket: Duplex, code: ErrorCode): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status } = errorDefinitions[code];
  const body = JSON.stringify(errorBody(code));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    // Otherwise a peer that keeps sending would keep the other half open.
    () => socket.destroy(),
  );
};

/** Rejects a request before routing. */
export const rejectResponse = (response: ServerResponse, code: ErrorCode): void => {
  const body = JSON.stringify(errorBody(code));
  response
    .writeHead(errorDefinitions[code].status, {
      'Content-Type': JSON_TYPE,
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(body);
};
