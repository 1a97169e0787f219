import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';

/** A JSON number that is a fraction or a whole number, not what only looks like one to a person. */
const MACHINE_NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
};

const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return MACHINE_NUMBER.test(text) ? Number(text) : null;
};

const TRUE_WORDS: ReadonlySet<string> = new Set(['true', '1', 'yes', 'да']);

/** Fields of records whose sources are careless of types: they never make a record unreadable. */
export const loose = {
  /** Text, or a number written as text; empty where it is neither or missing. */
  text: z.pipe(z.optional(z.unknown()), z.transform(textOf)),
  /** A number, also where it comes as text; null where it is none. */
  number: z.pipe(z.optional(z.unknown()), z.transform(numberOf)),
  /** Whether something is said to be so, in any of the ways seen. */
  flag: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => value === true || TRUE_WORDS.has(textOf(value).trim().toLowerCase())),
  ),
  /** The items of an array; of anything else none. */
  list: z.pipe(
    z.optional(z.unknown()),
    z.transform((value): readonly unknown[] => (Array.isArray(value) ? value : [])),
  ),
} as const;

/** As the schema has it, or null where the value is missing or of another form. */
export const orNull = <Value>(schema: z.ZodMiniType<Value>) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value): Value | null => parseUntrusted(schema, value).data ?? null),
  );
