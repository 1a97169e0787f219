import type * as z from 'zod/mini';
import type { AuditAction } from '../audit/audit-actions.ts';
import type { CallLimit } from './call-limit.ts';

type Schema = z.ZodMiniType;

/** Who may make a call: who has a role may make the calls of all roles before it. */
export const accesses = ['anyone', 'member', 'moderator', 'admin'] as const;
export type Access = (typeof accesses)[number];

/**
 * One HTTP call, described once for both sides. `path` holds `:name` parameters; `params` and
 * `query` describe what travels in the URL (strings in, typed values out).
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly limit: CallLimit;
  /** What the audit trail keeps of it; of several, the one that tells what was done. */
  readonly audit: false | AuditAction | readonly AuditAction[];
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
}

type Given<Name extends string, S> = S extends Schema
  ? { readonly [N in Name]: z.input<S> }
  : unknown;

/** What a call is given: `params`, `query` and `body` as its description demands. */
export type CallInput<C extends Call> = Given<'params', C['params']> &
  Given<'query', C['query']> &
  Given<'body', C['body']>;

export type CallOutput<C extends Call> = z.output<C['response']>;

export const defineCall = <const C extends Call>(call: C): C => call;
