import type * as z from 'zod/mini';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { nameErrors } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';

/** Parses the fields of a form. Throws `validation_failed` with every invalid field. */
export const parseFields = <S extends z.ZodMiniType>(
  schema: S,
  fields: Readonly<Record<string, string>>,
): z.output<S> => {
  const parsed = parseStorable(schema, { ...fields });
  if (parsed.success) return parsed.data;
  // Field names are prefixed with their part of the request.
  const issues = parsed.issues.map((issue) =>
    Object.assign({}, issue, { path: ['form', ...issue.path] }),
  );
  throw new CallError('validation_failed', { fields: nameErrors(issues) });
};
