import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../networks.ts';
import { CallError } from './errors.ts';

const WINDOW_MS = 60_000;
/** Networks that a node remembers at once. */
const KEPT_NETWORKS = 20_000;

/** Not counted: our own machines ask for health, and one page reads files by the dozen, which cost little. */
const uncounted = ['/api/health', '/api/ready', '/api/files/'] as const;

const isCounted = ({ method, url }: FastifyRequest): boolean =>
  method === 'GET' &&
  url.startsWith('/api/') &&
  !uncounted.some((address) => url.startsWith(address));

/**
 * Refuses reads of a network that makes more of them in a minute than the people behind it would:
 * each node counts for itself. What writes is limited by what it does. Before any route is added.
 */
export const registerReadLimit = async (
  app: FastifyInstance,
  readsPerMinute: number,
): Promise<void> => {
  if (readsPerMinute === 0) return;
  await app.register(rateLimit, {
    max: readsPerMinute,
    timeWindow: WINDOW_MS,
    cache: KEPT_NETWORKS,
    keyGenerator: (request) => networkOf(request.ip),
    allowList: (request) => !isCounted(request),
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new CallError('rate_limited', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
};
