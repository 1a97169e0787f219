import { describe, expect, test } from 'vitest';
import type { Call } from '@izgodno/contract/common/call';
import * as calls from '@izgodno/contract/sources/calls';
import { feedOf, useFeedServers } from '#test/import-harness.ts';
import { provideSessionApp } from '#test/session-app.ts';

const session = provideSessionApp({
  OUTGOING_ALLOW: '127.0.0.1',
  SOURCE_CREDENTIALS: 'SHOP=s3cret',
});
const startFeed = useFeedServers();

let admin: string | undefined;
const adminToken = async (): Promise<string> => {
  if (admin !== undefined) return admin;
  const { accessToken, user } = await session.current.signUp();
  await session.current.database.database
    .updateTable('users')
    .set({ role: 'admin' })
    .where('id', '=', user.id)
    .execute();
  admin = accessToken;
  return admin;
};

const every = [
  [calls.listSources, {}],
  [calls.listSourceRuns, {}],
  [calls.listRejectedRows, {}],
  [calls.runSource, {}],
  [calls.pauseSource, undefined],
  [calls.resumeSource, undefined],
  [calls.previewFeed, { url: 'https://shop.example/feed.xml' }],
  [calls.addFeed, { url: 'https://shop.example/feed.xml', id: 'shop', name: 'Shop' }],
] as const satisfies readonly (readonly [Call, unknown])[];

const params = { id: 'shop', runId: '1' };

describe.each(every)('$method $path', (call, body) => {
  const options = call.method === 'GET' ? { params } : { params, body };

  test('rejects callers who are not signed in', async () => {
    expect((await session.current.send(call, options)).statusCode).toBe(401);
  });

  test.each(['member', 'moderator'] as const)('rejects a %s', async (role) => {
    await adminToken();
    const { accessToken, user } = await session.current.signUp();
    await session.current.database.database
      .updateTable('users')
      .set({ role })
      .where('id', '=', user.id)
      .execute();
    const response = await session.current.send(call, { ...options, token: accessToken });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ error: { code: 'forbidden' } });
  });
});

/** Makes the call as an administrator and returns the response. */
const ask = async (
  call: Call,
  given: { body?: unknown; id?: string; runId?: string; query?: string } = {},
) => {
  const { body, query = '', ...named } = given;
  const response = await session.current.send(
    { ...call, path: `${call.path}${query}` as `/api/${string}` },
    {
      token: await adminToken(),
      params: { ...params, ...named },
      ...(body === undefined ? {} : { body }),
    },
  );
  return { status: response.statusCode, json: response.json<unknown>() };
};

const feed = feedOf([
  { id: '1', price: '19.99 EUR', title: 'Кафемашина' },
  { id: '2', price: '5.00 EUR' },
  ...Array.from({ length: 60 }, (_, at) => ({ id: `bad-${at}`, price: '10.00 USD' })),
]).replace('</item>', '<g:product_type>Обувки &gt; Мъжки</g:product_type></item>');

test('a feed is previewed, added, read and paused, and its rejected rows are listed', async () => {
  const base = await startFeed((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.end(feed);
  });
  const url = `${base}/feed.xml`;

  expect(await ask(calls.previewFeed, { body: { url } })).toMatchObject({
    status: 200,
    json: {
      name: 'Магазин',
      suggestedId: 's.example.bg',
      rows: 62,
      accepted: 2,
      rejectedReasons: { currency_unsupported: 60 },
      deals: [
        {
          externalId: '1',
          title: 'Кафемашина',
          price: { amount: 1_999, currency: 'EUR' },
          sourceCategory: 'Обувки > Мъжки',
          category: 'clothing',
        },
        { externalId: '2' },
      ],
      rejected: expect.arrayContaining([
        { row: 3, externalId: 'bad-0', reason: 'currency_unsupported', detail: '10.00 USD' },
      ]),
    },
  });

  const body = { url, id: 'coffee', name: 'Кафе и още', commission: true };
  expect(await ask(calls.addFeed, { body })).toMatchObject({
    status: 200,
    json: { id: 'coffee' },
  });
  expect(await ask(calls.addFeed, { body })).toMatchObject({
    status: 409,
    json: { error: { code: 'source_id_taken' } },
  });

  const { commission } = await session.current.database.database
    .selectFrom('sources')
    .select('commission')
    .where('id', '=', 'coffee')
    .executeTakeFirstOrThrow();
  expect(commission).toBe(true);

  const listed = await ask(calls.listSources);
  expect(listed).toMatchObject({
    json: {
      sources: [
        {
          id: 'coffee',
          name: 'Кафе и още',
          kind: 'merchant-feed',
          status: 'healthy',
          reason: null,
          paused: false,
          everySeconds: 3_600,
          lastRun: { status: 'succeeded', counts: { rows: 62, inserted: 2, rejected: 60 } },
          deals: 2,
        },
      ],
      queue: { waiting: 0, since: null },
    },
  });
  expect(JSON.stringify(listed.json)).not.toContain(url);

  const { runs } = calls.listSourceRuns.response.parse(
    (await ask(calls.listSourceRuns, { id: 'coffee' })).json,
  );
  const runId = runs[0]?.id ?? '';
  const page = async (query: string) =>
    calls.listRejectedRows.response.parse(
      (await ask(calls.listRejectedRows, { id: 'coffee', runId, query })).json,
    );
  const first = await page('?limit=50');
  const second = await page(`?limit=50&cursor=${first.nextCursor}`);
  expect(first.rows).toHaveLength(50);
  expect(second.rows.map(({ externalId }) => externalId)).toEqual(
    Array.from({ length: 10 }, (_, at) => `bad-${at + 50}`),
  );
  expect(second.nextCursor).toBeNull();

  await ask(calls.pauseSource, { id: 'coffee' });
  expect((await ask(calls.listSources)).json).toMatchObject({
    sources: [{ paused: true, nextRunAt: null }],
  });
  expect(await ask(calls.runSource, { id: 'coffee', body: {} })).toMatchObject({ status: 200 });
  await ask(calls.resumeSource, { id: 'coffee' });
  expect((await ask(calls.listSources)).json).toMatchObject({
    sources: [{ paused: false, nextRunAt: expect.any(String) }],
  });
  const history = async (query: string) =>
    calls.listSourceRuns.response.parse(
      (await ask(calls.listSourceRuns, { id: 'coffee', query })).json,
    );
  const latest = await history('?limit=2');
  expect(latest).toMatchObject({
    runs: [{ counts: { unchanged: 2 } }, { counts: { unchanged: 2 } }],
    nextCursor: expect.any(String),
  });
  const earlier = await history(`?cursor=${latest.nextCursor}`);
  expect([...latest.runs, ...earlier.runs]).toEqual((await history('')).runs);

  const audited = await session.current.database.database
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', 'coffee')
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(audited.map(({ action }) => action).toSorted()).toEqual([
    'source.add',
    'source.pause',
    'source.resume',
    'source.run',
  ]);
});

test('a feed without changes still shows the counts and rejected rows of its last reading', async () => {
  const base = await startFeed((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"' }).end(feed);
  });
  await ask(calls.addFeed, { body: { url: `${base}/feed.xml`, id: 'calm', name: 'Calm' } });
  await ask(calls.runSource, { id: 'calm', body: {} });
  const { sources } = calls.listSources.response.parse((await ask(calls.listSources)).json);
  expect(sources.find(({ id }) => id === 'calm')).toMatchObject({
    lastRun: { status: 'unchanged', counts: { rows: 0, rejected: 0 } },
    lastRead: { status: 'succeeded', counts: { rows: 62, inserted: 2, rejected: 60 } },
  });
});

const reasonOf = async (url: string) => (await ask(calls.previewFeed, { body: { url } })).json;

test('a feed that cannot be read shows the reason', async () => {
  const page = await startFeed((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else
      response.end(
        '<!doctype html><html><body>Добре дошли в магазина, тук няма нищо</body></html>',
      );
  });
  expect(await reasonOf(`${page}/`)).toMatchObject({
    error: { code: 'feed_unusable', fields: { url: { code: 'FEED_IS_HTML' } } },
  });
  expect(await reasonOf('http://10.0.0.1/feed.xml')).toMatchObject({
    error: {
      code: 'feed_unusable',
      fields: {
        url: {
          code: 'SOURCE_UNREACHABLE',
          message: expect.stringContaining('not a public address'),
        },
      },
    },
  });
});

test.each([
  [calls.runSource, {}],
  [calls.pauseSource, undefined],
  [calls.resumeSource, undefined],
  [calls.listSourceRuns, undefined],
  [calls.listRejectedRows, undefined],
] as const)('$method $path of an unknown source: 404', async (call, body) => {
  expect(await ask(call, { id: 'nobody', body })).toMatchObject({ status: 404 });
});

test('a cursor of another list is rejected', async () => {
  await session.current.database.database
    .insertInto('sources')
    .values({ id: 'plain', name: 'Plain', source_group: 'other', kind: 'merchant-feed' })
    .execute();
  expect(await ask(calls.listSourceRuns, { id: 'plain', query: '?cursor=x' })).toMatchObject({
    status: 400,
  });
});

test('a URL with a credential is neither read nor stored', async () => {
  const url = 'https://shop.example/feed.xml?token=s3cret';
  const added = { url, id: 'secret', name: 'Secret' };
  for (const asked of [
    ask(calls.previewFeed, { body: { url } }),
    ask(calls.addFeed, { body: added }),
  ]) {
    expect((await asked).json).toMatchObject({
      error: { code: 'feed_unusable', fields: { url: { code: 'CREDENTIAL_IN_URL' } } },
    });
  }
  const { database } = session.current.database;
  const rows = await database
    .selectFrom('sources')
    .select('id')
    .where('id', '=', 'secret')
    .execute();
  expect(rows).toEqual([]);
});

test('a feed is added with a credential of the settings, which only its name stores', async () => {
  const base = await startFeed((request, response) => {
    const isOurs = request.headers.authorization === 'Bearer s3cret';
    response.writeHead(isOurs ? 200 : 401).end(feedOf([{ id: '1', price: '10.00 EUR' }]));
  });
  const body = { url: `${base}/feed.xml`, access: { as: 'bearer', name: 'SHOP' } };
  expect((await ask(calls.previewFeed, { body })).json).toMatchObject({ accepted: 1 });
  await ask(calls.addFeed, { body: { ...body, id: 'named', name: 'Named' } });
  const { database } = session.current.database;
  const rows = await database
    .selectFrom('sources')
    .select('config')
    .where('id', '=', 'named')
    .execute();
  expect(rows).toEqual([{ config: body }]);
  const other = { ...body, access: { as: 'bearer', name: 'PROFITSHARE_KEY' } };
  expect((await ask(calls.previewFeed, { body: other })).json).toMatchObject({
    error: { fields: { access: { code: 'CREDENTIAL_MISSING' } } },
  });
});

test('a site is previewed and added by its sitemap', async () => {
  const base = await startFeed((request, response) => {
    const page = `<meta property="og:title" content="Чайник"><meta property="og:price:amount" content="12">`;
    const responses: Readonly<Record<string, string>> = {
      '/sitemap.xml': `<urlset><url><loc>http://${request.headers.host}/kettle</loc></url></urlset>`,
      '/kettle': page,
    };
    const body = responses[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  const body = { kind: 'site-shop', url: base };
  expect((await ask(calls.previewFeed, { body })).json).toMatchObject({
    accepted: 1,
    deals: [{ title: 'Чайник', price: { amount: 12_00, currency: 'EUR' } }],
  });
  expect(
    (await ask(calls.addFeed, { body: { ...body, id: 'site', name: 'Site' } })).json,
  ).toMatchObject({
    id: 'site',
  });
});
