import type { FastifyInstance } from 'fastify';
import { percentDecoded } from '#config/percent-decoded.ts';
import { isOfPattern } from './matched-route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the routes at an address, as `Allow` names them; none without a route. */
    allowedAt: (url: string) => readonly string[];
  }
}

interface Route {
  readonly parts: readonly string[];
  readonly methods: readonly string[];
}

/** Notes the methods of each route that is registered after it. Responses to OPTIONS name them. */
export const registerAllowedMethods = (app: FastifyInstance): void => {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ url, routePath, method }) => {
    // Those for any path, such as the one of preflights, say nothing about a path.
    if (url.includes('*')) return;
    const methods = [method].flat();
    routes.push({ parts: url.split('/'), methods });
    // The root of a plugin, such as `/api/docs`, has a second address, which is not announced.
    if (routePath === '') routes.push({ parts: `${url}/`.split('/'), methods });
  });
  const allowedAt = (url: string): readonly string[] => {
    const [path = ''] = url.split(/[?#]/, 1);
    const given = path.split('/').map(percentDecoded);
    const found = routes.filter(({ parts }) => isOfPattern(parts, given));
    const methods = new Set(found.flatMap((route) => route.methods));
    return methods.size === 0 ? [] : [...[...methods].toSorted(), 'OPTIONS'];
  };
  app.decorate('allowedAt', allowedAt);
  app.addHook('onRequest', async ({ method, url }, reply) => {
    const allowed = method === 'OPTIONS' ? allowedAt(url) : [];
    if (allowed.length > 0) void reply.header('Allow', allowed.join(', '));
  });
};
