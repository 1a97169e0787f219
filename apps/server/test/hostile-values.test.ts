import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import type { Call } from '@izgodno/contract/common/call';
import { errorBodySchema, textRejectionSchema } from '@izgodno/contract/common/errors';
import * as z from 'zod/mini';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { buildTestApp } from './build-test-app.ts';
import { contractCalls } from './contract-calls.ts';
import { insertSignedIn } from './insert-signed-in.ts';
import { useTestDatabase } from './test-database.ts';

const database = useTestDatabase();
let app: FastifyInstance;
/** The headers of a request with nothing wrong but its body. */
let headers: Record<string, string>;

beforeAll(async () => {
  const handle = database.current.database;
  app = await buildTestApp({ database: handle, search: createPostgresDealSearch(handle) });
  const { token } = await insertSignedIn(handle, 'admin');
  headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
});
afterAll(() => app.close());

const keysOf = (schema: Call['body']): readonly string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];

/**
 * JSON that makes zod's length checks throw: they compare `length`, and this one cannot be
 * converted to a number.
 */
const unreadable = '{"length":{"toString":1}}';
const nested = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`;

/** The error of a response; some calls of the specification have it under another key. */
const errorOf = (response: unknown) =>
  textRejectionSchema.safeParse(response).data?.details ?? errorBodySchema.parse(response).error;

const withBody = contractCalls.filter(({ method, body }) => method !== 'GET' && body !== undefined);

describe.each(withBody)('$method $path', (call) => {
  test.for([
    ['converts to nothing', unreadable],
    ['nests without end', nested],
    ['holds what cannot be stored', String.raw`"a\u0000b"`],
    ['holds half a character', String.raw`"a\ud800b"`],
  ] as const)('names the field whose value %s', async ([, value]) => {
    for (const key of keysOf(call.body)) {
      const response = await app.inject({
        method: call.method,
        url: call.path.replaceAll(/:\w+/g, 'x'),
        headers,
        payload: `{${JSON.stringify(key)}:${value}}`,
      });
      // In a field that is an object, an unknown key is dropped.
      if (response.headers['x-ignored-fields'] === `${key}.length`) continue;
      expect(response.statusCode).toBe(400);
      const error = errorOf(response.json());
      expect(error.code).toBe('validation_failed');
      expect(Object.keys(error.fields ?? {}).some((name) => name.startsWith(key))).toBe(true);
    }
  });

  test('rejects a body that is hostile as a whole', async () => {
    // As an object it would only have an unknown field.
    for (const payload of [nested, `[${unreadable}]`, '"\\u0000"']) {
      const response = await app.inject({
        method: call.method,
        url: call.path.replaceAll(/:\w+/g, 'x'),
        headers,
        payload,
      });
      expect(response.statusCode).toBe(400);
      expect(errorOf(response.json()).code).toBe('validation_failed');
    }
  });
});
