import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildTestApp } from '#test/build-test-app.ts';
import { noneFound } from '#test/none-found.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { makeWebFolder } from '#test/web-folder.ts';

const database = useTestDatabase();
const search = { ...noDeals };
let folder = '';
let app: FastifyInstance;

beforeAll(async () => {
  folder = await makeWebFolder();
  app = await buildTestApp({ database: database.current.database, search, webFolder: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['/', '/deals'],
  ['/?lang=bg', '/deals?lang=bg'],
  ['/index.html', '/deals'],
])('%s leads to %s also without scripts', async (url, to) => {
  const { statusCode, headers } = await app.inject(url);
  expect([statusCode, headers.location]).toEqual([302, to]);
});

test('no request is led to another site, whatever site its line names', async () => {
  const { port } = new URL(await app.listen({ port: 0 }));
  for (const path of ['http://other.example/?q=a', 'http://other.example/deals/?q=a']) {
    const [response] = await once(request({ port, path }).end(), 'response');
    expect(response.headers.location).toBe('/deals?q=a');
    response.resume();
  }
});

test.for([
  ['?minPrice=many&category=sports&category=junk', 'category=sports'],
  ['?minPrice=12,50&maxPrice=1%20200', 'minPrice=12.50&maxPrice=1200'],
  ['?no=such&limit=5&q=a%00', ''],
  ['?cursor=x&q=a', 'q=a'],
])('shows the deals of what is valid in %s', async ([query, valid]) => {
  const searched = vi.spyOn(search, 'search').mockClear().mockResolvedValueOnce(noneFound);
  const { statusCode, body } = await app.inject(`/deals${query}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<p>en deals ');
  const [asked] = searched.mock.lastCall ?? [];
  searched.mockClear().mockResolvedValueOnce(noneFound);
  await app.inject(`/deals?${valid}`);
  expect(asked).toEqual(searched.mock.lastCall?.[0]);
});

test('a page that an advertisement leads to arrives with the response to its first call', async () => {
  vi.spyOn(search, 'search').mockResolvedValueOnce(noneFound);
  const { body } = await app.inject('/deals?utm_source=mail&q=bike&fbclid=1');
  expect(body).toContain('"call":"/api/deals?q=bike"');
});

test.for([
  ['?minPrice=12,50&maxPrice=1%20200', '?minPrice=12.5&maxPrice=1200'],
  ['?maxPrice=5.00&minPrice=0&category=fashion', '?category=clothing&maxPrice=5'],
  ['?sort=priceAsc&category=junk&minDiscount=many&limit=5', '?sort=price_asc'],
])('%s arrives with the response that the application requests', async ([query, asked]) => {
  vi.spyOn(search, 'search').mockResolvedValueOnce(noneFound);
  const { body } = await app.inject(`/deals${query}`);
  expect(body).toContain(`"call":"/api/deals${asked}"`);
});

test.for(['en', 'bg'] as const)('describes the site in its language: %s', async (code) => {
  const { body } = await app.inject(`/deals?lang=${code}`);
  const manifest = await app.inject({
    url: '/manifest.webmanifest',
    headers: { 'accept-language': code },
  });
  expect(manifest.json()).toMatchObject({
    description: /<meta name="description" content="([^"]*)">/.exec(body)?.[1],
  });
});
