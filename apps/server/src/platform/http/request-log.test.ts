import { Writable } from 'node:stream';
import fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { createLogger } from '#platform/logger.ts';
import { createRequestId, registerRequestIds, registerRequestLog } from './request-log.ts';

/** What the log says of a request to a route. */
const linesOf = async (route: string, url: string) => {
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
  app.get(route, async () => 'deals');
  const { headers } = await app.inject(url);
  return { lines, id: headers['x-request-id'] };
};

test('a line has method, path, status and id of a request, and not the query', async () => {
  const { lines, id } = await linesOf('/api/deals', '/api/deals?q=secret');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request',
    method: 'GET',
    path: '/api/deals',
    status: 200,
    reqId: id,
  });
  expect(lines[0]).not.toContain('secret');
});

test('a line has no secret of a path', async () => {
  const { lines } = await linesOf('/api/hooks/:token', '/api/hooks/izh_secret');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/api/hooks/:token' });
  expect(lines[0]).not.toContain('izh_secret');
});
