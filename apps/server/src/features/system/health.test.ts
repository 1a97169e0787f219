import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test, vi } from 'vitest';
import { registerDraining } from '#platform/http/draining.ts';
import { registerOutages } from '#platform/http/outages.ts';
import type { NodeProbes } from './health-probes.ts';
import { registerSystem } from './api.ts';

const never = () => new Promise<never>(() => {});

const buildApp = (probes: NodeProbes, patienceMs = 0): FastifyInstance => {
  const app = fastify();
  app.setSerializerCompiler(serializerCompiler);
  registerDraining(app);
  registerOutages(app, { reach: () => Promise.reject(new Error('away')), patienceMs });
  registerSystem(app, { probes, examine: async () => [], probeLimitMs: 50, readyLimitMs: 50 });
  return app;
};

const healthy = () => Promise.resolve({ status: 'healthy' } as const);
const degraded = () => Promise.resolve({ status: 'degraded', detail: 'warming up' } as const);
const broken = () => Promise.reject(new Error('secret: connection refused at 10.0.0.7'));

test.for([
  ['healthy', { database: healthy, index: healthy }, 200],
  ['degraded', { database: healthy, index: degraded }, 200],
  ['error', { database: broken, index: degraded }, 503],
] as const)('the worst part is the status of the whole: %s', async ([status, probes, ready]) => {
  const app = buildApp(probes);
  const health = await app.inject('/api/health');
  expect(health.statusCode).toBe(200);
  expect(health.json()).toMatchObject({ success: true, status });
  expect((await app.inject('/api/ready')).statusCode).toBe(ready);
});

test.for([
  ['the database is away', { database: broken, files: healthy }, 503],
  ['the files are away', { database: healthy, files: broken }, 200],
  ['the bus does not respond', { database: healthy, bus: never }, 200],
  ['the database does not respond', { database: never }, 503],
] as const)('a node is ready if it can respond: %s', async ([, probes, ready]) => {
  const app = buildApp(probes);
  expect((await app.inject('/api/health')).json()).toMatchObject({ status: 'error' });
  expect((await app.inject('/api/ready')).statusCode).toBe(ready);
});

test('a readiness check asks the database only, because balancers wait for it', async () => {
  const files = vi.fn<() => Promise<never>>(never);
  const response = await buildApp({ database: healthy, files }).inject('/api/ready');
  expect(response.json()).toMatchObject({ parts: { database: { status: 'healthy' } } });
  expect(files).not.toHaveBeenCalled();
});

test('a node is ready while its reads wait for a failover', async () => {
  const app = buildApp({ database: broken }, 60_000);
  expect((await app.inject('/api/health')).json()).toMatchObject({ status: 'error' });
  expect((await app.inject('/api/ready')).statusCode).toBe(200);
  await app.close();
});

test('a draining node is not ready, still serves, and sends its clients elsewhere', async () => {
  const app = buildApp({ database: healthy });
  await app.ready();
  app.draining.begin();
  expect((await app.inject('/api/ready')).statusCode).toBe(503);
  const health = await app.inject('/api/health');
  expect(health.statusCode).toBe(200);
  expect(health.headers.connection).toBe('close');
});

test('a monitor may add a parameter so that no cache answers', async () => {
  const app = buildApp({ database: healthy });
  for (const path of ['/api/health', '/api/ready'])
    expect((await app.inject(`${path}?at=1`)).statusCode).toBe(200);
});

test('each part has its state, without the reason of an error', async () => {
  const probes = { database: broken, index: degraded, files: never };
  const response = await buildApp(probes).inject('/api/health');
  expect(response.json().parts).toEqual({
    database: { status: 'error' },
    index: { status: 'degraded', detail: 'warming up' },
    files: { status: 'error', detail: 'no answer within 0.05 s' },
  });
});
