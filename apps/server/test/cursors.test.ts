import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { errorBodySchema } from '@izgodno/contract/common/errors';
import { dealPageSchema } from '@izgodno/contract/deals/deal-page';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { readSharedKey } from '#features/system/api.ts';
import { createCursorSeal, listOf } from '#platform/http/cursor-seal.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { buildTestApp } from './build-test-app.ts';
import { contractCalls } from './contract-calls.ts';
import { insertSignedIn } from './insert-signed-in.ts';
import { useTestDatabase } from './test-database.ts';
import { textsOf, validRequestsOf } from './valid-requests.ts';

const database = useTestDatabase();
const buildNode = (): Promise<FastifyInstance> =>
  buildTestApp({
    database: database.current.database,
    search: createPostgresDealSearch(database.current.database),
  });
let app: FastifyInstance;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await buildNode();
  const { token } = await insertSignedIn(database.current.database, 'admin');
  headers = { authorization: `Bearer ${token}` };
});
afterAll(() => app.close());

const lists = contractCalls.filter(
  ({ query }) => query instanceof z.ZodMiniObject && 'cursor' in query.shape,
);

const paramsOf = (call: Call): Record<string, unknown> =>
  fc.sample(validRequestsOf({ ...call, path: '/api/x' }), { numRuns: 1, seed: 7 })[0]?.params ?? {};

const isSearch = ({ query }: Call): boolean =>
  query instanceof z.ZodMiniObject && 'q' in query.shape;

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

test('every paged list is found', () => {
  expect(lists.length).toBeGreaterThan(8);
});

const optional = z.object({ def: z.object({ innerType: z.instanceof(z.core.$ZodType) }) });

const unwrap = (schema: z.core.$ZodType): z.core.$ZodType => {
  const wrapper = optional.safeParse(schema._zod);
  return wrapper.success ? unwrap(wrapper.data.def.innerType) : schema;
};

/** The fields of an object, or of those that a union is of. */
const fieldsOf = (schema: z.core.$ZodType): readonly (readonly [string, z.core.$ZodType])[] => {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodMiniUnion) return inner.def.options.flatMap(fieldsOf);
  return inner instanceof z.ZodMiniObject ? Object.entries(inner.shape) : [];
};

const hasList = ({ response }: Call): boolean =>
  fieldsOf(response).some(([, field]) => unwrap(field) instanceof z.ZodMiniArray);

/** Calls with a list of items that is not read by `limit` and `cursor`, and why. */
const others: Readonly<Record<string, string>> = {
  '/api/auth/me/export': 'a file',
  '/api/auth/factors': 'the second factors of one account',
  '/api/people/:userId': 'one account',
  '/api/users/me/dashboard': 'a chart of days',
  '/api/deals/:id/draft': 'one post',
  '/api/deals/:id/contact': 'one post',
  '/api/site': 'the settings of the page',
  '/api/geo': 'one visitor, and the countries of all',
  '/api/deals/searches': 'a report: the most frequent searches',
  '/api/system/backups': 'the state of the product',
  '/api/system/checks': 'the state of the product',
  '/api/system/nodes': 'the state of the product',
  '/api/system/jobs': 'the state of the product',
  '/api/system/settings': 'the state of the product',
  '/api/chat/people': 'suggestions for what is typed',
  '/api/locations': 'suggestions for what is typed',
  '/api/deals/suggest': 'suggestions for what is typed',
  '/api/deals/:id/similar': 'suggestions beside a deal',
  '/api/chat/presence': 'users that the caller names',
  '/api/deals/changes': 'deals that the caller names',
  '/api/users/me/deal-marks': 'deals that the caller names',
  '/api/message/channel/:channelId/messages': 'read by the numbers of messages',
  '/api/message/:id/thread': 'read by the numbers of messages',
  '/api/users/me/saved-searches/preview': 'parts of what is typed',
  '/api/search': 'the beginnings of three lists that have calls of their own',
};

test('every list of items takes limit and cursor and has nextCursor', () => {
  const whole = contractCalls.filter(
    (call) =>
      call.method === 'GET' &&
      hasList(call) &&
      !(
        ['limit', 'cursor'].every((name) =>
          fieldsOf(call.query ?? z.object({})).some(([field]) => field === name),
        ) && fieldsOf(call.response).some(([field]) => field === 'nextCursor')
      ),
  );
  expect(whole.map(({ path }) => path).toSorted()).toEqual(Object.keys(others).toSorted());
});

describe.each(lists)('$method $path', (call) => {
  const params = paramsOf(call);
  const genuine = (list = listOf(call, params)): string => app.cursorSeal.seal(list, '["x",1]');

  const forgeries: readonly (readonly [string, () => string])[] = [
    ['none', () => ''],
    ['another text', () => 'zzz'],
    ['one as it was before cursors were sealed', () => base64('["2026-01-01T00:00:00Z",1]')],
    ['one with a NUL inside', () => base64(JSON.stringify(['\0', crypto.randomUUID()]))],
    ['one that is cut', () => genuine().slice(0, -4)],
    ['one that is changed', () => genuine().replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['one with more behind it', () => `${genuine()}AAAA`],
    ['another spelling of one', () => `${genuine()}=`],
    ['one of another list', () => genuine('GET /api/others {}')],
    [
      'one of another product',
      () => createCursorSeal(Buffer.alloc(32)).seal(listOf(call, params), '["x",1]'),
    ],
  ];

  test.for(forgeries)('rejects a forged cursor: %s', async ([, cursor]) => {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(textsOf(params[name])[0] ?? 'x'),
    );
    const url = `${path}?${isSearch(call) ? 'q=bike&' : ''}cursor=${encodeURIComponent(cursor())}`;
    const response = await app.inject({ url, headers });
    expect(response.statusCode).toBe(400);
    const { error } = errorBodySchema.parse(response.json());
    expect(error.code).toBe('validation_failed');
    expect(Object.keys(error.fields ?? {})).toContain('cursor');
  });
});

test('a cursor of one node works on another', async () => {
  const handle = database.current.database;
  await insertSources(handle);
  await insertDeals(handle, [aDeal(), aDeal(), aDeal()]);
  const other = await buildNode();
  const first = dealPageSchema.parse((await app.inject('/api/deals?limit=2')).json());
  const rest = await other.inject(`/api/deals?limit=2&cursor=${first.nextCursor}`);
  expect(dealPageSchema.parse(rest.json()).items).toHaveLength(1);
  await other.close();
});

test('nodes that start concurrently on a new database get the same key', async () => {
  const { database: handle } = database.current;
  await handle.deleteFrom('secrets').execute();
  const keys = await Promise.all(Array.from({ length: 8 }, () => readSharedKey(handle, 'cursors')));
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
});
