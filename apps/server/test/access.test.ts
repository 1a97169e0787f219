import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accesses, type Call } from '@izgodno/contract/common/call';
import { sessionPresets } from '@izgodno/contract/accounts/limits';
import { errorBodySchema, textRejectionSchema } from '@izgodno/contract/common/errors';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import { REALTIME_PATH } from '@izgodno/contract/realtime/frames';
import * as searchCalls from '@izgodno/contract/search/calls';
import * as linkCalls from '@izgodno/contract/sources/link-calls';
import { roles, type Role } from '@izgodno/contract/accounts/session';
import * as sourceCalls from '@izgodno/contract/sources/calls';
import { contractCalls } from './contract-calls.ts';
import { insertSignedIn } from './insert-signed-in.ts';
import { provideUsersApp } from './users-app.ts';
import { textsOf, validRequestsOf } from './valid-requests.ts';

const users = provideUsersApp({ BUDGET_PER_MINUTE: '0' });

const aReaction = { params: { id: '01890000-0000-7000-8000-000000000000', emoji: '👍' } };
// Rejected before any request, because tests read no external pages.
const url = 'http://127.0.0.1/';
/** Parts of requests that random generation does not find. */
const given = new Map<Call, object>([
  [messageCalls.addReaction, aReaction],
  [messageCalls.removeReaction, aReaction],
  [searchCalls.listDeals, { query: {} }],
  [linkCalls.readLink, { body: { url } }],
  [linkCalls.takeLinkImages, { body: { urls: [url] } }],
  [sourceCalls.previewFeed, { body: { url } }],
  [sourceCalls.addFeed, { body: { url, id: 'shop', name: 'Shop' } }],
]);

/** A request that satisfies the contract, so that only its caller can be wrong. */
const findRequest = (call: Call) => {
  const found = fc
    .sample(validRequestsOf(call), { numRuns: 200, seed: 1 })
    .map((request) => Object.assign(request, given.get(call)))
    .find(
      ({ params, query, body }) =>
        (call.params?.safeParse(params).success ?? true) &&
        (call.query?.safeParse(query).success ?? true) &&
        (call.body?.safeParse(body).success ?? true),
    );
  if (found === undefined) throw new Error(`No request for ${call.method} ${call.path}`);
  return found;
};
const requests = new Map(contractCalls.map((call) => [call, findRequest(call)] as const));

interface Caller {
  readonly token: string | null;
  /** Null for an invalid token. */
  readonly role: Role | null;
  /** Their own id, if they have one. */
  readonly id: string | null;
}

const signedIn = async (role: Role, now?: number): Promise<Caller> => {
  const { database, time } = users.current;
  return { role, ...(await insertSignedIn(database.database, role, now ?? time)) };
};

/** Every kind of caller: for each a user without any data. */
const callers: readonly (readonly [string, () => Promise<Caller>])[] = [
  ['a stranger', async () => ({ token: null, role: null, id: null })],
  ['a made-up token', async () => ({ token: 'made-up', role: null, id: null })],
  ...roles.flatMap((role): (readonly [string, () => Promise<Caller>])[] => [
    [
      `an expired token of a ${role}`,
      async () => ({
        ...(await signedIn(role, users.current.time - sessionPresets.default.accessMs)),
        role: null,
        id: null,
      }),
    ],
    [role, () => signedIn(role)],
  ]),
];

/** The responses to unauthorised callers. */
const rejections = new Set(['unauthenticated', 'session_expired', 'forbidden']);
const ADMITTED = 'admitted';

/** The contract's result: status and code of the rejection, or none. */
const expected = ({ access }: Call, { token, role }: Caller): string => {
  if (access === 'anyone') return ADMITTED;
  if (token === null) return '401 unauthenticated';
  if (role === null) return '401 session_expired';
  return accesses.indexOf(role) < accesses.indexOf(access) ? '403 forbidden' : ADMITTED;
};

/** Spellings of the URL, and methods: GET implies HEAD. */
const spellings = {
  'as it is': (path: string) => path,
  percent: (path: string) => path.replace('/api/', '/%61pi/'),
} as const;

const responseTo = async (
  call: Call,
  { token, id }: Caller,
  method: Call['method'] | 'HEAD',
  spell: (path: string) => string,
) => {
  const { params = {}, query = {}, body } = requests.get(call) ?? {};
  // A user's own data is requested by that user.
  const own = call.access === 'member' && call.path.startsWith('/api/users/:') ? id : null;
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(own !== null && /^(id|userId)$/.test(name) ? own : String(params[name])),
  );
  const search = Object.entries(query).flatMap(([name, value]) =>
    textsOf(value).map((text) => [name, text]),
  );
  return users.current.app.inject({
    method,
    url: `${spell(path)}?${new URLSearchParams(search).toString()}`,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
};

const rejectionSchema = z.union([errorBodySchema, textRejectionSchema]);

const codeOf = (response: Awaited<ReturnType<typeof responseTo>>): string | null => {
  const rejected = rejectionSchema.safeParse(response.json()).data;
  if (rejected === undefined) return null;
  return ('details' in rejected ? rejected.details : rejected.error).code;
};

const outcomeOf = (response: Awaited<ReturnType<typeof responseTo>>): string => {
  const code = codeOf(response);
  return code !== null && rejections.has(code) ? `${response.statusCode} ${code}` : ADMITTED;
};

/** The callers, by kind, whose last call rejected them: they still have no data. */
const rejected = new Map<string, Caller>();

/** Makes a call by a kind of caller in every spelling of its URL, each by a user without any data. */
const callInEverySpelling = async (
  call: Call,
  method: Call['method'] | 'HEAD',
  [kind, arrive]: (typeof callers)[number],
) => {
  const responses = [];
  for (const spell of Object.values(spellings)) {
    const caller = rejected.get(kind) ?? (await arrive());
    const wanted = expected(call, caller);
    if (wanted === ADMITTED) rejected.delete(kind);
    else rejected.set(kind, caller);
    responses.push({ wanted, response: await responseTo(call, caller, method, spell) });
  }
  return responses;
};

// Every pair of caller and call, by the contract's access of the call.
describe.each(contractCalls)('$method $path is for $access', (call) => {
  test.for(callers)('made by %s', async (caller) => {
    for (const { response, wanted } of await callInEverySpelling(call, call.method, caller))
      expect(outcomeOf(response)).toBe(wanted);
  });
});

describe.each(contractCalls.filter(({ method }) => method === 'GET'))('HEAD $path', (call) => {
  test.for(callers)('requested by %s', async (caller) => {
    for (const { response, wanted } of await callInEverySpelling(call, 'HEAD', caller)) {
      expect(response.body).toBe('');
      const [status = ''] = wanted.split(' ');
      const isRejected = [401, 403].includes(response.statusCode);
      expect(isRejected ? String(response.statusCode) : ADMITTED).toBe(status);
    }
  });
});

/**
 * Routes that are not in the contract: files, uploads, and those for machines and links in mails.
 */
const forFiles = [
  'POST /api/upload',
  'POST /api/storj/upload/chunked',
  'POST /api/uploads/resumable',
  'HEAD /api/uploads/resumable/:',
  'PATCH /api/uploads/resumable/:',
  'DELETE /api/uploads/resumable/:',
] as const;
const open = [
  // For strangers only files of a deal or a profile exist.
  'GET /api/files/:',
  'GET /api/files/:/:',
  // By random names, which only messages have.
  'GET /api/link-images/:',
  // With a token of its own, or from this machine.
  'GET /metrics',
  'GET /unsubscribe',
  'POST /unsubscribe',
  'GET /demo-media/:',
  'GET /demo/shops/:/:',
  // Says that it takes sockets only, which prove themselves by their first frame.
  `GET ${REALTIME_PATH}`,
  'GET /api/docs',
  'GET /api/docs/',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/*',
  'GET /api/docs/json',
  'GET /api/docs/yaml',
  'OPTIONS *',
] as const;

const withoutNames = (path: string): string => path.replaceAll(/:\w+(\|:\w+)*/g, ':');

/** The routes of the application, from Fastify's tree: `GET /api/files/:`. */
const routesOf = (tree: string): string[] => {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+) \((.*)\)$/u.exec(line) ?? [];
    parts.splice(indent.length / 4, parts.length, part);
    // GET implies HEAD.
    return methods
      .split(', ')
      .filter((method, _, all) => method !== '' && !(method === 'HEAD' && all.includes('GET')))
      .map((method) => `${method} ${withoutNames(parts.join(''))}`);
  });
};

test('no route exists that is not listed here or in the contract', () => {
  const listed = [
    ...contractCalls.map(({ method, path }) => `${method} ${withoutNames(path)}`),
    ...forFiles,
    ...open,
  ];
  const answered = routesOf(users.current.app.printRoutes({ commonPrefix: false }));
  expect(answered.toSorted()).toEqual(listed.toSorted());
});

test.for(forFiles)('%s rejects strangers', async (route) => {
  const [method, path] = route.split(' ');
  for (const headers of [{}, { authorization: 'Bearer made-up' }]) {
    const response = await users.current.app.inject({
      method: z.enum(['POST', 'HEAD', 'PATCH', 'DELETE']).parse(method),
      url: String(path).replace(':', '01890000-0000-7000-8000-000000000000'),
      headers: { 'tus-resumable': '1.0.0', ...headers },
    });
    expect(response.statusCode).toBe(401);
  }
});
