import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
let folder = '';
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-pages-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<title>%SITE_NAME%</title>');
  await writeFile(path.join(folder, 'assets', 'main-4f2a.js'), 'export {};');
  app = await buildTestApp({
    database: database.current.database,
    search: noDeals,
    webFolder: folder,
    settings: readConfiguration({ SITE_NAME: 'Сделки & <Ко>' }),
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.for(['/', '/deals', '/deals/12?q=a', '/no/such/page', '/deals/%', '/%E0%A4%A'])(
  '%s is the one page, which is asked for anew each time',
  async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(response.body).toBe('<title>Сделки &#38; &#60;Ко&#62;</title>');
  },
);

test('an asset may be kept for ever', async () => {
  const response = await app.inject('/assets/main-4f2a.js');
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test.for(['/assets/main-gone.js', '/assets/', '/api/nothing', '/api/%'])(
  '%s, which nothing stands at, is refused in the form of the contract',
  async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ success: false });
  },
);

test('only reading asks for a page', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/deals' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/deals' })).statusCode).toBe(404);
});
