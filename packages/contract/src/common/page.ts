import * as z from 'zod/mini';
import { wholeNumber } from './query-values.ts';

/** An opaque place in a list, as `nextCursor` of the page before gave it. */
export const cursorSchema = z.string().check(z.minLength(1), z.maxLength(1_000));

/** The query parameters of a list that is read page by page. */
export const pageQuery = (limit: { readonly default: number; readonly maximum: number }) => ({
  limit: z._default(wholeNumber(1, limit.maximum), limit.default),
  cursor: z.optional(cursorSchema),
});
