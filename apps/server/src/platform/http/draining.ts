import type { FastifyInstance } from 'fastify';
import { CallError } from './errors.ts';

/** Seconds after which another server, or this one started again, may respond. */
const RETRY_AFTER = 2;

/**
 * The time between the request to stop and the stop: a balancer sees that the node is not ready,
 * while calls over its old connections still succeed.
 */
class Draining {
  readonly #listeners: (() => void)[] = [];
  #hasBegun = false;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    for (const listener of this.#listeners) listener();
  }

  onBegin(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    draining: Draining;
  }
}

/**
 * While the server drains, responses ask their clients to connect to another one. Once it closes,
 * what still comes over open connections is rejected in the product's own form. Fastify's own
 * rejection, which `return503OnClosing` turns off, has another.
 */
export const registerDraining = (app: FastifyInstance): void => {
  const draining = new Draining();
  app.decorate('draining', draining);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (draining.hasBegun || isClosing) void reply.header('connection', 'close');
    if (isClosing) throw new CallError('shutting_down', { retryAfter: RETRY_AFTER });
  });
};
