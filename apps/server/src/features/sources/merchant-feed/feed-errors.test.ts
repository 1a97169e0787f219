import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  feedOf,
  importFrom,
  useFeedServers,
  useFolder,
  writeFeedFile,
} from '#test/import-harness.ts';
import { useTestDatabase } from '#test/test-database.ts';

const database = useTestDatabase();
const folder = useFolder();

const GOOD = feedOf([
  { id: 'a', price: '1.00 EUR' },
  { id: 'b', price: '2.00 EUR' },
]);
const serve = useFeedServers();

const feed = async () => {
  const deals = await database.current.database
    .selectFrom('deals')
    .selectAll()
    .orderBy('id')
    .execute();
  const sources = await database.current.database.selectFrom('sources').selectAll().execute();
  return { deals, sources };
};

const emptyFiles = Buffer.alloc(4_000_000, gzipSync(''));

const bytes = (content: string) => Buffer.from(content);
const manyRows = feedOf(
  Array.from({ length: 3_000 }, (_, at) => ({ id: `n-${at}`, price: '3 EUR' })),
);

/** A tenth of the real ones, which take seconds to reach. */
const limits = { ratioGraceBytes: 1_600_000, maxFieldLength: 100_000, maxRecordLength: 200_000 };

/** Identical items compress hundreds of times. */
const bomb = gzipSync(
  `<rss><channel>${`<item><title>${'x'.repeat(1_000)}</title></item>`.repeat(2_000)}</channel></rss>`,
);

test.each([
  ['0 bytes', bytes(''), 'FEED_EMPTY'],
  ['spaces only', bytes(' \n \t '), 'FEED_EMPTY'],
  ['a web page', bytes('<!DOCTYPE html><html><body>404</body></html>'), 'FEED_IS_HTML'],
  ['something else', bytes('{"products": []}'), 'FEED_FORMAT_UNKNOWN'],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
    'FEED_FORMAT_UNKNOWN',
  ],
  [
    'malformed XML at the end',
    bytes(manyRows.replace('</channel>', '</chanel>')),
    'FEED_MALFORMED',
  ],
  ['a feed that breaks off', bytes(manyRows.slice(0, -200)), 'FEED_TRUNCATED'],
  ['gzip that breaks off', gzipSync(manyRows).subarray(0, -100), 'FEED_TRUNCATED'],
  [
    'damaged gzip',
    // A block type that does not exist, after the header of ten bytes.
    Buffer.concat([gzipSync(manyRows).subarray(0, 10), Buffer.alloc(100, 0xff)]),
    'FEED_GZIP_BROKEN',
  ],
  ['a gzip bomb', bomb, 'FEED_GZIP_BOMB'],
  ['a gzip bomb of gzip files of nothing', gzipSync(emptyFiles), 'FEED_GZIP_BOMB'],
  [
    '1 MB in one field',
    bytes(feedOf([{ id: 'c', price: '1', title: 'x'.repeat(1_000_000) }])),
    'FEED_FIELD_TOO_LARGE',
  ],
  [
    '1 MB in one field, in gzip',
    gzipSync(feedOf([{ id: 'c', price: '1', title: 'x'.repeat(1_000_000) }])),
    'FEED_FIELD_TOO_LARGE',
  ],
])('%s: a clear error, and nothing is imported', async (_, content, code) => {
  const good = await writeFeedFile(folder.path, 'good.xml', GOOD);
  await importFrom(database.current, folder.path, good, { sourceId: 'shop' });
  const before = await feed();
  const file = await writeFeedFile(folder.path, 'bad', content);
  for (const sourceId of ['shop', 'fresh']) {
    await expect(
      importFrom(database.current, folder.path, file, { sourceId, limits }),
    ).rejects.toMatchObject({ code });
  }
  expect(await feed()).toEqual(before);
});

test('the reason of a failure is short, whatever the feed contains', async () => {
  const file = await writeFeedFile(folder.path, 'root.xml', `<${'x'.repeat(2 ** 20)}>`);
  await expect(
    importFrom(database.current, folder.path, file, { sourceId: 'root' }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/^[^]{20,1000}$/) });
});

test.each([
  ['rows', { maxRows: 2_500 }, 'FEED_TOO_MANY_ROWS'],
  ['bytes', { maxFeedBytes: 100_000 }, 'FEED_TOO_LARGE'],
])('more %s than allowed', async (_, lower, code) => {
  const file = await writeFeedFile(folder.path, 'many.xml', manyRows);
  const before = await feed();
  await expect(
    importFrom(database.current, folder.path, file, { sourceId: 'many', limits: lower }),
  ).rejects.toMatchObject({ code });
  expect(await feed()).toEqual(before);
  const { rows } = await database.current.pool.query(
    `SELECT status, error_code FROM import_runs WHERE source_id = 'many' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toEqual([{ status: 'failed', error_code: code }]);
});

test.each([
  ['a file that is not there', '/nowhere/feed.xml'],
  ['a folder', '/'],
  ['a closed port', 'http://127.0.0.1:1/feed.xml'],
])('%s', async (_, origin) => {
  await expect(importFrom(database.current, folder.path, origin)).rejects.toMatchObject({
    code: 'FEED_UNREACHABLE',
  });
});

test.each([
  ['plain', {}, bytes(GOOD)],
  ['gzip by its header', { 'content-encoding': 'gzip' }, gzipSync(GOOD)],
  ['gzip by its content only', { 'content-type': 'application/octet-stream' }, gzipSync(GOOD)],
  ['plain with a gzip header', { 'content-encoding': 'gzip' }, bytes(GOOD)],
  ['brotli that nobody asked for', { 'content-encoding': 'br' }, brotliCompressSync(GOOD)],
  ['brotli of a gzip file', { 'content-encoding': 'gzip, br' }, brotliCompressSync(gzipSync(GOOD))],
  ['gzip of brotli', { 'content-encoding': 'br,X-gzip' }, gzipSync(brotliCompressSync(GOOD))],
  ['brotli named twice', { 'content-encoding': 'br, br' }, brotliCompressSync(GOOD)],
  ['gzip of a gzip file', { 'content-encoding': 'gzip' }, gzipSync(gzipSync(GOOD))],
])('over HTTP: %s', async (name, headers, body) => {
  const url = await serve((_, response) => response.writeHead(200, headers).end(body));
  const sourceId = name.replaceAll(' ', '-');
  const { counts } = await importFrom(database.current, folder.path, url, { sourceId });
  expect(counts).toMatchObject({ rows: 2, inserted: 2 });
});

test('over HTTP: redirects are followed, and the User-Agent identifies us', async () => {
  const agents: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    agents.push(request.headers['user-agent']);
    if (request.url === '/') response.writeHead(302, { location: '/moved.xml' }).end();
    else response.end(GOOD);
  });
  const { counts, sourceId } = await importFrom(database.current, folder.path, url);
  expect(counts).toMatchObject({ inserted: 2 });
  expect(sourceId).toBe('s.example.bg');
  expect(agents).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^Izgodno\/[\d.]+ \(\+https/)),
  );
});

test.each([
  [
    '404',
    (): RequestListener => (_, response) => response.writeHead(404).end('gone'),
    'FEED_UNREACHABLE',
  ],
  [
    'an endless redirect',
    (): RequestListener => (_, response) => response.writeHead(302, { location: '/' }).end(),
    'FEED_UNREACHABLE',
  ],
  [
    'a redirect to a file',
    (): RequestListener => (_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    'FEED_UNREACHABLE',
  ],
  [
    'what is no Brotli',
    (): RequestListener => (_, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(manyRows),
    'FEED_GZIP_BROKEN',
  ],
  [
    'Brotli that breaks off',
    (): RequestListener => (_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'br' })
        .end(brotliCompressSync(manyRows).subarray(0, -100)),
    'FEED_TRUNCATED',
  ],
  [
    'a connection that breaks off',
    (): RequestListener => (_, response) => {
      response.writeHead(200, { 'content-length': manyRows.length * 2 });
      response.write(manyRows.slice(0, -200), () => response.destroy());
    },
    'FEED_TRUNCATED',
  ],
])('over HTTP: %s', async (_, listener, code) => {
  const url = await serve(listener());
  await expect(importFrom(database.current, folder.path, url)).rejects.toMatchObject({ code });
});
