import type * as z from 'zod/mini';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { nameFaults } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';

/** Parses the fields beside a file. Throws `validation_failed`, which names every field at fault. */
export const parseFields = <S extends z.ZodMiniType>(
  schema: S,
  fields: Readonly<Record<string, string>>,
): z.output<S> => {
  const parsed = parseStorable(schema, { ...fields });
  if (parsed.success) return parsed.data;
  // Faults are named below the part of the request that they stand in.
  const issues = parsed.issues.map((issue) =>
    Object.assign({}, issue, { path: ['form', ...issue.path] }),
  );
  throw new CallError('validation_failed', { fields: nameFaults(issues) });
};
