import { rm } from 'node:fs/promises';
import { SaxesParser } from 'saxes';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorBodySchema } from '@izgodno/contract/common/errors';
import { readConfiguration } from '#config/configuration.ts';
import { buildTestApp } from '#test/build-test-app.ts';
import { aDeal, insertDeals, insertSources, type NewDeal } from '#test/deal-factory.ts';
import { noneFound } from '#test/none-found.ts';
import { insertSignedIn } from '#test/insert-signed-in.ts';
import { noDeals } from '#test/session-app.ts';
import { useTestDatabase } from '#test/test-database.ts';
import { makeWebFolder } from '#test/web-folder.ts';

const database = useTestDatabase();
const search = { ...noDeals };
let folder = '';
let app: FastifyInstance;

beforeAll(async () => {
  await insertSources(database.current.database);
  folder = await makeWebFolder();
  app = await buildTestApp({
    database: database.current.database,
    search,
    webFolder: folder,
    settings: readConfiguration({
      BUDGET_PER_MINUTE: '0',
      SITE_NAME: 'Сделки & <Ко>',
      BASE_URL: 'https://izgodno.example',
    }),
  });
});
beforeEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const insert = async (given: Partial<NewDeal>): Promise<number> => {
  const [id = 0] = await insertDeals(database.current.database, [aDeal(given)]);
  return id;
};

const find = (ids: readonly number[]) =>
  vi.spyOn(search, 'search').mockResolvedValue({
    ...noneFound,
    hits: ids.map((id) => ({ id: String(id), version: 1 })),
    total: ids.length,
  });

/** The texts of a well-formed document, by the names of the elements around them. */
const readXml = (xml: string): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(name);
    if (name === 'link') {
      const path = `${open.join('/')}@${String(attributes['rel'])}`;
      found.set(path, [...(found.get(path) ?? []), String(attributes['href'])]);
    }
  });
  parser.on('text', (text) => {
    if (text.trim() !== '') found.set(open.join('/'), [...(found.get(open.join('/')) ?? []), text]);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
};

const read = async (url: string, headers: Record<string, string> = {}) => {
  const response = await app.inject({ url, headers });
  return { response, xml: readXml(response.body) };
};

describe('the feed of a search', () => {
  test('has the deals of the search as Atom, each with our own page', async () => {
    const id = await insert({
      title: '\u202EЛаптоп <b> & \u0007 "още"',
      link: 'https://shop.example/x',
      merchant: 'Магазин',
      description: '',
    });
    const asked = find([id]);
    const { response, xml } = await read('/deals.atom?q=лаптоп&category=sports&view=list&lang=bg');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      text: 'лаптоп',
      category: ['sports'],
      sort: 'newest',
    });
    expect(asked.mock.calls[0]?.[1]).toBe(50);
    expect(xml.get('feed/entry/id')).toEqual([`https://izgodno.example/deals/${id}`]);
    expect(xml.get('feed/entry/title')).toEqual(['Лаптоп <b> &  "още"']);
    expect(xml.get('feed/entry/link@alternate')).toEqual([
      `https://izgodno.example/deals/${id}?lang=bg`,
    ]);
    expect(xml.get('feed/entry/author/name')).toEqual(['Магазин']);
    expect(xml.get('feed/entry/content')?.join('')).toMatch(/^<p><strong>[^<]*<\/strong><\/p>$/);
    expect(xml.get('feed/title')).toEqual(['Сделки & <Ко>: лаптоп']);
    expect(response.headers.vary).toContain('Accept-Language');
    expect(response.body).not.toContain('shop.example');
  });

  test('was updated when its latest deal was', async () => {
    const id = await insert({});
    find([id]);
    const { updated_at: at } = await database.current.database
      .selectFrom('deals')
      .select('updated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { response, xml } = await read('/deals.atom');
    expect(xml.get('feed/updated')).toEqual([at.toISOString()]);
    expect(xml.get('feed/entry/updated')).toEqual([at.toISOString()]);
    expect(response.headers['last-modified']).toBe(at.toUTCString());
  });

  test('is not sent again to a reader who has it', async () => {
    find([await insert({})]);
    const { response } = await read('/deals.atom');
    const tag = String(response.headers.etag);
    const again = await app.inject({ url: '/deals.atom', headers: { 'if-none-match': tag } });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag]);
    const other = await app.inject({
      url: '/deals.atom',
      headers: { 'if-none-match': tag, 'accept-language': 'bg' },
    });
    expect(other.statusCode).toBe(200);
  });

  test('has one id in both languages', async () => {
    find([]);
    const [en, bg] = [await read('/deals.atom?lang=en&limit=9'), await read('/deals.atom?lang=bg')];
    expect(bg.xml.get('feed/id')).toEqual(en.xml.get('feed/id'));
    expect(bg.xml.get('feed/title')).toEqual(['Сделки & <Ко>: оферти']);
    expect(bg.xml.get('feed/link@self')).toEqual(['https://izgodno.example/deals.atom?lang=bg']);
  });

  test.for([
    ['colour=red', 'colour'],
    ['category=foo', 'category'],
    ['category=food&category=foo', 'category'],
    ['sort=best', 'sort'],
  ] as const)('rejects ?%s by the name of the parameter', async ([query, name]) => {
    const { error } = errorBodySchema.parse((await app.inject(`/deals.atom?${query}`)).json());
    expect([error.code, Object.keys(error.fields ?? {})]).toEqual(['validation_failed', [name]]);
  });

  test('is named by the page with the same deals', async () => {
    find([]);
    const { body } = await app.inject('/deals?q=a%26b&category=sports&view=list');
    expect(body).toContain(
      '<link rel="alternate" type="application/atom+xml" href="/deals.atom?q=a%26b&#38;category=sports">',
    );
  });
});

describe('the feed of a member', () => {
  test('has their active deals, the newest first', async () => {
    const { id } = await insertSignedIn(database.current.database, 'member');
    const older = await insert({ seller_id: id, posted_at: new Date('2026-01-01') });
    const newer = await insert({ seller_id: id, posted_at: new Date('2026-02-01') });
    await insert({ seller_id: id, status: 'sold' });
    const { xml } = await read(`/users/${id}/deals.atom`);
    expect(xml.get('feed/entry/id')).toEqual(
      [newer, older].map((deal) => `https://izgodno.example/deals/${deal}`),
    );
    expect(xml.get('feed/link@alternate')).toEqual([`https://izgodno.example/users/${id}`]);
    expect((await app.inject(`/users/${id}`)).body).toContain(`href="/users/${id}/deals.atom"`);
  });

  test.for(['/users/0190/deals.atom', '/users/0190a0e4-8d3c-7a7b-8b3e-1c2d3e4f5a6b/deals.atom'])(
    '%s has status 404',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );
});

test('the feed of a source has its deals, and others have none', async () => {
  const { id } = await database.current.database
    .selectFrom('sources')
    .select('id')
    .executeTakeFirstOrThrow();
  const asked = find([]);
  expect((await app.inject(`/shop/${id}.atom`)).statusCode).toBe(200);
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ source: [id] });
  expect((await app.inject('/shop/nowhere.atom')).statusCode).toBe(404);
  expect((await app.inject('/shop/nowhere')).headers['content-type']).toContain('text/html');
});

test.for(['/rss', '/feed.xml', '/rss.xml', '/feed', '/atom.xml'])(
  '%s leads to the feed of all deals',
  async (url) => {
    const response = await app.inject(url);
    expect([response.statusCode, response.headers.location]).toEqual([301, '/deals.atom']);
  },
);

test.for(['/chat/feed.xml', '/nothing.png', '/deals/feed.json', '/chat/a.atom', '/wp-login.php'])(
  '%s is no page',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);
