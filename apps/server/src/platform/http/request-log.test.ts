import { Writable } from 'node:stream';
import fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { createRequestId, registerRequestIds, registerRequestLog } from './request-log.ts';

test('a line has method, path, status and id of a request, and not the query', async () => {
  const lines: string[] = [];
  const logger: FastifyBaseLogger = createLogger(
    'info',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    }),
  );
  const app = fastify({
    loggerInstance: logger,
    genReqId: createRequestId,
    logController: new LogController({ disableRequestLogging: true }),
  });
  registerRequestIds(app);
  registerRequestLog(app);
  app.get('/api/deals', async () => 'deals');
  const { headers } = await app.inject('/api/deals?q=secret');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request',
    method: 'GET',
    path: '/api/deals',
    status: 200,
    reqId: headers['x-request-id'],
  });
  expect(lines[0]).not.toContain('secret');
});
