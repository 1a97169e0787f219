import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerEntityTags } from './entity-tag.ts';

let app: FastifyInstance;
let content = { items: [1] };

beforeAll(() => {
  app = fastify();
  registerEntityTags(app);
  app.get('/things', async () => content);
  app.get('/dated', async (_, reply) => {
    void reply.header('Last-Modified', new Date(0).toUTCString());
    return content;
  });
  app.get('/text', async () => 'plain');
  app.post('/things', async () => content);
  app.get('/missing', async (_, reply) => reply.status(404).send({ error: {} }));
});
afterAll(() => app.close());

const ask = (url: string, tag?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: tag === undefined ? {} : { 'if-none-match': tag } });

test('a read has the tag of its content, and 304 for a client that has the content', async () => {
  const tag = String((await ask('/things')).headers.etag);
  for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
    const response = await ask('/things', known);
    expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', tag]);
  }
  expect((await ask('/things', tag, 'HEAD')).statusCode).toBe(304);
});

test('a cache that puts the headers of 304 on its content finds no length, and that it may be compressed', async () => {
  const { headers } = await ask('/things', '*');
  expect([headers['content-length'], headers['vary']]).toEqual([undefined, 'Accept-Encoding']);
});

const askSince = (since: string, more = {}) =>
  app.inject({ url: '/dated', headers: { 'if-modified-since': since, ...more } });

test('a reader that sends the date of the content instead of its tag gets 304', async () => {
  const date = new Date(0).toUTCString();
  const response = await askSince(date);
  expect([response.statusCode, response.body, response.headers['last-modified']]).toEqual([
    304,
    '',
    date,
  ]);
  // The tag is more exact.
  expect((await askSince(date, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  // The latest entry may have left, which makes the content older.
  for (const other of [new Date(1_000).toUTCString(), 'yesterday'])
    expect((await askSince(other)).statusCode).toBe(200);
});

test('changed content is sent', async () => {
  const tag = String((await ask('/things')).headers.etag);
  content = { items: [1, 2] };
  const response = await ask('/things', tag);
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual(content);
  expect(response.headers.etag).not.toBe(tag);
});

test.for([
  ['POST', '/things'],
  ['GET', '/missing'],
  ['GET', '/text'],
] as const)('%s %s has no tag', async ([method, url]) => {
  expect((await ask(url, '*', method)).headers.etag).toBeUndefined();
});
