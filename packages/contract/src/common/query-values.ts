import * as z from 'zod/mini';
import { soughtText } from './normalise.ts';

/**
 * Free text, to find something by. NFC, as stored texts are; PostgreSQL cannot store NUL. Lengths are
 * UTF-16 units.
 */
export const searchText = (maximum: number, minimum = 0) =>
  soughtText(maximum).check(z.minLength(minimum), z.regex(/^[^\0]*$/, 'Expected text without NUL'));

/**
 * A parameter that may be given up to `most` times, or not at all; always parsed to a list. The limit
 * is one of the list, because OpenAPI describes the list.
 */
export const repeatable = <Item extends z.ZodMiniType<unknown, string>>(item: Item, most: number) =>
  z.pipe(
    z.pipe(
      z.optional(z.union([z.string(), z.array(z.string())])),
      z.transform((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value])),
    ),
    z.array(item).check(z.maxLength(most)),
  );

/** A whole number given as text or number, from `minimum` to `maximum`. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/, 'Expected a whole number'))]),
      z.transform(Number),
    ),
    z.number().check(z.int(), z.minimum(minimum), z.maximum(maximum)),
  );

/** A decimal number given as text or number, from `minimum` to `maximum`. */
export const decimalNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(
      z.union([
        z.number(),
        z.string().check(z.regex(/^\d{1,10}(\.\d{1,4})?$/, 'Expected a number')),
      ]),
      z.transform(Number),
    ),
    z.number().check(z.minimum(minimum), z.maximum(maximum)),
  );

export const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value) => value === true || value === 'true'),
);
