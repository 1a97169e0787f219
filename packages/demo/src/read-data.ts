import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** Reads a text file below `data/`. Throws if it is missing. */
export const readDataText = (name: string): string =>
  readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');

/** Reads a JSON file below `data/` and checks it. Throws with the file's name if it is invalid. */
export const readData = <Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
): z.output<Schema> => {
  const parsed = z.safeParse(schema, JSON.parse(readDataText(name)));
  if (!parsed.success)
    throw new Error(`data/${name} does not fit its schema: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
};

/** Runs `read` at the first call, and returns the same value from then on. */
export const once = <Value>(read: () => Value): (() => Value) => {
  let stored: { readonly value: Value } | undefined;
  return () => (stored ??= { value: read() }).value;
};
