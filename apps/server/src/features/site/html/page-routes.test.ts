import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfiguration } from '#config/configuration.ts';
import type { DealSearchPage } from '#features/search/deal-search.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { PAGE_HEADERS } from '#platform/http/security-headers.ts';
import { insertSignedIn } from '#test/insert-signed-in.ts';
import { noneFound } from '#test/none-found.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { makeWebFolder } from '#test/web-folder.ts';

const database = useTestDatabase();
const search = { ...noDeals };
let folder = '';
let app: FastifyInstance;

const read = async (id: number, query = '?from=list', accepted = 'bg') => {
  const response = await app.inject({
    url: `/deals/${id}${query}`,
    headers: { 'accept-language': accepted },
  });
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
  folder = await makeWebFolder();
  app = await buildTestApp({
    database: database.current.database,
    search,
    webFolder: folder,
    settings: readConfiguration({
      SITE_NAME: 'Сделки & <Ко>',
      BASE_URL: 'https://izgodno.example',
    }),
  });
  // Fake timers, so that a page waits for its response only as long as a test says, on any machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.for([
  ['/deals', 200, 'Deals - '],
  ['/deals?q=a', 200, 'Deals - '],
  ['/chat', 200, 'Chat - '],
  ['/chat/0190', 200, 'Chat - '],
  ['/login', 200, 'Log in - '],
  ['/no/such/page', 404, 'Not found - '],
  ['/nowhere?from=/deals', 404, 'Not found - '],
  ['/deals/1/reviews', 404, 'Not found - '],
  ['/users', 404, 'Not found - '],
  ['/users/0190?from=chat', 404, 'Not found - '],
  ['/users/0190a0e4-8d3c-7a7b-8b3e-1c2d3e4f5a6b', 404, 'Not found - '],
  ['/users/%00', 404, 'Not found - '],
  ['/deals/%', 404, 'Not found - '],
  ['/%E0%A4%A', 404, 'Not found - '],
] as const)(
  '%s is the one page with status %i and its own title, which is revalidated each time',
  async ([url, status, title]) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBe(status);
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(status);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(response.body).toContain(`<title>${title}Сделки &#38; &#60;Ко&#62;</title>`);
  },
);

test('the page of a member has status 200 and the name', async () => {
  const { id } = await insertSignedIn(database.current.database, 'member');
  const response = await app.inject(`/users/${id}?from=chat`);
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('<title>Some Body - ');
  expect((await app.inject({ method: 'HEAD', url: `/users/${id}` })).statusCode).toBe(200);
  const changing = database.current.database.updateTable('users').set({ name: "A$AP $'$$" });
  await changing.where('id', '=', id).execute();
  expect((await app.inject(`/users/${id}`)).body).toContain('<title>A$AP $&#39;$$ - ');
});

const digest = (text: string) => createHash('sha256').update(text).digest('base64');
const policyOf = async (url: string) =>
  String((await app.inject(url)).headers['content-security-policy']);

test('a page allows its inline script and style, and no others', async () => {
  const page = await policyOf('/deals');
  expect(page).toContain(`script-src 'self' 'sha256-${digest('before();')}';`);
  expect(page).toContain(`style-src 'self' 'sha256-${digest('a{color:red}')}';`);
  expect(await policyOf('/api/health')).toContain("script-src 'self';style-src 'self';");
});

test.each(['identity', 'gzip, br'])(
  'an asset for %s has no headers of a page',
  async (accepted) => {
    const url = '/assets/main-4f2a.js';
    const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': accepted } });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const isCompressed = accepted !== 'identity';
    expect(headers['content-encoding']).toBe(isCompressed ? 'br' : undefined);
    expect(body === 'compressed').toBe(isCompressed);
    for (const name of PAGE_HEADERS) expect(headers).not.toHaveProperty(name);
    expect(headers['x-content-type-options']).toBe('nosniff');
  },
);

/** The preloaded response of a page: the call and its response. */
const preloadedResponseOf = (html: string): unknown =>
  JSON.parse(
    /<script type="application\/json" id="first-answer">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null',
  );

const found = async (): Promise<DealSearchPage> => ({
  ...noneFound,
  hits: [{ id: String(await insert({ title: 'Лаптоп <b>' })), version: 1 }],
  total: 1,
});

describe('the list of deals', () => {
  test('has the response of its first call, and shows its deals', async () => {
    const page = await found();
    vi.spyOn(search, 'search').mockResolvedValueOnce(page);
    const { body } = await app.inject(
      '/deals?lang=bg&q=%3C%2Fscript%3E+a&category=sports&category=food&view=list',
    );
    expect(preloadedResponseOf(body)).toMatchObject({
      call: '/api/deals?q=%3C%2Fscript%3E+a&category=sports&category=food',
      answer: { success: true, total: 1, items: [{ title: 'Лаптоп <b>' }] },
    });
    const ids = page.hits.map(({ id }) => id).join(' ');
    expect(body).toContain('<link rel="preload" href="/deals.js">');
    expect(body).toContain(`<div id="root"><p>bg deals Сделки & <Ко> ${ids} </p></div>`);
  });

  test.for(['', '?q=a'])('is not searched at /deals/%s but at its own address', async (query) => {
    const { statusCode, headers } = await app.inject(`/deals/${query}`);
    expect([statusCode, headers.location]).toEqual([301, `/deals${query}`]);
  });

  test('ignores the empty fields that a form without scripts sends', async () => {
    vi.spyOn(search, 'search').mockResolvedValueOnce(await found());
    const { body } = await app.inject('/deals?q=&category=sports&minPrice=&sort=');
    expect(preloadedResponseOf(body)).toMatchObject({ call: '/api/deals?category=sports' });
  });

  test('shows the deals after a cursor, which only a page without scripts follows', async () => {
    const page = await found();
    vi.spyOn(search, 'search').mockResolvedValueOnce({ ...page, nextCursor: 'next' });
    const { nextCursor } = (await app.inject('/api/deals')).json<{ nextCursor: string }>();
    const searched = vi.spyOn(search, 'search').mockResolvedValueOnce(page);
    const { body } = await app.inject(`/deals?cursor=${nextCursor}`);
    expect(searched).toHaveBeenLastCalledWith(expect.anything(), 24, 'next');
    expect(body).toContain(`deals Сделки & <Ко> ${page.hits.map(({ id }) => id).join(' ')}`);
    expect(body).not.toContain('first-answer');
  });

  test.for(['?currency=BGN', '?cursor=x', '?minPrice=many', '?no=such'])(
    'has no response for %s, which the application reads in its own way',
    async (query) => {
      const { body } = await app.inject(`/deals${query}`);
      expect(body).not.toContain('first-answer');
    },
  );

  test('opens without its deals if they are unavailable', async () => {
    vi.spyOn(search, 'search').mockRejectedValueOnce(new Error('gone'));
    const response = await app.inject('/deals');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<div id="root"></div>');
  });

  test('opens without its deals if they take too long', async () => {
    const asked = Promise.withResolvers<void>();
    vi.spyOn(search, 'search').mockImplementationOnce(() => {
      asked.resolve();
      return new Promise(() => {});
    });
    const opened = app.inject('/deals').then(({ statusCode, body }) => ({ statusCode, body }));
    await asked.promise;
    vi.advanceTimersByTime(1_000);
    const { statusCode, body } = await opened;
    expect(statusCode).toBe(200);
    expect(body).not.toContain('first-answer');
  });

  test.for([
    ['/deals', 'bg-BG,bg;q=0.9,en;q=0.8', 'bg'],
    ['/deals', 'de,en;q=0.8,bg;q=0.5', 'en'],
    ['/deals', 'fr', 'en'],
    ['/deals?lang=bg', 'en', 'bg'],
    ['/deals?lang=xx', 'bg', 'bg'],
  ] as const)('%s for %s is in %s', async ([url, accepted, language]) => {
    const response = await app.inject({ url, headers: { 'accept-language': accepted } });
    expect(response.body).toContain(`<html lang="${language}">`);
    expect(response.headers.vary).toContain('Accept-Language');
  });

  test('links to both languages for search engines', async () => {
    const { body } = await app.inject('/deals');
    for (const [code, url] of [
      ['en', 'https://izgodno.example/deals?lang=en'],
      ['bg', 'https://izgodno.example/deals?lang=bg'],
      ['x-default', 'https://izgodno.example/deals'],
    ])
      expect(body).toContain(`<link rel="alternate" hreflang="${code}" href="${url}">`);
  });
});

test('neither what the build leaves for the server is served nor what comes after the start', async () => {
  await writeFile(path.join(folder, 'assets', 'later.js'), '');
  for (const url of ['/.vite/first-view.js', '/assets/later.js'])
    expect((await app.inject(url)).statusCode).toBe(404);
});

test.for([
  ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/assets/main-4f2a.js', 'application/javascript; charset=utf-8'],
  ['/sitemap/pages.xml', 'application/xml; charset=utf-8'],
  ['/deals', 'text/html; charset=utf-8'],
] as const)('%s declares its encoding', async ([url, type]) => {
  expect((await app.inject(url)).headers['content-type']).toBe(type);
});

test.for(['/assets/main-gone.js', '/assets/', '/api/nothing', '/api/%'])(
  '%s, which does not exist, is rejected in the form of the contract',
  async (url) => {
    const response = await app.inject(url);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ success: false });
  },
);

describe('the page of a deal', () => {
  test('has the response of its first call', async () => {
    const id = await insert({ title: 'Палатка' });
    expect(preloadedResponseOf(await read(id))).toMatchObject({
      call: `/api/deals/${id}`,
      answer: { success: true, deal: { id: String(id), title: 'Палатка' } },
    });
    expect(await read(id)).toContain(`<div id="root"><p>bg deal Сделки & <Ко> ${id}</p></div>`);
  });

  test('shows its content without scripts', async () => {
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
      gtin: '3800000000017',
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
      gtin: '3800000000017',
      offers: {
        price: '250.50',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        seller: { name: 'Shop' },
      },
    });
  });

  test.for([
    ['', 'bg', 'bg', '', 'bg_BG', 'en_IE', '12,50 €'],
    ['?lang=en', 'bg', 'en', '?lang=en', 'en_IE', 'bg_BG', '€12.50'],
    ['?lang=bg&from=x', 'en', 'bg', '?lang=bg', 'bg_BG', 'en_IE', '12,50 €'],
    ['?lang=xx', 'en', 'en', '', 'en_IE', 'bg_BG', '€12.50'],
  ] as const)(
    'at %j for %s is in %s, is canonical, and links to the other',
    async ([query, accepted, language, own, locale, other, price]) => {
      const id = await insert({ price_amount: 12_50 });
      const html = await read(id, query, accepted);
      const url = `https://izgodno.example/deals/${id}`;
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<link rel="canonical" href="${url}${own}">`);
      expect(contentOf(html, 'og:locale')).toBe(locale);
      expect(contentOf(html, 'og:locale:alternate')).toBe(other);
      expect(contentOf(html, 'og:description')?.replaceAll('\u00a0', ' ')).toContain(price);
      for (const [code, page] of [
        ['en', `${url}?lang=en`],
        ['bg', `${url}?lang=bg`],
        ['x-default', url],
      ])
        expect(html).toContain(`<link rel="alternate" hreflang="${code}" href="${page}">`);
    },
  );

  test('escapes everything that users typed', async () => {
    const title = '</script><script>alert(1)</script>" \u202Eonload="x';
    const html = await read(await insert({ title, description: title }));
    expect(html).not.toContain('<script>alert');
    // The application's data is exactly the call's response.
    expect(html.split('<script type="application/json"')[0]).not.toContain('\u202E');
    const harmless = await read(await insert({}));
    expect(html.match(/<script/g)).toEqual(harmless.match(/<script/g));
    expect(productOf(html)).toMatchObject({
      name: '</script><script>alert(1)</script>" onload="x',
    });
  });

  test.for([
    ['sold', 'https://schema.org/SoldOut'],
    ['expired', 'https://schema.org/Discontinued'],
  ] as const)('shows that it is %s', async ([status, availability]) => {
    const html = await read(await insert({ status }));
    expect(productOf(html)).toMatchObject({ offers: { availability } });
  });

  test.for(['/deals/987654321', '/deals/0', '/deals/abc'])(
    '%s, a deal that does not exist, is the application with status 404',
    async (url) => {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(404);
      expect(response.body).toMatch(/<div id="root"><p>en missing .+ deal<\/p><\/div>/);
    },
  );
});

describe('for search engines', () => {
  test('robots.txt names the sitemap, and the sitemap has every active representative', async () => {
    const { database: handle } = database.current;
    await handle.deleteFrom('deals').execute();
    const [far = 0] = await insertDeals(handle, [aDeal({ id: 120_001 })]);
    const [near = 0] = await insertDeals(handle, [aDeal({ id: 50_000 })]);
    const [sold = 0] = await insertDeals(handle, [aDeal({ id: 49_999, status: 'sold' })]);
    const [behind = 0] = await insertDeals(handle, [aDeal({ id: 49_998, represented_by: near })]);
    const robots = await app.inject('/robots.txt');
    expect(robots.body).toContain('Sitemap: https://izgodno.example/sitemap.xml');

    const index = await app.inject('/sitemap.xml');
    const parts = [...index.body.matchAll(/<loc>https:\/\/izgodno\.example(.*?)<\/loc>/g)];
    expect(parts.map(([, path]) => path)).toEqual([
      '/sitemap/pages.xml',
      '/sitemap/lists.xml',
      '/sitemap/deals-0.xml',
      '/sitemap/deals-2.xml',
    ]);
    const bodies = await Promise.all(
      parts.map(async ([, path]) => (await app.inject(path ?? '')).body),
    );
    expect(bodies[2]).toContain(`<loc>https://izgodno.example/deals/${near}</loc>`);
    expect(bodies[2]).not.toContain(`/deals/${sold}<`);
    expect(bodies[2]).not.toContain(`/deals/${behind}<`);
    expect(bodies[3]).toContain(`<loc>https://izgodno.example/deals/${far}</loc>`);
    for (const body of bodies) expect(body).toMatch(/<\/urlset>\n$/);
  });

  test('an unnamed part is empty or not found', async () => {
    expect((await app.inject('/sitemap/deals-999.xml')).body).not.toContain('<url>');
    expect((await app.inject('/sitemap/deals-x.xml')).statusCode).toBe(404);
  });
});

test('only GET and HEAD return a page', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/deals' })).statusCode).toBe(200);
  expect((await app.inject({ method: 'POST', url: '/deals' })).statusCode).toBe(405);
});

const readManifest = async (language: string): Promise<unknown> => {
  const response = await app.inject({
    url: '/manifest.webmanifest',
    headers: { 'accept-language': language },
  });
  expect(response.headers).toMatchObject({
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: expect.stringContaining('Accept-Language') as unknown,
  });
  return response.json();
};

describe('the web manifest', () => {
  test('has the operator’s name, and what a browser needs to install it', async () => {
    expect(await readManifest('en-GB')).toMatchObject({
      name: 'Сделки & <Ко>',
      short_name: 'Сделки & <Ко>',
      lang: 'en',
      start_url: '/deals',
      display: 'standalone',
      icons: expect.arrayContaining([
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        expect.objectContaining({ sizes: '512x512', purpose: 'maskable' }),
      ]) as unknown,
      share_target: {
        action: '/share',
        enctype: 'application/x-www-form-urlencoded',
        params: { title: 'title', text: 'text', url: 'link' },
      },
    });
  });

  test("is in the browser's language", async () => {
    expect(await readManifest('bg')).toMatchObject({
      lang: 'bg',
      shortcuts: expect.arrayContaining([{ name: 'Популярни', url: '/trending' }]) as unknown,
    });
  });
});
