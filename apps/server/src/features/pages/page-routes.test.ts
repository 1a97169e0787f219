import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
let folder = '';
let app: FastifyInstance;

const read = async (id: number) => {
  const response = await app.inject(`/deals/${id}?from=list`);
  expect(response.statusCode).toBe(200);
  return response.body;
};
const contentOf = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];
const productOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

const insert = async (given: Partial<NewDeal>): Promise<number> => {
  const [id = 0] = await insertDeals(database.current.database, [aDeal(given)]);
  return id;
};

beforeAll(async () => {
  await insertSources(database.current.database);
  folder = await mkdtemp(path.join(tmpdir(), 'izgodno-pages-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<title>%SITE_NAME%</title>');
  await writeFile(path.join(folder, 'assets', 'main-4f2a.js'), 'export {};');
  app = await buildTestApp({
    database: database.current.database,
    search: noDeals,
    webFolder: folder,
    settings: readConfiguration({
      SITE_NAME: 'Сделки & <Ко>',
      BASE_URL: 'https://izgodno.example',
    }),
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.for(['/', '/deals', '/deals?q=a', '/no/such/page', '/deals/%', '/%E0%A4%A'])(
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

describe('the page of a deal', () => {
  test('says what it is to those who run no script', async () => {
    const id = await insert({
      title: 'Колело Drag',
      description: 'Почти ново.\nБез забележки.',
      price_amount: 250_50,
      media: JSON.stringify([
        { url: '/demo-media/a.svg', kind: 'image' },
        { url: 'https://cdn.example/b.jpg', kind: 'image' },
        { url: 'https://cdn.example/c.mp4', kind: 'video' },
      ]),
      condition: 'like_new',
      brand: 'Drag',
    });
    const html = await read(id);
    expect(html).toContain('<title>Колело Drag - Сделки &#38; &#60;Ко&#62;</title>');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain(`<link rel="canonical" href="https://izgodno.example/deals/${id}">`);
    expect(contentOf(html, 'og:title')).toBe('Колело Drag');
    expect(contentOf(html, 'og:description')).toBe(
      '250,50\u00a0€ · Почти ново. Без забележки.'.replaceAll('\u00a0', ' '),
    );
    expect(html).toContain('content="https://izgodno.example/demo-media/a.svg"');
    expect(productOf(html)).toMatchObject({
      '@type': 'Product',
      name: 'Колело Drag',
      image: ['https://izgodno.example/demo-media/a.svg', 'https://cdn.example/b.jpg'],
      brand: { name: 'Drag' },
      offers: {
        price: '250.50',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        seller: { name: 'Shop' },
      },
    });
  });

  test('lets nothing of what people typed out of its place', async () => {
    const title = '</script><script>alert(1)</script>" \u202Eonload="x';
    const html = await read(await insert({ title, description: title }));
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('\u202E');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(productOf(html)).toMatchObject({
      name: '</script><script>alert(1)</script>" onload="x',
    });
  });

  test.for([
    ['sold', 'https://schema.org/SoldOut'],
    ['expired', 'https://schema.org/Discontinued'],
  ] as const)('tells that it is %s', async ([status, availability]) => {
    const html = await read(await insert({ status }));
    expect(productOf(html)).toMatchObject({ offers: { availability } });
  });

  test.for(['/deals/987654321', '/deals/0', '/deals/abc'])(
    '%s, a deal that is not there, is the application, not found',
    async (url) => {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(404);
      expect(response.body).toBe('<title>Сделки &#38; &#60;Ко&#62;</title>');
    },
  );
});

describe('for search engines', () => {
  test('robots.txt names the sitemap, and the sitemap every active deal', async () => {
    const { database: handle } = database.current;
    await handle.deleteFrom('deals').execute();
    const [far = 0] = await insertDeals(handle, [aDeal({ id: 120_001 })]);
    const [near = 0] = await insertDeals(handle, [aDeal({ id: 50_000 })]);
    const [sold = 0] = await insertDeals(handle, [aDeal({ id: 49_999, status: 'sold' })]);
    const robots = await app.inject('/robots.txt');
    expect(robots.body).toContain('Sitemap: https://izgodno.example/sitemap.xml');

    const index = await app.inject('/sitemap.xml');
    const parts = [...index.body.matchAll(/<loc>https:\/\/izgodno\.example(.*?)<\/loc>/g)];
    expect(parts.map(([, path]) => path)).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/deals-0.xml',
      '/sitemap/deals-2.xml',
    ]);
    const bodies = await Promise.all(
      parts.map(async ([, path]) => (await app.inject(path ?? '')).body),
    );
    expect(bodies[1]).toContain(`<loc>https://izgodno.example/deals/${near}</loc>`);
    expect(bodies[1]).not.toContain(`/deals/${sold}<`);
    expect(bodies[2]).toContain(`<loc>https://izgodno.example/deals/${far}</loc>`);
    for (const body of bodies) expect(body).toMatch(/<\/urlset>\n$/);
  });

  test('a part that nobody named is empty or not found', async () => {
    expect((await app.inject('/sitemap/deals-999.xml')).body).not.toContain('<url>');
    expect((await app.inject('/sitemap/deals-x.xml')).statusCode).toBe(404);
  });
});

test('only reading asks for a page', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/deals' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/deals' })).statusCode).toBe(404);
});
