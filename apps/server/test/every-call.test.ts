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
import * as dealChangeCalls from '@izgodno/contract/deals/change-calls';
import * as dealCalls from '@izgodno/contract/deals/calls';
import * as linkCalls from '@izgodno/contract/deals/link-calls';
import * as visitCalls from '@izgodno/contract/deals/visit-calls';
import * as priceHistoryCalls from '@izgodno/contract/deals/price-history';
import * as judgingCalls from '@izgodno/contract/deals/judging-calls';
import * as keepingCalls from '@izgodno/contract/deals/keeping-calls';
import * as postingCalls from '@izgodno/contract/deals/posting-calls';
import * as auditCalls from '@izgodno/contract/moderation/calls';
import * as noticeCalls from '@izgodno/contract/notices/calls';
import * as geoCalls from '@izgodno/contract/geo/calls';
import * as pageCalls from '@izgodno/contract/pages/calls';
import * as profileCalls from '@izgodno/contract/profile/calls';
import * as savedSearchCalls from '@izgodno/contract/saved-searches/calls';
import * as locationCalls from '@izgodno/contract/locations/calls';
import * as channelCalls from '@izgodno/contract/chat/channel-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as chatModerationCalls from '@izgodno/contract/chat/moderation-calls';
import * as personCalls from '@izgodno/contract/chat/person-calls';
import * as exportCalls from '@izgodno/contract/session/account-export';
import * as mailCalls from '@izgodno/contract/session/mail-calls';
import * as sessionCalls from '@izgodno/contract/session/calls';
import * as sourceCalls from '@izgodno/contract/sources/calls';
import * as systemCalls from '@izgodno/contract/system/calls';
import * as uploadCalls from '@izgodno/contract/uploads/calls';
import type { Role } from '@izgodno/contract/session/session';
import { createPostgresDealSearch } from '#features/deal-search/postgres/postgres-search.ts';
import { createTokenPair, hashToken } from '#features/session/tokens.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { aDeal, insertDeals, insertSources } from './deal-factory.ts';
import { validFor } from './valid-requests.ts';
import { cheapHasher } from './people-app.ts';
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
  linkCalls,
  judgingCalls,
  keepingCalls,
  postingCalls,
  auditCalls,
  noticeCalls,
  geoCalls,
  pageCalls,
  profileCalls,
  savedSearchCalls,
  locationCalls,
  priceHistoryCalls,
  visitCalls,
  sessionCalls,
  exportCalls,
  mailCalls,
  sourceCalls,
  systemCalls,
  uploadCalls,
].flatMap((module) => Object.values<unknown>(module).filter(isCall));

const database = useTestDatabase();
let app: FastifyInstance;

/** Ids that parameters can name: deals and people that are there. */
const existing: string[] = [];
let passwordHash = '';

beforeAll(async () => {
  const handle = database.current.database;
  await insertSources(handle);
  const deals = await insertDeals(handle, [aDeal(), aDeal({ status: 'sold' })]);
  app = await buildTestApp({
    database: handle,
    search: createPostgresDealSearch(handle),
    hasher: cheapHasher,
  });
  passwordHash = await cheapHasher.hash('zebra-lamp-4217');
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

/** Somebody new of a role, with the access token of a session. */
const signIn = async (role: Role): Promise<{ readonly id: string; readonly token: string }> => {
  const now = Date.now();
  const [id, sessionId] = [createUuidV7(now), createUuidV7(now)];
  const { accessToken, ...pair } = createTokenPair(now + 600_000, now + 600_000);
  const [at, end] = [new Date(now), new Date(pair.accessExpiresAt)];
  const { database: handle } = database.current;
  await handle
    .insertInto('users')
    .values({
      id,
      name: 'Some Body',
      email: `${id}@x.bg`,
      password_hash: passwordHash,
      role,
      created_at: at,
    })
    .execute();
  await handle
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: id,
      user_agent: '',
      address: '127.0.0.1',
      created_at: at,
      last_used_at: at,
      expires_at: end,
    })
    .execute();
  await handle
    .insertInto('session_tokens')
    .values({
      token_hash: hashToken(accessToken),
      session_id: sessionId,
      kind: 'access',
      expires_at: end,
      replaced_at: null,
      successor: null,
    })
    .execute();
  return { id, token: accessToken };
};

const recordOf = (schema: Call['query']): fc.Arbitrary<Record<string, unknown>> =>
  schema === undefined
    ? fc.constant({})
    : validFor(schema).map(
        (value) => z.record(z.string(), z.unknown()).safeParse(value).data ?? {},
      );

const asTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).map((item) =>
    typeof item === 'string' ? item : JSON.stringify(item),
  );

/** Requests that the contract takes, as far as its refinements let them be found by chance. */
const validRequestsOf = (call: Call) =>
  fc.record({
    params: recordOf(call.params),
    named: fc.nat(),
    query: recordOf(call.query),
    body: call.body === undefined ? fc.constant(undefined) : validFor(call.body),
  });

const urlOf = (
  path: string,
  params: Record<string, unknown>,
  named: number,
  query: Record<string, unknown>,
): string => {
  // Every other time something that is there.
  const found = named % 2 === 0 ? undefined : existing[named % existing.length];
  const pathname = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(found ?? (asTexts(params[name] ?? 'x')[0] || 'x')),
  );
  const search = Object.entries(query).flatMap(([name, value]) =>
    asTexts(value).map((text) => [name, text]),
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

describe.each(calls)('$method $path', (call) => {
  test('answers anything with its contract or a refusal that names the fault', async () => {
    await fc.assert(
      fc.asyncProperty(together(requestsOf(call)), (requests) =>
        atOnce(requests, async ({ pathname, query, body }) => {
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
      ),
      { numRuns: 12 },
    );
  });

  test.for(['member', 'admin'] as const)(
    'answers a signed-in %s who makes it as it is described',
    async (role) => {
      const { token } = await signIn(role);
      await fc.assert(
        fc.asyncProperty(together(validRequestsOf(call)), (requests) =>
          atOnce(requests, async ({ params, named, query, body }) => {
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
