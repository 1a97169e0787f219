import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFakeTime, readSource } from '#test/connector-harness.ts';
import { feedOf } from '#test/import-harness.ts';
import { startReplayServer, type ReplayServer } from '#test/replay/replay-server.ts';
import { carriesSecret, withoutCredentials } from './url-secrets.ts';
import { merchantFeed } from '../merchant-feed/scheduled-feed.ts';

const feed = feedOf([{ id: '1', price: '10.00 EUR' }]);
let server: ReplayServer;
let elsewhere: ReplayServer;

beforeEach(async () => {
  elsewhere = await startReplayServer({ response: () => ({ status: 200, body: feed }) });
  server = await startReplayServer({
    conditional: true,
    response: ({ headers, url }) => {
      if (url.pathname === '/moved') {
        return { status: 302, headers: { location: `${elsewhere.url}/feed` }, body: '' };
      }
      const given = url.searchParams.get('token') ?? headers.authorization;
      return given === undefined ? { status: 401, body: '' } : { status: 200, body: feed };
    },
  });
});
afterEach(async () => {
  await server.close();
  await elsewhere.close();
});

const read = (access: object | undefined, path = '/feed') =>
  readSource(
    merchantFeed,
    { url: `${server.url}${path}`, ...(access === undefined ? {} : { access }) },
    {
      time: createFakeTime(),
      credentials: { SHOP: 'user:secret', 'the URL of shop': `${server.url}/feed?token=secret` },
    },
  );

test.each([
  [{ as: 'basic', name: 'SHOP' }, 'Basic dXNlcjpzZWNyZXQ=', '/feed'],
  [{ as: 'bearer', name: 'SHOP' }, 'Bearer user:secret', '/feed'],
  [{ as: 'query', name: 'SHOP', parameter: 'token' }, undefined, '/feed?token=user%3Asecret'],
])('a feed is read with a credential that its row names: %o', async (access, given, target) => {
  const { error, deals, noted } = await read(access);
  expect(error).toBeNull();
  expect(deals).toHaveLength(1);
  expect(server.requests[0]).toMatchObject({ target });
  expect(server.requests[0]?.headers.authorization).toBe(given);
  expect(JSON.stringify([...noted])).not.toContain('secret');
});

test('another origin gets no credential', async () => {
  const { error } = await read({ as: 'bearer', name: 'SHOP' }, '/moved');
  expect(error).toBeNull();
  expect(elsewhere.requests[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  [undefined, 'SOURCE_REFUSES'],
  [{ as: 'basic', name: 'OTHER' }, 'CREDENTIAL_MISSING'],
])('without its credential it is refused: %o', async (access, code) => {
  expect((await read(access)).error?.code).toBe(code);
});

test('the URL of a setting is read with its credential, and only the rest of it is stored', async () => {
  const { error, noted } = await read({ as: 'url', name: 'the URL of shop' });
  expect(error).toBeNull();
  expect(server.requests[0]).toMatchObject({ target: '/feed?token=secret' });
  expect(JSON.stringify([...noted])).not.toContain('secret');
});

test('no validators are stored for a URL with a credential of an earlier release', async () => {
  const { error, noted } = await read(undefined, '/feed?token=secret');
  expect(error).toBeNull();
  expect([...noted]).toEqual([]);
});

test.each([
  ['https://s.example/feed.xml?token=abc', true],
  ['https://s.example/feed.xml?apiKey=1', true],
  ['https://user:pass@s.example/feed.xml', true],
  ['https://s.example/feed?u=9f8e7d6c5b4a39281706f5e4', true],
  ['https://s.example/feed.xml?lang=bg&page=2&keyword=tea&category=monkeys', false],
  ['https://s.example/feed.xml?token=', false],
])('%s carries a credential: %s', (url, expected) => {
  expect(carriesSecret(url)).toBe(expected);
  expect(carriesSecret(withoutCredentials(url))).toBe(false);
});
