import type { FastifyInstance } from 'fastify';
import { CallError } from './errors.ts';

/** Seconds after which another server, or this one started again, may respond. */
const RETRY_AFTER = 2;

/**
 * Once the server ends, what still comes over open connections is rejected in the product's own form.
 * Fastify's own rejection, which `return503OnClosing` turns off, has another.
 */
export const refuseWhileClosing = (app: FastifyInstance): void => {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw new CallError('shutting_down', { retryAfter: RETRY_AFTER });
  });
};
