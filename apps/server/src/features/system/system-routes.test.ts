import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import type { HealthProbes } from './health-probes.ts';
import { registerSystem } from './system-routes.ts';

const buildApp = (probes: HealthProbes): FastifyInstance => {
  const app = fastify();
  app.setSerializerCompiler(serializerCompiler);
  registerSystem(app, probes);
  return app;
};

const healthy = () => Promise.resolve({ status: 'healthy' } as const);
const degraded = () => Promise.resolve({ status: 'degraded', detail: 'warming up' } as const);
const broken = () => Promise.reject(new Error('secret: connection refused at 10.0.0.7'));

test.for([
  ['healthy', { database: healthy, index: healthy }, 200],
  ['degraded', { database: healthy, index: degraded }, 200],
  ['error', { database: broken, index: degraded }, 503],
] as const)('the worst part decides: %s', async ([status, probes, ready]) => {
  const app = buildApp(probes);
  const health = await app.inject('/api/health');
  expect(health.statusCode).toBe(200);
  expect(health.json()).toMatchObject({ success: true, status });
  expect((await app.inject('/api/ready')).statusCode).toBe(ready);
});

test('each part has its state, without the reason of an error', async () => {
  const response = await buildApp({ database: broken, index: degraded }).inject('/api/health');
  expect(response.json().parts).toEqual({
    database: { status: 'error' },
    index: { status: 'degraded', detail: 'warming up' },
  });
});
