import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Budget, Caller, Standing } from '../limits/budget.ts';
import { readBearerToken } from './authentication.ts';
import { CallError } from './errors.ts';
import { matchedRoute } from './matched-route.ts';

/** A route that states no cost, and an address that nothing is at. */
const DEFAULT_COST = 1;
/** A page reads its files by the dozen, which cost little. */
const FILE_COST = 0.1;

const costOf = (request: FastifyRequest): number =>
  request.routeOptions.config.limit?.cost ??
  (matchedRoute(request)?.endsWith('/*') === true ? FILE_COST : DEFAULT_COST);

/** Whose budget pays. A token that this node has seen is believed: whether it still holds, the call decides. */
const callerOf = async (request: FastifyRequest, budget: Budget): Promise<Caller> => {
  const address = { address: request.ip };
  const token = readBearerToken(request);
  if (token === null) return address;
  const { authenticator } = request.server;
  const known = authenticator.recall(token);
  if (known !== null) return { account: known };
  if (!budget.mayAskForToken(request.ip)) return address;
  // Without its database the product still knows where a call comes from.
  const bearer = await authenticator.authenticate(token).catch(() => undefined);
  if (bearer === null) budget.noteWrongToken(request.ip);
  return bearer ? { account: bearer.id } : address;
};

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

/** The fields of the IETF's draft (draft-ietf-httpapi-ratelimit-headers-11) for the allowance that has the least left. */
const writeHeaders = (reply: FastifyReply, { allowance, left, resetMs }: Standing): void => {
  const { name, units, windowMs } = allowance;
  void reply.header('RateLimit-Policy', `"${name}";q=${units};w=${seconds(windowMs)}`);
  void reply.header('RateLimit', `"${name}";r=${left};t=${seconds(resetMs)}`);
};

/**
 * Every request is paid for by the cost of the route that answers it, whatever its method and however
 * its address is spelt. Who has too little left is asked to wait.
 */
export const limitByCost = (app: FastifyInstance, budget: Budget): void => {
  app.addHook('onRequest', async (request, reply) => {
    const cost = costOf(request);
    if (cost === 0) return;
    const standing = budget.pay(await callerOf(request, budget), cost);
    writeHeaders(reply, standing);
    if (standing.waitMs > 0)
      throw new CallError('rate_limited', { retryAfter: seconds(standing.waitMs) });
  });
  app.addHook('onClose', async () => budget.close());
};
