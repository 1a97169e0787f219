import * as z from 'zod/mini';
import { isObject } from './is-object.ts';
import { parseUntrusted } from './parse-untrusted.ts';

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (isObject(at) ? at[String(key)] : undefined), value);

/** Whether an entry has a text that is none of those that the schema names, such as a newer kind. */
const hasUnknownKind = (entry: z.ZodMiniType, value: unknown): boolean => {
  const parsed = parseUntrusted(entry, value);
  return (
    !parsed.success &&
    parsed.issues.some(
      ({ code, path }) =>
        (code === 'invalid_value' || code === 'invalid_union') &&
        typeof valueAt(value, path) === 'string',
    )
  );
};

/**
 * A list of a response whose entries come in kinds that may be added: who reads it leaves out
 * entries of a kind that they do not know, so that an open page of an earlier version shows the
 * others. Who writes it is checked as by `z.array`. Its type has no `check`, which would return a
 * plain list.
 */
export const knownEntries = <Entry extends z.ZodMiniType>(
  entry: Entry,
): z.core.$ZodArray<Entry> => {
  const list = z.array(entry);
  const inner = list._zod;
  const run = inner.run.bind(inner);
  inner.bag['knownEntries'] = true;
  inner.run = (payload, context) => {
    const { value } = payload;
    if (context.direction !== 'backward' && Array.isArray(value))
      payload.value = value.filter((one) => !hasUnknownKind(entry, one));
    return run(payload, context);
  };
  return list;
};
