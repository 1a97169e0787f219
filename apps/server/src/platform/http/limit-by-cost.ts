import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Budget, Caller, BudgetState } from '../limits/budget.ts';
import { readBearerToken, type Principal } from './authentication.ts';
import { CallError } from './errors.ts';
import { matchedRoute } from './matched-route.ts';

/** For routes without a cost, and unknown URLs. */
const DEFAULT_COST = 1;
/** A page reads dozens of files, which cost little. */
const FILE_COST = 0.1;

const costOf = (request: FastifyRequest): number =>
  request.routeOptions.config.limit?.cost ??
  (matchedRoute(request)?.endsWith('/*') === true ? FILE_COST : DEFAULT_COST);

/** A key pays from an allowance of its own too. */
const payerOf = ({ id, sessionId, scopes }: Principal): Caller => ({
  account: id,
  ...(scopes === undefined ? {} : { key: sessionId }),
});

/** The caller who pays. A cached token is trusted here; the call itself authenticates it. */
const callerOf = async (request: FastifyRequest, budget: Budget): Promise<Caller> => {
  const byIp = { ip: request.ip };
  const token = readBearerToken(request);
  if (token === null) return byIp;
  const { authenticator } = request.server;
  const known = authenticator.recall(token);
  if (known !== null) return payerOf(known);
  if (!budget.mayAskForToken(request.ip)) return byIp;
  // Without its database the product still knows the caller's IP.
  const bearer = await authenticator.authenticate(token).catch(() => undefined);
  if (bearer === null) budget.noteWrongToken(request.ip);
  return bearer ? payerOf(bearer) : byIp;
};

declare module 'fastify' {
  interface FastifyInstance {
    /** What calls and frames of sockets pay from; null without a limit. */
    budget: Budget | null;
  }
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

/**
 * The header fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers-11) for the allowance
 * that has the least left.
 */
const writeHeaders = (reply: FastifyReply, { allowance, left, resetMs }: BudgetState): void => {
  const { name, units, windowMs } = allowance;
  void reply.header('RateLimit-Policy', `"${name}";q=${units};w=${seconds(windowMs)}`);
  void reply.header('RateLimit', `"${name}";r=${left};t=${seconds(resetMs)}`);
};

/**
 * Every request pays the cost of its matched route, whatever its method and the spelling of its
 * URL. A caller with too little left must wait.
 */
export const limitByCost = (app: FastifyInstance, budget: Budget | null): void => {
  app.decorate('budget', budget);
  if (budget === null) return;
  app.addHook('onRequest', async (request, reply) => {
    const cost = costOf(request);
    if (cost === 0) return;
    const state = budget.pay(await callerOf(request, budget), cost);
    writeHeaders(reply, state);
    if (state.waitMs > 0)
      throw new CallError('rate_limited', { retryAfter: seconds(state.waitMs) });
  });
  app.addHook('onClose', async () => budget.close());
};
