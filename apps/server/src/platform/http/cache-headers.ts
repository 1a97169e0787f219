import type { FastifyInstance } from 'fastify';
import { isCallOrUnknown } from './matched-route.ts';

/** For an answer that is the same for everybody: any cache may keep it, but asks whether it still holds before it shows it. */
export const FOR_ANYBODY = 'public, no-cache';

/** Calls answer one person, unless they say otherwise: no cache on the way or in the browser keeps that. */
export const registerCacheHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (isCallOrUnknown(request)) void reply.header('Cache-Control', 'no-store');
  });
};
