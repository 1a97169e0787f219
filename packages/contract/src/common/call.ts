import type * as z from 'zod/mini';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { CallLimit } from './call-limit.ts';

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
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
}

type Given<Name extends string, S> = S extends Schema
  ? { readonly [N in Name]: z.input<S> }
  : unknown;

/** The arguments of a call: `params`, `query` and `body` by its description. */
export type CallInput<C extends Call> = Given<'params', C['params']> &
  Given<'query', C['query']> &
  Given<'body', C['body']>;

export type CallOutput<C extends Call> = z.output<C['response']>;

export const defineCall = <const C extends Call>(call: C): C => call;
