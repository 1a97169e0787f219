import * as z from 'zod/mini';
import { isObject } from './is-object.ts';

/**
 * The only module that runs schemas (`scripts/one-parser.test.ts`). Zod can throw instead of
 * returning an issue, because its length checks also run on objects and compare any `length`.
 */

type Schema = z.core.$ZodType;

/**
 * Why a value was rejected, and at which path. `keys`: the unknown keys, if they are the reason.
 */
export interface ParseIssue {
  readonly code: string;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

export type ParseResult<Value> =
  | { readonly success: true; readonly data: Value }
  | {
      readonly success: false;
      readonly data?: undefined;
      readonly issues: readonly ParseIssue[];
    };

const invalid = (path: readonly PropertyKey[]): ParseIssue => ({
  code: 'invalid_type',
  message: 'Invalid input',
  path,
});

/** Formats the issues' messages, which can throw like the parsing. */
const issuesOf = (schema: Schema, value: unknown): readonly ParseIssue[] =>
  z.safeParse(schema, value).error?.issues ?? [];

const unwrapped = (schema: Schema): Schema =>
  schema instanceof z.ZodMiniOptional ||
  schema instanceof z.ZodMiniNullable ||
  schema instanceof z.ZodMiniDefault
    ? unwrapped(schema._zod.def.innerType)
    : schema;

/**
 * The path of the first field that makes its schema throw, or of the whole value if no single field
 * does.
 */
const pathOfThrow = (
  schema: Schema,
  value: unknown,
  path: readonly PropertyKey[],
): readonly PropertyKey[] => {
  const within = unwrapped(schema);
  if (!(within instanceof z.ZodMiniObject)) return path;
  for (const [key, field] of Object.entries<Schema>(within.shape)) {
    let content: unknown;
    try {
      content = isObject(value) ? value[key] : undefined;
      issuesOf(field, content);
    } catch {
      return pathOfThrow(field, content, [...path, key]);
    }
  }
  return path;
};

/**
 * Parses a value from outside the process. Never throws: a value that makes the schema throw is
 * rejected with an issue that names its field, if a single field is the reason.
 */
export const parseUntrusted = <S extends Schema>(
  schema: S,
  value: unknown,
): ParseResult<z.output<S>> => {
  try {
    const parsed = z.safeParse(schema, value);
    if (parsed.success) return parsed;
    return {
      success: false,
      // Formatted on first access, because most callers in big loops only check that there are
      // some.
      get issues() {
        try {
          return parsed.error.issues;
        } catch {
          return [invalid(pathOfThrow(schema, value, []))];
        }
      },
    };
  } catch {
    return { success: false, issues: [invalid(pathOfThrow(schema, value, []))] };
  }
};

/**
 * Like `parseUntrusted`, but returns undefined for a rejected value. For the browser, whose first
 * page has no room for more and never shows issues of a response.
 */
export const parseResponse = <S extends Schema>(
  schema: S,
  value: unknown,
): z.output<S> | undefined => {
  try {
    return z.safeParse(schema, value).data;
  } catch {
    return undefined;
  }
};

/** Limits of what a caller may send, far above every schema of the contract. */
const MAX_DEPTH = 32;
const MAX_VALUES = 50_000;
const MAX_ISSUES = 20;

interface Visited {
  readonly value: unknown;
  readonly key: string;
  readonly depth: number;
  readonly parent: Visited | null;
}

const pathOf = (visited: Visited): readonly string[] => {
  const path: string[] = [];
  for (let at: Visited | null = visited; at !== null && at.parent !== null; at = at.parent)
    path.unshift(at.key);
  return path;
};

/** PostgreSQL cannot store NUL, and lone surrogates are not valid UTF-8. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const issueOf = (visited: Visited, seen: number): ParseIssue | null => {
  const { value, key, depth } = visited;
  if (depth > MAX_DEPTH || seen > MAX_VALUES)
    return { code: 'too_big', message: 'Nested too deeply or too long', path: pathOf(visited) };
  return isStorable(key) && (typeof value !== 'string' || isStorable(value))
    ? null
    : {
        code: 'invalid_format',
        message: 'Expected text without NUL and broken characters',
        path: pathOf(visited),
      };
};

/**
 * Issues of texts that cannot be stored. A value that is too deep or too long to be searched is an
 * issue itself.
 */
const unstorableIn = (
  value: unknown,
): { readonly issues: readonly ParseIssue[]; readonly complete: boolean } => {
  const issues: ParseIssue[] = [];
  const open: Visited[] = [{ value, key: '', depth: 0, parent: null }];
  let seen = 0;
  for (let visited = open.pop(); visited !== undefined; visited = open.pop()) {
    seen += 1;
    const issue = issueOf(visited, seen + open.length);
    if (issue !== null) issues.push(issue);
    if (issue?.code === 'too_big') return { issues, complete: false };
    if (issues.length >= MAX_ISSUES) return { issues, complete: true };
    const { value: content, depth } = visited;
    if (!isObject(content) || ArrayBuffer.isView(content)) continue;
    for (const [key, inner] of Object.entries(content))
      open.push({ value: inner, key, depth: depth + 1, parent: visited });
  }
  return { issues, complete: true };
};

/**
 * Like `parseUntrusted`, for callers' data: also rejects texts that the database cannot store, and
 * values nested or repeated beyond anything in the contract.
 */
export const parseStorable = <S extends Schema>(
  schema: S,
  value: unknown,
): ParseResult<z.output<S>> => {
  try {
    const { issues, complete } = unstorableIn(value);
    if (!complete) return { success: false, issues };
    const parsed = parseUntrusted(schema, value);
    if (issues.length === 0) return parsed;
    if (!parsed.success) return { success: false, issues: [...parsed.issues, ...issues] };
    // A schema may clean pasted text, so its result is checked.
    const left = unstorableIn(parsed.data);
    return left.issues.length === 0 ? parsed : { success: false, issues: left.issues };
  } catch {
    return { success: false, issues: [invalid(pathOfThrow(schema, value, []))] };
  }
};

/**
 * Thrown for internal data, such as rows of the database, that does not have the expected shape.
 */
export class UnexpectedShapeError extends Error {
  override readonly name = 'UnexpectedShapeError';

  constructor(issues: readonly ParseIssue[]) {
    super(
      issues
        .slice(0, MAX_ISSUES)
        .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
        .join('\n'),
    );
  }
}

/** Parses internal data. Throws `UnexpectedShapeError`, whose message contains no values. */
export const expectShape = <S extends Schema>(schema: S, value: unknown): z.output<S> => {
  const parsed = parseUntrusted(schema, value);
  if (parsed.success) return parsed.data;
  throw new UnexpectedShapeError(parsed.issues);
};
