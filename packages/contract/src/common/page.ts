import * as z from 'zod/mini';
import { wholeNumber } from './query-values.ts';

/** An opaque position in a list: `nextCursor` of the previous page. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(1_000));

/** The query parameters of a paged list. */
export const pageQuery = (limit: { readonly default: number; readonly maximum: number }) => ({
  limit: z._default(wholeNumber(1, limit.maximum), limit.default),
  cursor: z.optional(cursorSchema),
});

/**
 * The query of a short list, which is answered whole unless a program sends a `limit`. `maximum` is
 * that of the list, or, if it has none, of a page.
 */
export const shortListQuery = (maximum = 200) =>
  z.strictObject({
    limit: z.optional(wholeNumber(1, maximum)),
    cursor: z.optional(cursorSchema),
  });

/** `nextCursor` of a short list: nodes of the previous release answer without it. */
export const shortListCursor = z._default(z.nullable(z.string()), null);
