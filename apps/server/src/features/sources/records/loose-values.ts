import * as z from 'zod/mini';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';

/** A number as JSON writes it, not one in a form for people. */
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

/** Fields of records whose sources are careless of types; they never make a record invalid. */
export const loose = {
  /** Text, or a number as text; empty if it is neither or missing. */
  text: z.pipe(z.optional(z.unknown()), z.transform(textOf)),
  /** A number, also if it is text; null if it is neither. */
  number: z.pipe(z.optional(z.unknown()), z.transform(numberOf)),
  /** A boolean in any of the forms found. */
  flag: z.pipe(
    z.optional(z.unknown()),
    z.transform((value) => value === true || TRUE_WORDS.has(textOf(value).trim().toLowerCase())),
  ),
  /** The items of an array; empty for anything else. */
  list: z.pipe(
    z.optional(z.unknown()),
    z.transform((value): readonly unknown[] => (Array.isArray(value) ? value : [])),
  ),
} as const;

/** The schema's value, or null if it is missing or invalid. */
export const orNull = <Value>(schema: z.ZodMiniType<Value>) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value): Value | null => parseUntrusted(schema, value).data ?? null),
  );
