import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { SystemStatus } from '@izgodno/contract/system/calls';
import { readBearerToken } from '#platform/http/authentication.ts';
import { rejectUnknown } from '#platform/http/error-handler.ts';
import { isLoopback } from '#platform/ip-network.ts';
import { hashToken } from '#platform/tokens.ts';
import { probeAll, type HealthProbes } from './health-probes.ts';

/** Seconds; finer around the promised duration of a search. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

const healthValue: Readonly<Record<SystemStatus, number>> = { healthy: 1, degraded: 0.5, error: 0 };

/** A number, or numbers by the value of the gauge's label. */
type Reading = number | Readonly<Record<string, number>>;

interface GaugeDefinition {
  readonly help: string;
  /** The name of the label, for several numbers. */
  readonly label?: string;
  /** Whether it only grows while the process runs. */
  readonly isCounter?: boolean;
  readonly value: () => Reading | Promise<Reading>;
}

/** Gauges of the product's parts, read on request, by their Prometheus name. */
export type Gauges = Readonly<Record<string, GaugeDefinition>>;

export interface MetricsOptions {
  readonly probes: HealthProbes;
  readonly gauges: Gauges;
  /** The bearer token for reading; without one, only this machine may read. */
  readonly token: string | undefined;
}

/** Milliseconds to read a gauge. */
const READ_LIMIT_MS = 2_000;

/** The value; not a number if its part fails or is slow, so that other gauges are still shown. */
const readWithin = async (value: GaugeDefinition['value']): Promise<Reading> => {
  const limit = new AbortController();
  try {
    return await Promise.race([value(), sleep(READ_LIMIT_MS, NaN, { signal: limit.signal })]);
  } catch {
    return NaN;
  } finally {
    limit.abort();
  }
};

const addGauge = (registry: Registry, name: string, definition: GaugeDefinition): void => {
  const { help, label, isCounter = false, value } = definition;
  const options = {
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
  };
  const collect = async (add: (labels: Record<string, string>, number: number) => void) => {
    const reading = await readWithin(value);
    if (typeof reading === 'number') {
      if (label === undefined && !(isCounter && Number.isNaN(reading))) add({}, reading);
      return;
    }
    for (const [key, number] of Object.entries(reading)) add({ [label ?? 'name']: key }, number);
  };
  if (isCounter) {
    const counter: Counter = new Counter({
      ...options,
      async collect() {
        counter.reset();
        await collect((labels, number) => counter.inc(labels, number));
      },
    });
    return;
  }
  const gauge: Gauge = new Gauge({
    ...options,
    async collect() {
      gauge.reset();
      await collect((labels, number) => gauge.set(labels, number));
    },
  });
};

let processRegistry: Registry | undefined;

/**
 * The metrics of the process. There is one registry for all applications of a process, because the
 * library never ends its observers, which would keep each closed application.
 */
const metricsOfProcess = (): Registry => {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
};

/** What proxies add to a request; one that a local proxy forwards is not local. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

const isThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') && forwarding.every((name) => headers[name] === undefined);

/**
 * `GET /metrics` in Prometheus's text format; unauthorised requests get 404. Returns what adds
 * gauges of further parts.
 */
export const registerMetrics = (
  app: FastifyInstance,
  options: MetricsOptions,
): ((gauges: Gauges) => void) => {
  const { probes, token } = options;
  const registry = new Registry();
  const processMetrics = metricsOfProcess();
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
  const addGauges = (gauges: Gauges): void => {
    for (const [name, definition] of Object.entries(gauges)) addGauge(registry, name, definition);
  };
  addGauges(options.gauges);

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the URL, because URLs would create an unlimited number of labels.
    const route = request.routeOptions.url ?? 'none';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    durations.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
  });

  const mayRead = (request: FastifyRequest): boolean => {
    if (token === undefined) return isThisMachine(request);
    const given = readBearerToken(request);
    return given !== null && timingSafeEqual(hashToken(given), hashToken(token));
  };
  app.get('/metrics', { config: { limit: { cost: 0 } } }, async (request, reply) => {
    if (!mayRead(request)) return rejectUnknown(request, reply);
    void reply.type(registry.contentType).header('Cache-Control', 'no-store');
    return Registry.merge([processMetrics, registry]).metrics();
  });
  return addGauges;
};
