import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Names a request, in the log (`reqId`) and in its answer. What callers send under that name is not believed. */
export const createRequestId = (): string => randomUUID();

/** Sends `X-Request-Id` with every answer, so that a person's complaint leads to its lines in the log. */
export const registerRequestIds = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Request-Id', request.id);
  });
};
