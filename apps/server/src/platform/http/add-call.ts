import type { DeepReadonly } from '@izgodno/contract/common/deep-readonly';
import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import type * as z from 'zod/mini';
import type { Access, Call } from '@izgodno/contract/common/call';
import type { CallLimit } from '@izgodno/contract/common/call-limit';
import { listOf } from './cursor-seal.ts';
import {
  readUser,
  requireAccess,
  requireAccessMeanwhile,
  confirmUser,
  requireUser,
  type Principal,
} from './authentication.ts';
import { takeRates } from './call-rates.ts';
import { makeOnce } from './idempotency.ts';
import { createPartsParser, type CallParts } from './parse-request.ts';

/**
 * The caller. For calls with access `anyone` it is a function that queries the database only when
 * needed, because the most frequent calls respond alike to all.
 */
type Caller<A extends Access> = 'anyone' extends A
  ? { readonly readUser: () => Promise<Principal | null> }
  : { readonly user: Principal };

/** A request of an authorised caller, parsed by the call's schemas. */
export type CallRequest<C extends Call> = CallParts<C> &
  Caller<C['access']> & {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
  };

/** A handler's result: the contract's response without the `success: true` of every response. */
export type CallResponse<C extends Call> = DeepReadonly<Omit<z.input<C['response']>, 'success'>>;

/** The response with its `nextCursor` sealed. */
const sealCursor = <Response extends object>(
  { server }: FastifyRequest,
  call: Call,
  params: unknown,
  response: Response,
): Response =>
  'nextCursor' in response && typeof response.nextCursor === 'string'
    ? { ...response, nextCursor: server.cursorSeal.seal(listOf(call, params), response.nextCursor) }
    : response;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's access of the route's call. */
    access?: Access;
    limit?: CallLimit;
  }
}

const register = (
  app: FastifyInstance,
  call: Call,
  handler: RouteHandlerMethod,
  onRequest: onRequestAsyncHookHandler = async () => {},
): void => {
  const { method, path, access, limit, scope, response } = call;
  app.route({
    method,
    url: path,
    config: { access, limit, scope },
    // Requests are parsed by the call itself, all parts together, so that no error hides another.
    schema: { response: { 200: response } },
    onRequest,
    handler,
  });
};

/** Rejects unauthorised callers before the request's body is read. */
const admit =
  ({ access }: Call): onRequestAsyncHookHandler =>
  async (request) => {
    if (access !== 'anyone') await requireAccess(request, access);
  };

/** Parses and counts an authorised request. */
const createReader = <C extends Call>(
  call: C,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<CallRequest<C>>) => {
  const parse = createPartsParser(call);
  const { rates = [] } = call.limit;
  const countsAccounts = rates.some(({ key }) => key === 'account');
  return async (request, reply) => {
    const parts = parse(request, reply);
    const isOpen = call.access === 'anyone';
    const user = isOpen
      ? countsAccounts
        ? await readUser(request)
        : null
      : await (call.body === undefined ? requireUser : confirmUser)(request);
    takeRates(rates, request, user);
    const caller = isOpen ? { readUser: () => readUser(request) } : { user };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- which of the two it is follows from the access of the call; inference stops at the generic call.
    return { ...parts, ...caller, request, reply } as CallRequest<C>;
  };
};

/**
 * Registers the handler of a call. Unauthorised callers are rejected first; the contract parses
 * parameters, query and body before the handler runs, and all errors are returned together; the
 * response passes the contract too.
 */
export const addCall = <const C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: CallRequest<C>) => Promise<CallResponse<C>>,
): void => {
  const read = createReader(call);
  register(
    app,
    call,
    async (request, reply) => {
      const given = await read(request, reply);
      const user = 'user' in given ? given.user : null;
      return makeOnce(call, { request, reply, user }, given, async () => {
        const response = await handle(given);
        return Object.assign({ success: true }, sealCursor(request, call, given.params, response));
      });
    },
    admit(call),
  );
};

/** A call's handler as a function over its feature's context. */
export type CallHandler<Context, C extends Call> = (
  context: Context,
  request: CallRequest<C>,
) => Promise<CallResponse<C>>;

/** Returns `addCall` for handlers over one context. */
export const createCallAdder =
  <Context>(app: FastifyInstance, context: Context) =>
  <const C extends Call>(call: C, handle: CallHandler<Context, C>): void => {
    addCall(app, call, (request) => handle(context, request));
  };

/** A call's handler with a prefetch that runs during authentication. */
export interface ReadingAhead<C extends Call, Ahead> {
  /**
   * Reads for the token's cached user. The result is used only if authentication confirms the user.
   */
  readonly ahead: (userId: string, parts: CallParts<C>) => Promise<Ahead>;
  readonly handle: (
    request: CallParts<C> & {
      readonly user: Principal;
      readonly ahead: Ahead;
      readonly request: FastifyRequest;
      readonly reply: FastifyReply;
    },
  ) => Promise<CallResponse<C>>;
}

/**
 * Like `addCall`, for the few calls so frequent that a round trip to the database matters. The body
 * is read before authentication, and no prefetched data reaches an unauthorised caller.
 */
export const addCallReadingAhead = <const C extends Call, Ahead>(
  app: FastifyInstance,
  call: C,
  { ahead, handle }: ReadingAhead<C, Ahead>,
): void => {
  const parse = createPartsParser(call);
  register(app, call, async (request, reply) => {
    const [user, read] = await requireAccessMeanwhile(request, call.access, async (userId) => {
      const parts = parse(request, reply);
      return { parts, ahead: await ahead(userId, parts) };
    });
    takeRates(call.limit.rates ?? [], request, user);
    return makeOnce(call, { request, reply, user }, read.parts, async () => {
      const response = await handle({ ...read.parts, user, ahead: read.ahead, request, reply });
      return Object.assign({ success: true }, response);
    });
  });
};

/**
 * Like `addCall`, for a handler that returns JSON it has encoded by the contract itself: whole, because
 * parts of it are cached encoded, or in chunks, which are sent while the next ones are read.
 */
export const addEncodedCall = <const C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: CallRequest<C>) => Promise<Buffer | AsyncIterable<string>>,
): void => {
  const read = createReader(call);
  register(
    app,
    call,
    async (request, reply) => {
      const json = await handle(await read(request, reply));
      return reply
        .type('application/json; charset=utf-8')
        .send(Buffer.isBuffer(json) ? json : Readable.from(json));
    },
    admit(call),
  );
};
