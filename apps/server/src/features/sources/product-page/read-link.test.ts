import { describe, expect, test } from 'vitest';
import { readLink } from '@izgodno/contract/sources/link-calls';
import { useReplay } from '#test/connector-harness.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { startDocuments } from '#test/replay/documents.ts';
import type { Fault } from '#test/replay/fault.ts';
import { responseOf, provideSessionApp } from '#test/session-app.ts';

const session = provideSessionApp({ OUTGOING_ALLOW: '127.0.0.1' });
const strict = provideSessionApp();
const use = useReplay();
const serve = useFeedServers();

const read = async (url: string, app = session.current) => {
  const { accessToken: token } = await app.signUp();
  return app.send(readLink, { token, body: { url } });
};

test('a link to a product page fills the form', async () => {
  const { server, shelf } = await use(startDocuments());
  const { product } = responseOf(readLink.response, await read(`${server.url}/product/7`));
  expect(product).toEqual({
    url: `${server.url}/product/7`,
    title: 'Кафемашина 7',
    description: 'Еспресо и капучино',
    price: { amount: shelf.priceOf(7), currency: 'EUR' },
    originalPrice: null,
    category: 'home-garden',
    condition: 'new',
    images: [`${server.url}/images/7.jpg`],
    brand: 'Acme',
    gtin: '4006381333931',
    mpn: null,
    inStock: true,
    merchant: 'Магазин',
  });
});

test('a page in windows-1251 that only its head declares', async () => {
  const head = Buffer.from('<meta charset="windows-1251"><title>');
  const title = Buffer.from([0xd1, 0xf2, 0xee, 0xeb]);
  const url = await serve((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.concat([head, title])),
  );
  expect((await read(url)).json()).toMatchObject({ product: { title: 'Стол' } });
});

test('a page in XHTML', async () => {
  const type = 'application/xhtml+xml; charset=utf-8';
  const url = await serve((_, response) =>
    response.writeHead(200, { 'content-type': type }).end('<title>Стол</title>'),
  );
  expect((await read(url)).json()).toMatchObject({ product: { title: 'Стол' } });
});

describe('is for users who can post', () => {
  test('not for visitors', async () => {
    const response = await session.current.send(readLink, { body: { url: 'https://s.example/' } });
    expect(response.statusCode).toBe(401);
  });

  test('and is rate-limited per user', async () => {
    const { server } = await use(startDocuments());
    const { accessToken: token } = await session.current.signUp();
    const body = { url: `${server.url}/product/1` };
    const [rate] = readLink.limit.rates;
    const ask = () => session.current.send(readLink, { token, body });
    for (let call = 0; call < rate.tries; call += 1) expect((await ask()).statusCode).toBe(200);
    const rejected = await ask();
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBe(rate.windowMs / 1_000);
    expect((await read(body.url)).statusCode).toBe(200);
    session.current.time += rate.windowMs;
    expect((await ask()).statusCode).toBe(200);
  });
});

describe('reports that nothing can be read', () => {
  const unreadable = { error: { code: 'link_unreadable' } };

  test.each([
    ['in our own network', 'http://127.0.0.1:1/'],
    ['at the address of cloud machines', 'http://169.254.169.254/latest/meta-data'],
    ['at a name of our own', 'http://localhost/'],
    ['at an unknown host', 'http://nowhere.invalid/'],
  ])('%s', async (_, url) => {
    const response = await read(url, strict.current);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject(unreadable);
  });

  test('a redirect into our own network', async () => {
    const url = await serve((_, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    );
    expect((await read(url)).json()).toMatchObject(unreadable);
  });

  test.each([
    ['404', { kind: 'status', status: 404, body: '<title>Няма</title>' }],
    ['500', { kind: 'status', status: 500 }],
    ['a reset', { kind: 'reset' }],
    ['gzip that breaks off', { kind: 'truncated-gzip' }],
    ['a page that never ends', { kind: 'endless' }],
    ['an empty page', { kind: 'rewrite', rewrite: () => '' }],
  ] satisfies [string, Fault][])('for %s', async (_, error) => {
    const { server } = await use(startDocuments());
    server.misbehave(error);
    expect((await read(`${server.url}/product/1`)).json()).toMatchObject(unreadable);
  });

  test('for responses that are not pages', async () => {
    const { server } = await use(startDocuments());
    expect((await read(`${server.url}/merchant.xml`)).json()).toMatchObject(unreadable);
  });
});

test.each(['ftp://s.example/a', 'javascript:alert(1)', 'abc', ''])(
  '%j is rejected',
  async (url) => {
    const response = await read(url);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: { fields: { url: {} } } });
  },
);
