import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { errorDefinitions } from '@izgodno/contract/common/errors';
import type { Clock } from '#platform/clock.ts';
import { LineLimit } from '#platform/line-limit.ts';
import { readBearerToken } from './authentication.ts';
import { asCallError, type RemovedError } from './error-handler.ts';

/**
 * The id of a request, in the log (`reqId`) and in its response. Ids sent by callers are ignored.
 */
export const createRequestId = (): string => randomUUID();

/**
 * Sends `X-Request-Id` with every response, so that a user's report leads to its lines in the log.
 */
export const registerRequestIds = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
  });
};

/** A parameter of a path that is a secret. */
const SECRET_PARAMETER = '/:token';

/**
 * Logs every response. Queries are left out, because they show what a user searches for; of a path
 * with a secret, only its route is logged.
 */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = '' } = request.routeOptions;
    const path = route.includes(SECRET_PARAMETER) ? route : request.url.split('?', 1)[0];
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
};

const WINDOW_MS = 1_000;
const LINES_PER_WINDOW = 50;

/**
 * Logs each call that was rejected: who made it, from where, and by which rule it failed (its code).
 * Beyond `LINES_PER_WINDOW` a second they are counted only, and the next line says how many.
 */
export const registerRejectionLog = (
  app: FastifyInstance,
  clock: Clock,
  removedError: RemovedError,
): void => {
  const limit = new LineLimit({ lines: LINES_PER_WINDOW, windowMs: WINDOW_MS, clock });

  app.addHook('onError', async (request, _, error) => {
    const { code } = asCallError(error, removedError);
    // A failure of our own is logged with its cause instead.
    if (errorDefinitions[code].status >= 500) return;
    const line = limit.next();
    if (line === null) return;
    const token = readBearerToken(request);
    request.log.info(
      {
        event: 'call_rejected',
        code,
        method: request.method,
        // The route, not the address: the latter may have secrets in it.
        route: request.routeOptions.url ?? null,
        userId: token === null ? null : (app.authenticator.recall(token)?.id ?? null),
        address: request.ip,
        ...line,
      },
      'call rejected',
    );
  });
};
