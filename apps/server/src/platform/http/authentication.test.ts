import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import {
  readUser,
  registerAuthenticator,
  requireAccessMeanwhile,
  requireUser,
  type TokenBearer,
} from './authentication.ts';
import { registerOutages } from './outages.ts';
import { CallError } from './errors.ts';

const member: TokenBearer = {
  id: 'somebody',
  role: 'member',
  sessionId: 'session',
  expiresAt: Number.MAX_SAFE_INTEGER,
};

/** The cached users of tokens, right or wrong. */
const recalled: ReadonlyMap<string, string> = new Map([
  ['good', 'somebody'],
  ['good-of-another', 'another'],
  ['revoked', 'somebody'],
]);

const startApp = (): FastifyInstance => {
  const app = fastify();
  registerOutages(app, { reach: async () => {} });
  registerAuthenticator(app, {
    authenticate: (token) => Promise.resolve(token.startsWith('good') ? member : null),
    recall: (token) => {
      const id = recalled.get(token);
      return id === undefined ? null : { ...member, id };
    },
    endedAmong: async () => [],
  });
  return app;
};

/** The result of `read` for a request with this header: a principal, null, or the error code. */
const outcome = async (
  read: (request: FastifyRequest) => Promise<unknown>,
  authorization: string | undefined,
): Promise<unknown> => {
  const app = startApp();
  app.route({
    method: 'GET',
    url: '/',
    handler: async (request) => ({
      outcome: await read(request).catch((error: unknown) =>
        error instanceof CallError ? error.code : String(error),
      ),
    }),
  });
  const headers = authorization === undefined ? {} : { authorization };
  return (await app.inject({ url: '/', headers })).json().outcome;
};

test.for([
  [undefined, null, 'unauthenticated'],
  ['Bearer good', member, member],
  ['bearer good', member, member],
  ['Bearer bad', null, 'session_expired'],
  ['Bearer izg_bad', null, 'key_invalid'],
  ['Basic good', null, 'session_expired'],
  ['Bearer good more', null, 'session_expired'],
] as const)('with "%s"', async ([authorization, read, required]) => {
  expect(await outcome(readUser, authorization)).toEqual(read);
  expect(await outcome(requireUser, authorization)).toEqual(required);
});

test.for([
  ['a remembered token', 'Bearer good', ['somebody', 'of somebody'], ['somebody']],
  ['one that was never asked', 'Bearer good-and-new', ['somebody', 'of somebody'], ['somebody']],
  [
    'one remembered as another person’s',
    'Bearer good-of-another',
    ['somebody', 'of somebody'],
    ['another', 'somebody'],
  ],
  ['one that holds no more', 'Bearer revoked', 'session_expired', ['somebody']],
  ['an unknown one', 'Bearer bad', 'session_expired', []],
  ['none', undefined, 'unauthenticated', []],
] as const)('what a user’s call reads, with %s', async ([, authorization, status, read]) => {
  const asked: string[] = [];
  const response = await outcome(async (request) => {
    const [{ id }, found] = await requireAccessMeanwhile(request, 'member', (userId) => {
      asked.push(userId);
      return Promise.resolve(`of ${userId}`);
    });
    return [id, found];
  }, authorization);
  expect(response).toEqual(status);
  expect(asked).toEqual(read);
});

test('the prefetch for a cached user does not delay authentication', async () => {
  const app = fastify();
  const reading = Promise.withResolvers<TokenBearer>();
  registerOutages(app, { reach: async () => {} });
  registerAuthenticator(app, {
    authenticate: () => reading.promise,
    recall: () => member,
    endedAmong: async () => [],
  });
  app.route({
    method: 'GET',
    url: '/',
    handler: async (request) => {
      const [who] = await requireAccessMeanwhile(request, 'member', async () =>
        reading.resolve(member),
      );
      return { id: who.id };
    },
  });
  const headers = { authorization: 'Bearer good' };
  expect((await app.inject({ url: '/', headers })).json()).toEqual({ id: member.id });
});
