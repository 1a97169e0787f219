import * as z from 'zod/mini';
import { wholeNumber } from './query-values.ts';

/** An opaque position in a list: `nextCursor` of the previous page. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(1_000));

/** The query parameters of a paged list. */
export const pageQuery = (limit: { readonly default: number; readonly maximum: number }) => ({
  limit: z._default(wholeNumber(1, limit.maximum), limit.default),
  cursor: z.optional(cursorSchema),
});
