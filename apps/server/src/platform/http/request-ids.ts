import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

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
