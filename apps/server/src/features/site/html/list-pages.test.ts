import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { noneFound } from '#test/none-found.ts';
import { makeWebFolder } from '#test/web-folder.ts';

const database = useTestDatabase();
let folder = '';
let app: FastifyInstance;

beforeAll(async () => {
  await insertSources(database.current.database);
  folder = await makeWebFolder();
  app = await buildTestApp({
    database: database.current.database,
    search: {
      ...noDeals,
      search: ({ brand }) =>
        Promise.resolve({
          ...noneFound,
          total: brand.includes('nike') ? 1 : 0,
          partial: brand.includes('rare'),
        }),
    },
    webFolder: folder,
    settings: readConfiguration({ SITE_NAME: '<Ко>', BASE_URL: 'https://izgodno.example' }),
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const headOf = async (url: string) => {
  const { statusCode, body } = await app.inject(url);
  return { statusCode, canonical: /<link rel="canonical" href="([^"]*)">/.exec(body)?.[1], body };
};
const partOf = (body: string, part: RegExp): string => part.exec(body)?.[1] ?? '';

describe('a list with a path of its own', () => {
  test.each([
    ['/c/electronics', 'https://izgodno.example/c/electronics'],
    ['/c/electronics?lang=bg', 'https://izgodno.example/c/electronics?lang=bg'],
    ['/deals?category=electronics', 'https://izgodno.example/c/electronics'],
    ['/shop/shop', 'https://izgodno.example/shop/shop'],
    ['/brand/nike', 'https://izgodno.example/brand/nike'],
    ['/deals?brand=nike', 'https://izgodno.example/brand/nike'],
    ['/in/sofia', 'https://izgodno.example/in/sofia'],
  ])('%s has the canonical URL %s', async (url, canonical) => {
    expect(await headOf(url)).toMatchObject({ statusCode: 200, canonical });
  });

  test('has its own title, description, breadcrumbs and response', async () => {
    const { body } = await headOf('/c/electronics');
    expect(body).toContain('<title>list electronics - &#60;Ко&#62;</title>');
    expect(partOf(body, /name="description" content="([^"]*)"/)).toBe('all of electronics');
    expect(JSON.parse(partOf(body, /ld\+json">(.*?)<\/script>/s))).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, item: 'https://izgodno.example/deals' },
        { position: 2, name: 'list electronics', item: 'https://izgodno.example/c/electronics' },
      ],
    });
    expect(body).toContain('/api/deals?category=electronics');
  });

  test('has one address: another name of a category leads to it', async () => {
    const { statusCode, headers } = await app.inject('/c/fashion?lang=bg');
    expect([statusCode, headers.location]).toEqual([301, '/c/clothing?lang=bg']);
  });

  test('any spelling of a brand leads to its address', async () => {
    const { statusCode, headers } = await app.inject(
      `/brand/${encodeURIComponent('Найк')}?lang=bg`,
    );
    expect([statusCode, headers.location]).toEqual([301, '/brand/nike?lang=bg']);
  });

  test('with further filters asks for all of them', async () => {
    const { body } = await headOf('/c/electronics?inStock=true');
    expect(body).toMatch(/\/api\/deals\?category=electronics&(amp;)?inStock=true/);
  });

  test.for([
    '/c/nothing',
    '/shop/-',
    '/in/unknown',
    '/brand/unknown',
    '/c/',
    '/c/electronics/more',
  ])('%s is not found', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  test('a brand that was not searched for among all deals may have some', async () => {
    expect((await app.inject('/brand/rare')).statusCode).toBe(200);
  });

  test('the sitemap has each list that has deals', async () => {
    await insertDeals(database.current.database, [
      aDeal({ category: 'music-instruments', location_id: 'sofia', brand_slug: 'yamaha' }),
    ]);
    const { body } = await app.inject('/sitemap/lists.xml');
    expect(body).toContain('<loc>https://izgodno.example/c/music-instruments</loc>');
    expect(body).toContain('<loc>https://izgodno.example/in/sofia</loc>');
    expect(body).toContain('<loc>https://izgodno.example/brand/yamaha</loc>');
    expect(body).toMatch(/<loc>https:\/\/izgodno.example\/shop\/[^<]+<\/loc>/);
    expect(body).not.toContain('/c/travel<');
  });
});

test('a feed that a list does not have is not found', async () => {
  expect((await app.inject('/c/electronics.atom')).statusCode).toBe(404);
});

test('a part of the site map names its methods', async () => {
  const { statusCode, headers } = await app.inject({ method: 'PUT', url: '/sitemap/deals-0.xml' });
  expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
});
