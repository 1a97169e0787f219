import type * as z from 'zod/mini';
import { isObject } from '@izgodno/contract/common/is-object';
import {
  parseStorable,
  type ParseIssue,
  type ParseResult,
} from '@izgodno/contract/common/parse-untrusted';

export interface RequestParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** A deep copy without the unknown keys of these issues. */
const withoutUnknownKeys = (
  value: unknown,
  issues: readonly ParseIssue[],
  path: readonly PropertyKey[] = [],
): unknown => {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => withoutUnknownKeys(item, issues, [...path, index]));
  if (!isObject(value)) return value;
  const field = path.join('.');
  const unknown = new Set(
    issues.flatMap(({ keys = [], path: at }) => (at.join('.') === field ? keys : [])),
  );
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !unknown.has(key))
      .map(([key, inner]) => [key, withoutUnknownKeys(inner, issues, [...path, key])]),
  );
};

/** Issues of the keys that are not in the parsed value. */
const droppedFrom = (
  given: unknown,
  parsed: unknown,
  path: readonly PropertyKey[],
): readonly ParseIssue[] => {
  if (!isObject(given) || !isObject(parsed) || Array.isArray(given) !== Array.isArray(parsed))
    return [];
  const keys = Object.keys(given);
  const dropped = Array.isArray(given) ? [] : keys.filter((key) => !Object.hasOwn(parsed, key));
  const issue = { code: 'unrecognized_keys', message: 'Unrecognized key', path, keys: dropped };
  return [
    ...(dropped.length === 0 ? [] : [issue]),
    ...keys.flatMap((key) => droppedFrom(given[key], parsed[key], [...path, key])),
  ];
};

interface Known<Value> {
  /** What is known of the request. */
  readonly parsed: ParseResult<Value>;
  /** Issues of the unknown fields of the body. */
  readonly unknown: readonly ParseIssue[];
  /** All issues, if unknown fields count as such. */
  readonly issues: readonly ParseIssue[];
}

/**
 * Parses a request without the unknown fields of its body. Strict objects name theirs; those that are
 * also parts of responses, such as prices, drop them in silence.
 */
export const parseKnown = <S extends z.ZodMiniType>(
  schema: S,
  given: RequestParts,
): Known<z.output<S>> => {
  const strictly = parseStorable(schema, given);
  const named = strictly.success
    ? []
    : strictly.issues.filter(({ keys, path }) => keys !== undefined && path[0] === 'body');
  const parsed =
    named.length === 0 ? strictly : parseStorable(schema, withoutUnknownKeys(given, named));
  if (!parsed.success)
    return { parsed, unknown: named, issues: strictly.success ? [] : strictly.issues };
  const { data } = parsed;
  const unknown = droppedFrom(given.body, isObject(data) ? data['body'] : undefined, ['body']);
  return { parsed, unknown, issues: unknown };
};
