import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file that may take long, so it needs progress and no deadline. */
    slowBody?: boolean;
  }
}

/** Distinguishes requests whose route receives files from all others, which are small. */
export interface SlowBodies {
  has(request: IncomingMessage): boolean;
}

export const noteSlowBodies = (app: FastifyInstance): SlowBodies => {
  const slow = new WeakSet<IncomingMessage>();
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.slowBody === true) slow.add(raw);
  });
  return slow;
};
