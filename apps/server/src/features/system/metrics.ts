import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SystemStatus } from '@izgodno/contract/system/calls';
import { readBearerToken } from '#platform/http/authentication.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';
import { probeAll, type HealthProbes } from './health-probes.ts';

/** Seconds; finer around the promised duration of a search. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

const healthValue: Readonly<Record<SystemStatus, number>> = { healthy: 1, degraded: 0.5, error: 0 };

/** Gauges of the product's parts, read on request, by their Prometheus name. */
export type Gauges = Readonly<
  Record<string, { readonly help: string; readonly value: () => number }>
>;

export interface MetricsOptions {
  readonly probes: HealthProbes;
  readonly gauges: Gauges;
  /** The bearer token for reading; without one, only this machine may read. */
  readonly token: string | undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  // A request forwarded by a local proxy is not local.
  headers['x-forwarded-for'] === undefined &&
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');

/** `GET /metrics` in Prometheus's text format; unauthorised requests get 404. */
export const registerMetrics = (app: FastifyInstance, options: MetricsOptions): void => {
  const { probes, gauges, token } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATIONS,
    registers: [registry],
  });
  const health = new Gauge({
    name: 'izgodno_part_health',
    help: '1 healthy, 0.5 degraded, 0 error.',
    labelNames: ['part'] as const,
    registers: [registry],
    async collect() {
      const { parts } = await probeAll(probes);
      for (const [part, { status }] of Object.entries(parts)) {
        health.set({ part }, healthValue[status]);
      }
    },
  });
  for (const [name, { help, value }] of Object.entries(gauges)) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => gauge.set(value()),
    });
  }

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the URL, because URLs would create an unlimited number of labels.
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
  });

  const mayRead = (request: FastifyRequest): boolean => {
    if (token === undefined) return isThisMachine(request);
    const given = readBearerToken(request);
    return given !== null && timingSafeEqual(digest(given), digest(token));
  };
  app.get(
    '/metrics',
    { schema: { hide: true }, config: { limit: { cost: 0 } } },
    async (request, reply) => {
      if (!mayRead(request)) return rejectUnknown(request, reply);
      void reply.type(registry.contentType).header('Cache-Control', 'no-store');
      return registry.metrics();
    },
  );
};
