import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import type { FieldError } from '@izgodno/contract/common/errors';
import { isObject } from '@izgodno/contract/common/is-object';
import { needsBody } from '@izgodno/contract/common/needs-body';
import {
  parseStorable,
  type ParseIssue,
  type ParseResult,
} from '@izgodno/contract/common/parse-untrusted';
import { listOf } from './cursor-seal.ts';
import { CallError } from './errors.ts';
import { parseKnown, type RequestParts } from './unknown-fields.ts';

type Schema = z.ZodMiniType;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;

/** The parts of a request, parsed by the call's schemas. */
export interface CallParts<C extends Call> {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
}

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

/** Returns what parses the requests of a call. It throws `validation_failed` with every invalid field. */
export const createPartsParser = <C extends Call>(
  call: C,
): ((request: FastifyRequest, reply: FastifyReply) => CallParts<C>) => {
  const schema = z.object({
    params: call.params ?? z.unknown(),
    query: call.query ?? z.strictObject({}),
    body: call.body ?? z.unknown(),
  });
  // Compiled at the first request, because compiling all calls would delay the start by 0.1 s.
  let compiled: typeof schema | undefined;
  let absentBody: object | undefined;
  return (request, reply) => {
    if (compiled === undefined) {
      compiled = z.compile(schema);
      if (call.body !== undefined && !needsBody(call)) absentBody = {};
    }
    const { params, query: sent, body = absentBody } = request;
    const parsed = parseLeniently(call, compiled, { params, query: sent, body }, reply);
    if (!parsed.success)
      throw new CallError('validation_failed', { fields: nameErrors(parsed.issues) });
    const query = openCursor(request, call, parsed.data);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part was parsed by the schema its type comes from; inference stops at the generic call.
    return { ...parsed.data, query } as CallParts<C>;
  };
};
