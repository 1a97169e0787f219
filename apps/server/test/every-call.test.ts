import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import {
  filesRefusalSchema,
  updateFiles,
  updateMessage,
} from '@izgodno/contract/chat/message-calls';
import { errorBodySchema, errorCatalogue } from '@izgodno/contract/common/errors';
import * as dealCalls from '@izgodno/contract/deals/calls';
import type { Role } from '@izgodno/contract/session/session';
import { createPostgresDealSearch } from '#features/deal-search/postgres/postgres-search.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { contractCalls } from './contract-calls.ts';
import { insertSignedIn } from './insert-signed-in.ts';
import { textsOf, validRequestsOf } from './valid-requests.ts';
import { cheapHasher } from './people-app.ts';
import { buildTestApp } from './build-test-app.ts';
import { useTestDatabase } from './test-database.ts';

const database = useTestDatabase();
let app: FastifyInstance;

/** Ids that parameters can name: deals and people that are there. */
const existing: string[] = [];

beforeAll(async () => {
  const handle = database.current.database;
  await insertSources(handle);
  const deals = await insertDeals(handle, [aDeal(), aDeal({ status: 'sold' })]);
  app = await buildTestApp({
    database: handle,
    search: createPostgresDealSearch(handle),
    hasher: cheapHasher,
  });
  existing.push(...deals.map(String), (await signIn('member')).id);
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
    '__proto__',
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
      // With one or two dots for a part the address is that of another call: `/message/./pin` is `/message/pin`.
      text.filter((part) => !['', '.', '..'].includes(part)),
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

/** Calls of the specification whose `error` is a text; an edit by the second one is refused as all others are. */
const filing = new Set<Call>([updateFiles, updateMessage]);

const refusalOf = (call: Call, answer: unknown) => {
  const told = filing.has(call) ? filesRefusalSchema.safeParse(answer) : null;
  return told?.success === true ? told.data.details : errorBodySchema.parse(answer).error;
};

/** What is wrong with an answer: one against its contract, or a refusal that does not say why. */
const faultOf = (call: Call, status: number, answer: unknown): string | undefined => {
  if (status === 200) return call.response.safeParse(answer).error?.message;
  const error = refusalOf(call, answer);
  if (!Object.hasOwn(errorCatalogue, error.code)) return `unknown code ${error.code}`;
  const silent = error.code === 'validation_failed' && Object.keys(error.fields ?? {}).length === 0;
  return silent ? 'no field is named' : undefined;
};

/** Calls whose answers are the same for everybody. */
const forAnybody = new Set<Call>([dealCalls.listDeals, dealCalls.getDeal]);

/** Whether caches may keep an answer: the browser's service worker believes what stands here. */
const isForAnybody = (cacheControl: unknown): boolean =>
  !/no-store|private/.test(String(cacheControl));

const signIn = (role: Role) => insertSignedIn(database.current.database, role);

const urlOf = (
  path: string,
  params: Record<string, unknown>,
  named: number,
  query: Record<string, unknown>,
): string => {
  // Every other time something that is there.
  const found = named % 2 === 0 ? undefined : existing[named % existing.length];
  const pathname = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(found ?? (textsOf(params[name] ?? 'x')[0] || 'x')),
  );
  const search = Object.entries(query).flatMap(([name, value]) =>
    textsOf(value).map((text) => [name, text]),
  );
  return `${pathname}?${new URLSearchParams(search).toString()}`;
};

/** Requests at once: the answers of some are waited for while others are read. */
const AT_ONCE = 5;

const together = <Request>(request: fc.Arbitrary<Request>): fc.Arbitrary<Request[]> =>
  fc.array(request, { minLength: 1, maxLength: AT_ONCE, size: 'max' });

const atOnce = async <Request>(
  requests: readonly Request[],
  make: (request: Request) => Promise<void>,
): Promise<void> => {
  await Promise.all(requests.map(make));
};

describe.each(contractCalls)('$method $path', (call) => {
  test.for([
    ['a stranger', null],
    ['an administrator', 'admin'],
  ] as const)(
    'answers anything with its contract or a refusal that names the fault: %s',
    async ([, role]) => {
      const headers =
        role === null ? {} : { authorization: `Bearer ${(await signIn(role)).token}` };
      await fc.assert(
        fc.asyncProperty(together(requestsOf(call)), (requests) =>
          atOnce(requests, async ({ pathname, query, body }) => {
            const response = await app.inject({
              method: call.method,
              url: `${pathname}?${new URLSearchParams(query).toString()}`,
              ...(body === undefined || call.method === 'GET'
                ? { headers }
                : {
                    headers: { ...headers, 'content-type': 'application/json' },
                    payload: JSON.stringify(body),
                  }),
            });
            expect(response.statusCode).toBeLessThan(500);
            expect(faultOf(call, response.statusCode, response.json())).toBeUndefined();
          }),
        ),
        { numRuns: 12 },
      );
    },
  );

  test.for(['member', 'admin'] as const)(
    'answers a signed-in %s who makes it as it is described',
    async (role) => {
      const { token } = await signIn(role);
      await fc.assert(
        fc.asyncProperty(together(fc.tuple(validRequestsOf(call), fc.nat())), (requests) =>
          atOnce(requests, async ([{ params, query, body }, named]) => {
            const response = await app.inject({
              method: call.method,
              url: urlOf(call.path, params, named, query),
              headers: {
                authorization: `Bearer ${token}`,
                ...(body === undefined ? {} : { 'content-type': 'application/json' }),
              },
              ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
            });
            expect(response.statusCode).toBeLessThan(500);
            expect(isForAnybody(response.headers['cache-control'])).toBe(
              response.statusCode === 200 && forAnybody.has(call),
            );
            expect(faultOf(call, response.statusCode, response.json())).toBeUndefined();
          }),
        ),
        { numRuns: 4 },
      );
    },
  );
});
