import type { FastifyInstance } from 'fastify';

/** Logs every response. Queries are left out, because they show what a user searches for. */
export const registerRequestLog = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0];
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
