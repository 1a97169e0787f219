import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import {
  readUser,
  registerAuthenticator,
  requireUser,
  type Principal,
  type TokenBearer,
} from './authentication.ts';
import { CallError } from './errors.ts';

const member: TokenBearer = {
  id: 'somebody',
  role: 'member',
  sessionId: 'session',
  expiresAt: Number.MAX_SAFE_INTEGER,
};

const startApp = (): FastifyInstance => {
  const app = fastify();
  registerAuthenticator(app, {
    authenticate: (token) => Promise.resolve(token === 'good' ? member : null),
  });
  return app;
};

/** What `read` makes of a request with this header: a principal, null, or the code of its refusal. */
const outcome = async (
  read: (request: FastifyRequest) => Promise<Principal | null>,
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
  ['Basic good', null, 'session_expired'],
  ['Bearer good more', null, 'session_expired'],
] as const)('with "%s"', async ([authorization, read, required]) => {
  expect(await outcome(readUser, authorization)).toEqual(read);
  expect(await outcome(requireUser, authorization)).toEqual(required);
});
