import type * as z from 'zod/mini';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { CallLimit } from './call-limit.ts';
import type { ErrorCode } from './errors.ts';
import { isObject } from './is-object.ts';
import type { KeyScope } from './key-scopes.ts';

type Schema = z.ZodMiniType;

/** Who may make a call. A role may also make the calls of all lower roles. */
export const accesses = ['anyone', 'member', 'moderator', 'admin'] as const;
export type Access = (typeof accesses)[number];

/**
 * One HTTP call, described once for both sides. `path` has `:name` parameters; `params` and `query`
 * are the schemas of the URL's parts (strings in, typed values out).
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly limit: CallLimit;
  /** The audited action; of several, the one that was done. */
  readonly audit: false | AuditAction | readonly AuditAction[];
  /** The scope that an API key needs for this call; without it, no key may make the call. */
  readonly scope?: KeyScope;
  /**
   * The codes of its own errors, beside those that follow from its parts: `not_found` of a call with
   * parameters in its path, wrong input, a missing session or role, limits, and failures.
   */
  readonly errors?: readonly ErrorCode[];
  /** The schema of its error responses, if it is not the one of all calls. */
  readonly rejection?: Schema;
  /** Rejects unknown fields of its body, which other calls ignore: a misspelt one must not be lost. */
  readonly exact?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
}

/** Whether a client may repeat a call under an `Idempotency-Key`: programs make it, and it makes things. */
export const isRepeatable = ({ method, scope }: Pick<Call, 'method' | 'scope'>): boolean =>
  method === 'POST' && scope !== undefined;

/**
 * Whether a request finds by its `clientId` what an earlier one made, and changes nothing: messages
 * do. A repeated post would undo later corrections.
 */
export const findsWhatItMade = ({ scope }: Pick<Call, 'scope'>, body: unknown): boolean =>
  scope === 'chat:write' && isObject(body) && 'clientId' in body;

type Given<Name extends string, S> = S extends Schema
  ? { readonly [N in Name]: z.input<S> }
  : { readonly [N in Name]?: never };

/** The arguments of a call: `params`, `query` and `body` by its description, and no others. */
export type CallInput<C extends Call> = Given<'params', C['params']> &
  Given<'query', C['query']> &
  Given<'body', C['body']>;

export type CallOutput<C extends Call> = z.output<C['response']>;

export const defineCall = <const C extends Call>(call: C): C => call;
