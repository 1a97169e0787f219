import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '@izgodno/contract/common/durations';
import { errorDefinitions, type ErrorCode } from '@izgodno/contract/common/errors';
import { systemClock } from '#platform/clock.ts';
import { isDatabaseUnavailable, isSignInRejected } from '#platform/database/unavailable.ts';
import { violatedReference } from '#platform/database/violations.ts';
import { LineLimit } from '#platform/line-limit.ts';
import { OUTAGE_LINES } from '#platform/log-outage.ts';
import { isRoleWithheld } from './authentication.ts';
import { CallError, errorBody } from './errors.ts';

/** Seconds after which the database may be available again. */
const DATABASE_RETRY_AFTER = 2;

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed_request',
  // The file server's code for a folder, which is not found.
  403: 'not_found',
  404: 'not_found',
  413: 'payload_too_large',
  414: 'malformed_request',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

/** The code for a call that refers, by this foreign key, to what was deleted meanwhile. */
export type RemovedError = (constraint: string) => ErrorCode | null;

/** Maps any error to a `CallError`; unexpected errors become `internal`. */
export const asCallError = (
  error: Error & { readonly statusCode?: number },
  removedError: RemovedError,
): CallError => {
  if (error instanceof CallError) return error;
  if (isDatabaseUnavailable(error) || isSignInRejected(error))
    return new CallError('database_unavailable', {
      retryAfter: DATABASE_RETRY_AFTER,
      cause: error,
    });
  const reference = violatedReference(error);
  const code =
    (reference === null ? null : removedError(reference)) ?? codeByStatus[error.statusCode ?? 500];
  return new CallError(code ?? 'internal', { cause: error });
};

/** Failures of the product itself have more lines in the log, because their reasons may differ. */
const LINES_OF_ERRORS = { lines: 500, windowMs: 10 * SECOND_MS } as const;

/** Sets the status of an error, and its headers. */
export const writeErrorHead = (
  reply: FastifyReply,
  { code, retryAfter }: { readonly code: ErrorCode; readonly retryAfter?: number | undefined },
): FastifyReply => {
  const { status } = errorDefinitions[code];
  if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter));
  // RFC 9110 requires it; browsers ask for no password because of this scheme.
  if (status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  return reply.status(status).header('Cache-Control', 'no-store');
};

/**
 * Sends every failure as the contract's error body. Errors that the caller did not cause are logged
 * and not revealed.
 */
export const createErrorHandler = (removedError: RemovedError, clock = systemClock) => {
  const limits = new Map<ErrorCode, LineLimit>();
  const limitOf = (code: ErrorCode): LineLimit => {
    const options = { ...(code === 'internal' ? LINES_OF_ERRORS : OUTAGE_LINES), clock };
    const limit = limits.get(code) ?? new LineLimit(options);
    limits.set(code, limit);
    return limit;
  };
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = asCallError(error, removedError);
    const rejected =
      failure.code === 'forbidden' && isRoleWithheld(request)
        ? new CallError('second_factor_required', { cause: failure })
        : failure;
    const { status } = errorDefinitions[rejected.code];
    if (status >= 500) {
      const line = limitOf(rejected.code).next();
      const err = rejected.cause ?? rejected;
      if (line !== null) request.log.error({ err, ...line }, 'call failed');
    }
    return writeErrorHead(reply, rejected).send(errorBody(rejected.code, rejected));
  };
};

/** Responds to an unknown URL, or to a method that the routes of a known one do not have (RFC 9110). */
export const rejectUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { method, url, server, is404 } = request;
  const allowed = is404 ? server.allowedAt(url) : [];
  // Its headers name the methods already.
  if (method === 'OPTIONS' && allowed.length > 0) return reply.status(204).send();
  // A route may reject a value of its pattern, as that of a list does with the name of a feed.
  const isOther = allowed.length > 0 && !allowed.includes(method);
  if (isOther) void reply.header('Allow', allowed.join(', '));
  const code = isOther ? 'method_not_allowed' : 'not_found';
  return writeErrorHead(reply, { code }).send(errorBody(code));
};
