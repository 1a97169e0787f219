import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as auditCalls from '@izgodno/contract/moderation/calls';
import type { Call } from '@izgodno/contract/common/call';
import { errorBodySchema } from '@izgodno/contract/common/errors';
import * as chatModerationCalls from '@izgodno/contract/chat/moderation-calls';
import * as messageCalls from '@izgodno/contract/chat/message-calls';
import * as dealCalls from '@izgodno/contract/deals/calls';
import * as dealChangeCalls from '@izgodno/contract/deals/change-calls';
import * as judgingCalls from '@izgodno/contract/deals/judging-calls';
import * as keepingCalls from '@izgodno/contract/deals/keeping-calls';
import * as postingCalls from '@izgodno/contract/deals/posting-calls';
import * as priceHistoryCalls from '@izgodno/contract/deals/price-history';
import * as visitCalls from '@izgodno/contract/deals/visit-calls';
import * as geoCalls from '@izgodno/contract/geo/calls';
import * as locationCalls from '@izgodno/contract/locations/calls';
import * as noticeCalls from '@izgodno/contract/notices/calls';
import * as pageCalls from '@izgodno/contract/pages/calls';
import * as profileCalls from '@izgodno/contract/profile/calls';
import * as sessionCalls from '@izgodno/contract/session/calls';
import * as factorCalls from '@izgodno/contract/session/factor-calls';
import * as mailCalls from '@izgodno/contract/session/mail-calls';
import * as sourceCalls from '@izgodno/contract/sources/calls';
import * as systemCalls from '@izgodno/contract/system/calls';
import * as uploadCalls from '@izgodno/contract/uploads/calls';
import { contractCalls } from './contract-calls.ts';
import { providePeopleApp } from './people-app.ts';
import { textsOf, validRequestsOf } from './valid-requests.ts';

// Who may make which call stands here once more, apart from the code: a call that is added is for
// signed-in people alone, or has to be named.

/** Calls that nobody has to sign in for. */
const forAnyone = new Set<Call>([
  pageCalls.sendContact,
  pageCalls.readSite,
  pageCalls.subscribeNewsletter,
  pageCalls.confirmNewsletter,
  pageCalls.leaveNewsletter,
  pageCalls.unsubscribeNewsletter,
  systemCalls.getHealth,
  systemCalls.getReady,
  dealCalls.listDeals,
  dealCalls.suggestDeals,
  dealCalls.getDeal,
  dealChangeCalls.listDealChanges,
  keepingCalls.listSimilarDeals,
  keepingCalls.listTrendingDeals,
  keepingCalls.viewDeal,
  postingCalls.listSellerDeals,
  priceHistoryCalls.getPriceHistory,
  visitCalls.visitDeal,
  geoCalls.readGeo,
  geoCalls.updateLocation,
  locationCalls.suggestLocations,
  noticeCalls.unsubscribe,
  profileCalls.getSeller,
  sessionCalls.login,
  sessionCalls.logout,
  sessionCalls.refresh,
  sessionCalls.register,
  factorCalls.askForPasskey,
  factorCalls.signInWithPasskey,
  factorCalls.finishWithTotp,
  factorCalls.finishWithRecoveryCode,
  factorCalls.finishWithPasskey,
  mailCalls.getSignInOptions,
  mailCalls.forgotPassword,
  mailCalls.resetPassword,
  mailCalls.confirmEmail,
  uploadCalls.getUploadConfig,
  // A file that holds a deal's picture is anybody's to see; any other is not there for strangers.
  uploadCalls.getFileDetails,
]);

const forModerators: readonly Call[] = [
  auditCalls.listAudit,
  judgingCalls.listReports,
  judgingCalls.moderateDeal,
  chatModerationCalls.listMessageReports,
  chatModerationCalls.closeMessageReports,
];

const forAdministrators: readonly Call[] = [
  sessionCalls.changeRole,
  sessionCalls.signPersonOut,
  sourceCalls.listSources,
  sourceCalls.listSourceRuns,
  sourceCalls.listRejectedRows,
  sourceCalls.runSource,
  sourceCalls.pauseSource,
  sourceCalls.resumeSource,
  sourceCalls.previewFeed,
  sourceCalls.addFeed,
];

const people = providePeopleApp();

const aReaction = { params: { id: '01890000-0000-7000-8000-000000000000', emoji: '👍' } };
const feed = { url: 'https://shop.example/feed.csv' };
/** Parts of requests that no chance finds. */
const given = new Map<Call, object>([
  [messageCalls.addReaction, aReaction],
  [messageCalls.removeReaction, aReaction],
  [dealCalls.listDeals, { query: {} }],
  [sourceCalls.previewFeed, { body: feed }],
  [sourceCalls.addFeed, { body: { ...feed, id: 'shop', name: 'Shop' } }],
]);

/** A request that passes the contract, so that nothing but who makes it can be wrong with it. */
const requestOf = (call: Call) => {
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

const send = (call: Call, token?: string) => {
  const { params, query, body } = requestOf(call);
  return people.current.send(call, {
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, encodeURIComponent(String(value))]),
    ),
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, [...textsOf(value)]]),
    ),
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  });
};

type Answer = Awaited<ReturnType<typeof send>>;

const refusalSchema = z.union([errorBodySchema, messageCalls.filesRefusalSchema]);

/** The status of an answer, with the code of a refusal. */
const told = (response: Answer): { readonly status: number; readonly code: string | null } => {
  const refused = refusalSchema.safeParse(response.json()).data;
  if (refused === undefined) return { status: response.statusCode, code: null };
  const { code } = 'details' in refused ? refused.details : refused.error;
  return { status: response.statusCode, code };
};

/** What is said to whoever may not make a call. */
const refusals = ['unauthenticated', 'session_expired', 'forbidden'];
const unauthenticated = { status: 401, code: 'unauthenticated' };
const expired = { status: 401, code: 'session_expired' };

describe.each(contractCalls.filter((call) => !forAnyone.has(call)))('$method $path', (call) => {
  test('is closed to strangers', async () => {
    expect(told(await send(call))).toEqual(unauthenticated);
    expect(told(await send(call, 'made-up'))).toEqual(expired);
  });
});

describe.each([...forAnyone])('$method $path', (call) => {
  test.for([undefined, 'made-up'])('asks nobody to sign in (token: %s)', async (token) => {
    expect(refusals).not.toContain(told(await send(call, token)).code);
  });
});

describe.each(forModerators)('$method $path', (call) => {
  test('is for those who moderate the product', async () => {
    const { current } = people;
    const [member, moderator, admin] = await Promise.all([
      current.member(),
      current.member('moderator'),
      current.member('admin'),
    ]);
    expect(told(await send(call, member.token)).code).toBe('forbidden');
    for (const { token } of [moderator, admin])
      expect(refusals).not.toContain(told(await send(call, token)).code);
  });
});

describe.each(forAdministrators)('$method $path', (call) => {
  test('is for administrators', async () => {
    const { current } = people;
    for (const role of ['member', 'moderator'] as const)
      expect(told(await send(call, (await current.member(role)).token)).code).toBe('forbidden');
  });
});

/** Addresses beside the contract's calls: those of files and uploads, and of what machines and links in mails ask. */
const forFiles = [
  'POST /api/upload',
  'POST /api/storj/upload/chunked',
  'POST /api/uploads/resumable',
  'HEAD /api/uploads/resumable/:',
  'PATCH /api/uploads/resumable/:',
  'DELETE /api/uploads/resumable/:',
] as const;
const open = [
  // Of files only those that belong to a deal or a profile; any other is not there for strangers.
  'GET /api/files/:',
  'GET /api/files/:/:',
  // By a token of its own, or from this machine.
  'GET /metrics',
  'GET /unsubscribe',
  'POST /unsubscribe',
  'GET /demo-media/:',
  'GET /demo/shops/:/:',
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

/** What the application answers to, from the tree that Fastify draws of its routes: `GET /api/files/:`. */
const routesOf = (tree: string): string[] => {
  const parts: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+) \((.*)\)$/u.exec(line) ?? [];
    parts.splice(indent.length / 4, parts.length, part);
    // Where GET is answered, so is HEAD.
    return methods
      .split(', ')
      .filter((method, _, all) => method !== '' && !(method === 'HEAD' && all.includes('GET')))
      .map((method) => `${method} ${withoutNames(parts.join(''))}`);
  });
};

test('nothing is answered that is not listed here or in the contract', () => {
  const listed = [
    ...contractCalls.map(({ method, path }) => `${method} ${withoutNames(path)}`),
    ...forFiles,
    ...open,
  ];
  const answered = routesOf(people.current.app.printRoutes({ commonPrefix: false }));
  expect(answered.toSorted()).toEqual(listed.toSorted());
});

test.for(forFiles)('%s is closed to strangers', async (route) => {
  const [method, path] = route.split(' ');
  for (const headers of [{}, { authorization: 'Bearer made-up' }]) {
    const response = await people.current.app.inject({
      method: z.enum(['POST', 'HEAD', 'PATCH', 'DELETE']).parse(method),
      url: String(path).replace(':', '01890000-0000-7000-8000-000000000000'),
      headers: { 'tus-resumable': '1.0.0', ...headers },
    });
    expect(response.statusCode).toBe(401);
  }
});
