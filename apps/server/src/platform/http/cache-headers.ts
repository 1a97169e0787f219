import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCallOrUnknown } from './matched-route.ts';

/** For responses that are the same for all: any cache may store them but must revalidate. */
export const FOR_ANYBODY = 'public, no-cache';

/** Adds a header of the request that the response depends on; for other sites it depends on `Origin` too. */
export const varyBy = (reply: FastifyReply, header: string): FastifyReply =>
  reply.header('Vary', [reply.getHeader('Vary') ?? [], header].flat().join(', '));

/** Responses are for one user by default, so no cache may store them. */
export const registerCacheHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (isCallOrUnknown(request)) void reply.header('Cache-Control', 'no-store');
  });
};
