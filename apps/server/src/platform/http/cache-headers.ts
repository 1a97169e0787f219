import type { FastifyInstance } from 'fastify';
import { isCallOrUnknown } from './matched-route.ts';

/** For responses that are the same for all: any cache may store them but must revalidate. */
export const FOR_ANYBODY = 'public, no-cache';

/** Responses are for one user by default, so no cache may store them. */
export const registerCacheHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (isCallOrUnknown(request)) void reply.header('Cache-Control', 'no-store');
  });
};
