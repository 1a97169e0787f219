import type * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { ImportError } from '../pipeline/import-error.ts';
import type { ReadResponse } from '../source-http.ts';

const SHOWN_CHARACTERS = 80;

const beginning = (text: string): string =>
  JSON.stringify(text.slice(0, SHOWN_CHARACTERS).replace(/\s+/g, ' '));

/** Parses the JSON of a response. Throws `SOURCE_SHAPE_CHANGED` if it is invalid. */
export const parseJson = (response: ReadResponse, what: string): unknown => {
  const text = new TextDecoder().decode(response.body);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(
      'SOURCE_SHAPE_CHANGED',
      `${what}: expected JSON, the answer (${response.status}) begins with ${beginning(text)}.`,
      { cause: error },
    );
  }
};

/**
 * Parses a value by its documented schema. Throws `SOURCE_SHAPE_CHANGED` with the invalid field.
 */
export const parseShape = <Value>(
  schema: z.ZodMiniType<Value>,
  value: unknown,
  what: string,
): Value => {
  const parsed = parseUntrusted(schema, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.issues;
  const field = issue === undefined || issue.path.length === 0 ? 'the whole' : issue.path.join('.');
  throw new ImportError(
    'SOURCE_SHAPE_CHANGED',
    `${what} is not of the documented form: ${field}: ${issue?.message ?? 'unreadable'}.`,
  );
};
