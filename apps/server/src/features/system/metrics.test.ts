import fastify, { type FastifyInstance } from 'fastify';
import { expect, test, vi } from 'vitest';
import { registerMetrics } from './metrics.ts';

const buildApp = async (token?: string): Promise<FastifyInstance> => {
  const app = fastify();
  registerMetrics(app, {
    probes: {
      database: async () => ({ status: 'healthy' }),
      index: async () => ({ status: 'degraded' }),
      bus: () => Promise.reject(new Error('gone')),
    },
    gauges: {
      izgodno_things: { help: 'Things.', value: () => 7 },
      izgodno_gone: { help: 'Gone.', value: () => Promise.reject(new Error('gone')) },
      izgodno_ages: { help: 'Ages.', label: 'source', value: async () => ({ coffee: 3 }) },
      izgodno_lost: {
        help: 'Lost.',
        label: 'source',
        value: () => Promise.reject(new Error('gone')),
      },
      izgodno_done_total: { help: 'Done.', isCounter: true, value: () => 5 },
    },
    token,
  });
  app.get('/deals/:id', async () => 'a deal');
  return app;
};

test("has the durations of responses by route, the health of each part, and the parts' gauges", async () => {
  const app = await buildApp();
  await app.inject('/deals/1');
  await app.inject('/deals/2');
  await app.inject('/no/such/address');
  const { body, headers } = await app.inject('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="/deals/:id",status="2xx"} 2',
  );
  expect(body).toContain(
    'http_request_duration_seconds_count{method="GET",route="none",status="4xx"} 1',
  );
  expect(body).not.toContain('/no/such/address');
  expect(body).toContain('izgodno_part_health{part="database"} 1');
  expect(body).toContain('izgodno_part_health{part="index"} 0.5');
  expect(body).toContain('izgodno_part_health{part="bus"} 0');
  expect(body).toContain('izgodno_things 7');
  expect(body).toContain('# TYPE izgodno_done_total counter');
  expect(body).toContain('izgodno_done_total 5');
  expect(body).toContain('izgodno_gone Nan');
  expect(body).toContain('izgodno_ages{source="coffee"} 3');
  expect(body).not.toContain('izgodno_lost{');
});

test('another application of a process adds no observer, which would keep it after its end', async () => {
  const observe = vi.spyOn(PerformanceObserver.prototype, 'observe');
  await buildApp();
  const before = observe.mock.calls.length;
  const { body } = await (await buildApp()).inject('/metrics');
  const after = observe.mock.calls.length;
  observe.mockRestore();
  expect(after).toBe(before);
  expect(body).toContain('process_start_time_seconds ');
});

test.for([
  ['without a token, this machine', undefined, {}, '127.0.0.1', 200],
  ['without a token, another machine', undefined, {}, '192.0.2.7', 404],
  [
    'without a token, through a proxy',
    undefined,
    { 'x-forwarded-for': '192.0.2.7' },
    '127.0.0.1',
    404,
  ],
  ...(['forwarded', 'via', 'x-real-ip'] as const).map(
    (name) =>
      [
        `without a token, with ${name}`,
        undefined,
        { [name]: '192.0.2.7' },
        '127.0.0.2',
        404,
      ] as const,
  ),
  [
    'with a configured token, by its holder',
    'sesame',
    { authorization: 'Bearer sesame' },
    '192.0.2.7',
    200,
  ],
  [
    'with a configured token, by a holder of another',
    'sesame',
    { authorization: 'Bearer x' },
    '127.0.0.1',
    404,
  ],
  ['with a configured token, without one', 'sesame', {}, '127.0.0.1', 404],
] as const)('%s: %s', async ([, token, headers, remoteAddress, status]) => {
  const app = await buildApp(token);
  const response = await app.inject({ url: '/metrics', headers, remoteAddress });
  expect(response.statusCode).toBe(status);
});
