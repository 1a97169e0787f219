import { beforeAll, describe, expect, test } from 'vitest';
import { takeLinkImages } from '@izgodno/contract/sources/link-calls';
import { createDeal } from '@izgodno/contract/posts/calls';
import { fileUrl } from '@izgodno/contract/uploads/file';
import { insertSources } from '#test/deal-factory.ts';
import { useFeedServers } from '#test/import-harness.ts';
import { responseOf, provideSessionApp } from '#test/session-app.ts';

const session = provideSessionApp({ OUTGOING_ALLOW: '127.0.0.1' });
const strict = provideSessionApp();
const serve = useFeedServers();

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A shop with one image and several invalid ones. */
const startShop = () =>
  serve((request, response) => {
    switch (request.url) {
      case '/one.png':
        response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
        break;
      case '/page.png':
        response.writeHead(200, { 'content-type': 'image/png' }).end('<html>not a picture');
        break;
      case '/letter.pdf':
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7\n');
        break;
      case '/large.png':
        response.writeHead(200, { 'content-type': 'image/png' });
        response.end(Buffer.concat([PNG, Buffer.alloc(9 * 2 ** 20)]));
        break;
      case '/away.png':
        response.writeHead(302, { location: 'http://10.0.0.1/one.png' }).end();
        break;
      default:
        response.writeHead(404).end();
    }
  });

const take = async (urls: readonly string[], app = session.current) => {
  const { accessToken: token } = await app.signUp();
  const response = await app.send(takeLinkImages, { token, body: { urls } });
  return { token, files: responseOf(takeLinkImages.response, response).files };
};

beforeAll(() => insertSources(session.current.database.database));

test("a page's image becomes the user's file, which a post can use and its owner can read", async () => {
  const shop = await startShop();
  const { token, files } = await take([`${shop}/one.png`, `${shop}/one.png`]);
  expect(files).toHaveLength(1);
  const [id = ''] = files;
  const body = {
    title: 'Фотоапарат',
    price: { amount: 100_00, currency: 'EUR' },
    category: 'photography',
    media: [id],
  };
  const posted = await session.current.send(createDeal, { token, body });
  expect(responseOf(createDeal.response, posted).deal.media).toMatchObject([
    { url: fileUrl(id), kind: 'image' },
  ]);
});

describe('leaves out, and stores nothing of', () => {
  test.for(['page.png', 'letter.pdf', 'large.png', 'away.png', 'gone.png'])('%s', async (name) => {
    const shop = await startShop();
    const { files } = await take([`${shop}/${name}`, `${shop}/one.png`]);
    expect(files).toHaveLength(1);
    const rows = await session.current.database.database
      .selectFrom('files')
      .select('name')
      .where('name', '=', name)
      .execute();
    expect(rows).toEqual([]);
  });

  test('URLs in our own network', async () => {
    const shop = await startShop();
    expect((await take([`${shop}/one.png`], strict.current)).files).toEqual([]);
  });
});

test('is for users who can post, and for http(s) URLs', async () => {
  const anybody = await session.current.send(takeLinkImages, {
    body: { urls: ['https://s.example/a.png'] },
  });
  expect(anybody.statusCode).toBe(401);
  const { accessToken: token } = await session.current.signUp();
  for (const urls of [
    [],
    ['ftp://s.example/a'],
    Array.from({ length: 6 }, () => 'https://s.example/'),
  ]) {
    const rejected = await session.current.send(takeLinkImages, { token, body: { urls } });
    expect(rejected.statusCode).toBe(400);
  }
});
