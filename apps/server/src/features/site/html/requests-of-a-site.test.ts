import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp } from '#test/build-test-app.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { makeWebFolder } from '#test/web-folder.ts';

// A request to a proxy names a site before the path (RFC 9112, 3.2.2).

const database = useTestDatabase();
let folder = '';
let app: FastifyInstance;
let port = '';

beforeAll(async () => {
  folder = await makeWebFolder();
  app = await buildTestApp({
    database: database.current.database,
    search: noDeals,
    webFolder: folder,
  });
  ({ port } = new URL(await app.listen({ port: 0 })));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

interface Response {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** The response to a path, which is sent as it is given. */
const respond = (path: string) =>
  new Promise<Response>((resolve, reject) => {
    get({ port, path, agent: false }, (response) => {
      const { statusCode: status, headers } = response;
      text(response).then(
        (body) => resolve({ status, type: headers['content-type'], body }),
        reject,
      );
    }).on('error', reject);
  });

test.for([
  ['/api/uploads/resumable/x', 405],
  ['/api/no/such', 404],
  ['/%61pi/no', 404],
  ['/assets/none.js', 404],
] as const)(
  'a request for %s that names a site is rejected in JSON: %i',
  async ([path, rejected]) => {
    const { status, type, body } = await respond(`http://evil.example${path}`);
    expect([status, type]).toEqual([rejected, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toMatchObject({ success: false });
  },
);

test.for(['/', '/deals?q=a', '/no/such/page', '/%E0%A4%A', '/api/health'])(
  'a request for %s that names a site gets what the path gets',
  async (path) => {
    expect(await respond(`HTTPS://evil.example${path}`)).toEqual(await respond(path));
  },
);

test('a request that names only a site gets its first page', async () => {
  for (const query of ['', '?from=a'])
    expect(await respond(`http://evil.example${query}`)).toEqual(await respond(`/${query}`));
});
