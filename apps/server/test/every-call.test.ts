import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import { errorBodySchema, errorCatalogue } from '@izgodno/contract/common/errors';
import * as dealChangeCalls from '@izgodno/contract/deals/change-calls';
import * as dealCalls from '@izgodno/contract/deals/calls';
import * as visitCalls from '@izgodno/contract/deals/visit-calls';
import * as priceHistoryCalls from '@izgodno/contract/deals/price-history';
import * as locationCalls from '@izgodno/contract/locations/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as chatModerationCalls from '@izgodno/contract/chat/moderation-calls';
import * as personCalls from '@izgodno/contract/chat/person-calls';
import * as sessionCalls from '@izgodno/contract/session/calls';
import * as sourceCalls from '@izgodno/contract/sources/calls';
import * as systemCalls from '@izgodno/contract/system/calls';
import { createPostgresDealSearch } from '#features/deal-search/postgres/postgres-search.ts';
import { buildTestApp } from './build-test-app.ts';
import { useTestDatabase } from './test-database.ts';

const callSchema = z.object({ method: z.string(), path: z.string(), summary: z.string() });

const isCall = (value: unknown): value is Call => callSchema.safeParse(value).success;

/** Every call of the contract. */
const calls: readonly Call[] = [
  channelCalls,
  messageCalls,
  chatModerationCalls,
  personCalls,
  dealChangeCalls,
  dealCalls,
  locationCalls,
  priceHistoryCalls,
  visitCalls,
  sessionCalls,
  sourceCalls,
  systemCalls,
].flatMap((module) => Object.values<unknown>(module).filter(isCall));

const database = useTestDatabase();
let app: FastifyInstance;

beforeAll(async () => {
  app = await buildTestApp({
    database: database.current.database,
    search: createPostgresDealSearch(database.current.database),
  });
});
afterAll(() => app.close());

// Strings that have broken parsers before, beside arbitrary ones.
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '%',
    '%00',
    '../..',
    '1e309',
    '-1',
    'NaN',
    'null',
    "' OR 1=1 --",
    'a'.repeat(300),
    '"',
    'с,к',
    '\u202E',
  ),
);

const keysOf = (schema: Call['query']): string[] =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];

/** Requests from near the schema (its own keys, wild values) to far from it (wild keys as well). */
const requestsOf = (call: Call) => {
  // Mostly one key that the call knows: a request is refused for its first strange key, and what it
  // does with a strange value would never be seen.
  const known = fc.constantFrom('unknown', ...keysOf(call.query));
  const key = fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: text });
  const pathname = fc
    .array(
      text.filter((part) => part !== ''),
      { minLength: 5, maxLength: 5 },
    )
    .map((parts) => call.path.replaceAll(/:\w+/g, () => encodeURIComponent(parts.pop() ?? 'x')));
  return fc.record({
    pathname,
    query: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(fc.tuple(key, text)) },
      { weight: 1, arbitrary: fc.array(fc.tuple(key, text), { maxLength: 4 }) },
    ),
    body: fc.oneof(
      fc.constant(undefined),
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom('unknown', ...keysOf(call.body)), fc.jsonValue(), {
        maxKeys: 6,
      }),
    ),
  });
};

/** What is wrong with an answer: one against its contract, or a refusal that does not say why. */
const faultOf = (call: Call, status: number, answer: unknown): string | undefined => {
  if (status === 200) return call.response.safeParse(answer).error?.message;
  const { error } = errorBodySchema.parse(answer);
  if (!Object.hasOwn(errorCatalogue, error.code)) return `unknown code ${error.code}`;
  const silent = error.code === 'validation_failed' && Object.keys(error.fields ?? {}).length === 0;
  return silent ? 'no field is named' : undefined;
};

describe.each(calls)('$method $path', (call) => {
  test('answers anything with its contract or a refusal that names the fault', async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(call), async ({ pathname, query, body }) => {
        const response = await app.inject({
          method: call.method,
          url: `${pathname}?${new URLSearchParams(query).toString()}`,
          ...(body === undefined || call.method === 'GET'
            ? {}
            : { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) }),
        });
        expect(response.statusCode).toBeLessThan(500);
        expect(faultOf(call, response.statusCode, response.json())).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
