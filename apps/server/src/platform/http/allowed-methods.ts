import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of the routes at an address, as `Allow` names them; null without a route. */
    allowedAt: (url: string) => string | null;
  }
}

const decodedParts = (path: string): readonly string[] => {
  try {
    return decodeURI(path).split('/');
  } catch {
    return path.split('/');
  }
};

const isOfPattern = (pattern: readonly string[], given: readonly string[]): boolean =>
  pattern.length === given.length &&
  pattern.every((part, index) => part.startsWith(':') || part === given[index]);

/** Notes the methods of each route that is registered after it. Responses to OPTIONS name them. */
export const registerAllowedMethods = (app: FastifyInstance): void => {
  const plain = new Map<string, Set<string>>();
  const patterns = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    // Those for any path, such as the one of preflights, say nothing about a path.
    if (url.includes('*')) return;
    const routes = url.includes(':') ? patterns : plain;
    const methods = routes.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    routes.set(url, methods);
  });
  const allowedAt = (url: string): string | null => {
    const [path = ''] = url.split(/[?#]/, 1);
    const given = decodedParts(path);
    const matching = [...patterns].filter(([pattern]) => isOfPattern(pattern.split('/'), given));
    const methods = new Set(matching.flatMap(([, some]) => some.values().toArray())).union(
      plain.get(given.join('/')) ?? new Set<string>(),
    );
    return methods.size === 0 ? null : [...[...methods].toSorted(), 'OPTIONS'].join(', ');
  };
  app.decorate('allowedAt', allowedAt);
  app.addHook('onRequest', async ({ method, url }, reply) => {
    const allowed = method === 'OPTIONS' ? allowedAt(url) : null;
    if (allowed !== null) void reply.header('Allow', allowed);
  });
};
