import type { DeepReadonly } from '@izgodno/contract/common/deep-readonly';
import { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  RouteHandlerMethod,
} from 'fastify';
import * as z from 'zod/mini';
import type { Access, Call } from '@izgodno/contract/common/call';
import type { CallLimit } from '@izgodno/contract/common/call-limit';
import type { FieldError } from '@izgodno/contract/common/errors';
import { isObject } from '@izgodno/contract/common/is-object';
import {
  parseStorable,
  type ParseIssue,
  type ParseResult,
} from '@izgodno/contract/common/parse-untrusted';
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
import { CallError } from './errors.ts';
import { makeOnce } from './idempotency.ts';
import { parseKnown, type RequestParts } from './unknown-fields.ts';

type Schema = z.ZodMiniType;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;

interface CallParts<C extends Call> {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
}

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

/** A key that no parsed object keeps, because it would change the object's prototype. */
const UNREADABLE_KEY = '__proto__';

/**
 * Limits on the fields that one response names, and on the length of a name, because 19 KB of
 * unknown keys caused a response of 42 MB.
 */
const MOST_ERRORS = 50;
const LONGEST_NAME = 200;

/**
 * Errors by the path of their field (`price.amount`), as in `validation_failed`. An unknown key is
 * named itself. A repeatable parameter becomes a list only when parsed, so it is named as it was
 * sent, without an index. Names the first of many.
 */
const nameErrors = (issues: readonly ParseIssue[]): Record<string, FieldError> => {
  // A Map, because callers may send keys that every object has, such as `valueOf`.
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    const [part, ...inside] = issue.path.map(String);
    const path = part === 'query' ? inside.slice(0, 1) : inside;
    const keys =
      issue.keys === undefined
        ? [path]
        : issue.keys.slice(0, MOST_ERRORS).map((key) => path.concat(key));
    // The schema's own message lists all of them.
    const message = issue.keys === undefined ? issue.message : 'Unrecognized key';
    for (const key of keys) {
      if (errors.size >= MOST_ERRORS) return Object.fromEntries(errors);
      const named = key.join('.').slice(0, LONGEST_NAME);
      const name = named === '' || named === UNREADABLE_KEY ? (part ?? 'request') : named;
      if (!errors.has(name)) errors.set(name, { code: issue.code, message });
    }
  }
  return Object.fromEntries(errors);
};

/**
 * Parses one part of a request that no call of the contract describes. Throws `validation_failed`
 * with every invalid field.
 */
export const parsePart = <S extends Schema>(
  part: 'query' | 'form',
  schema: S,
  given: unknown,
): z.output<S> => {
  const parsed = parseStorable(schema, given);
  if (parsed.success) return parsed.data;
  const issues = parsed.issues.map((issue) =>
    Object.assign({}, issue, { path: [part, ...issue.path] }),
  );
  throw new CallError('validation_failed', { fields: nameErrors(issues) });
};

/** The query with its `cursor` unsealed. Throws `validation_failed`. */
const openCursor = (
  { server }: FastifyRequest,
  call: Call,
  { params, query }: { readonly params: unknown; readonly query: unknown },
): unknown =>
  isObject(query) && typeof query['cursor'] === 'string'
    ? { ...query, cursor: server.cursorSeal.open(listOf(call, params), query['cursor']) }
    : query;

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

/** Names the ignored fields of a body, for developers of clients. */
const IGNORED_FIELDS_HEADER = 'x-ignored-fields';
const LONGEST_HEADER = 500;

/**
 * Parses a request. Unknown fields of a body are ignored, because a newer client may send optional
 * ones to a node that is not upgraded yet; those of a query are errors, because ignoring a filter
 * would widen the result. Exact calls ignore nothing.
 */
const parseLeniently = <S extends Schema>(
  { exact }: Call,
  schema: S,
  given: RequestParts,
  reply: FastifyReply,
): ParseResult<z.output<S>> => {
  const { parsed, unknown, issues } = parseKnown(schema, given);
  if (exact === true && unknown.length > 0) return { success: false, issues };
  const names = Object.keys(nameErrors(unknown)).filter((name) => /^[\w.-]+$/.test(name));
  if (unknown.length > 0)
    void reply.header(IGNORED_FIELDS_HEADER, names.join(', ').slice(0, LONGEST_HEADER));
  return parsed;
};

const createPartsParser = <C extends Call>(
  call: C,
): ((request: FastifyRequest, reply: FastifyReply) => CallParts<C>) => {
  const schema = z.object({
    params: call.params ?? z.unknown(),
    query: call.query ?? z.strictObject({}),
    body: call.body ?? z.unknown(),
  });
  // Compiled at the first request, because compiling all calls would delay the start by 0.1 s.
  let compiled: typeof schema | undefined;
  return (request, reply) => {
    compiled ??= z.compile(schema);
    const { params, query: sent, body } = request;
    const parsed = parseLeniently(call, compiled, { params, query: sent, body }, reply);
    if (!parsed.success)
      throw new CallError('validation_failed', { fields: nameErrors(parsed.issues) });
    const query = openCursor(request, call, parsed.data);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part was parsed by the schema its type comes from; inference stops at the generic call.
    return { ...parsed.data, query } as CallParts<C>;
  };
};

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
 * Like `addCall`, for a response sent while it is still being read: chunks that together are JSON
 * by the contract.
 */
export const addStreamedCall = <const C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: CallRequest<C>) => Promise<AsyncIterable<string>>,
): void => {
  const read = createReader(call);
  register(
    app,
    call,
    async (request, reply) => {
      const json = Readable.from(await handle(await read(request, reply)));
      return reply.type('application/json; charset=utf-8').send(json);
    },
    admit(call),
  );
};

/**
 * Like `addCall`, for a handler that returns JSON it has encoded by the contract itself, because
 * parts of it are cached encoded.
 */
export const addEncodedCall = <const C extends Call>(
  app: FastifyInstance,
  call: C,
  handle: (request: CallRequest<C>) => Promise<Buffer>,
): void => {
  const read = createReader(call);
  register(
    app,
    call,
    async (request, reply) => {
      const json = await handle(await read(request, reply));
      return reply.type('application/json; charset=utf-8').send(json);
    },
    admit(call),
  );
};
