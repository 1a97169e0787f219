import type * as z from 'zod/mini';

type Schema = z.ZodMiniType;

/**
 * One HTTP call, described once for both sides. `path` holds `:name` parameters; `params` and
 * `query` describe what travels in the URL (strings in, typed values out).
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly summary: string;
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
