import { type SortOrder, sortOrderSchema } from '@izgodno/contract/deals/vocabulary';
import { type DealQuery, InvalidCursorError } from '../deal-search.ts';
import * as z from 'zod/mini';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';

/**
 * A deal's position in an order: by `primary`, then newest first. `primary` is the price or the
 * total in euro cents, the rating in tenths (missing counts as 0), the score of the text with its stock, or 0 for `newest`.
 */
export interface SortKey {
  readonly primary: number;
  /** Microseconds since the epoch, the precision of PostgreSQL. */
  readonly postedAt: number;
  readonly id: number;
}

/** Without words no deal is more relevant than another. */
export const effectiveSort = (query: Pick<DealQuery, 'sort' | 'text'>): SortOrder =>
  query.sort === 'relevance' && query.text.trim() === '' ? 'newest' : query.sort;

/** Above all scores: by relevance, deals in stock come before sold out ones. */
export const IN_STOCK_SCORE = 2 ** 24;

/** Whether the lowest primary key comes first. */
export const isAscending = (sort: SortOrder): boolean =>
  sort === 'price_asc' || sort === 'total_asc';

/** Negative where `a` comes before `b`. */
export const compareKeys = (sort: SortOrder, a: SortKey, b: SortKey): number =>
  (isAscending(sort) ? a.primary - b.primary : b.primary - a.primary) ||
  b.postedAt - a.postedAt ||
  b.id - a.id;

const cursorSchema = z.tuple([sortOrderSchema, z.int(), z.int(), z.int()]);

/**
 * The cursor after the last deal of a page; the next page holds what comes after it in the same
 * order.
 */
export const writeCursor = (sort: SortOrder, { primary, postedAt, id }: SortKey): string =>
  JSON.stringify([sort, primary, postedAt, id]);

/** Throws `InvalidCursorError` for a cursor that `writeCursor` did not write for this order. */
export const readCursor = (sort: SortOrder, cursor: string | null): SortKey | null => {
  if (cursor === null) return null;
  const parsed = parseUntrusted(cursorSchema, parseJson(cursor));
  if (!parsed.success) throw new InvalidCursorError('The cursor is malformed.');
  const [order, primary, postedAt, id] = parsed.data;
  if (order !== sort) throw new InvalidCursorError(`The cursor is one of the order ${order}.`);
  return { primary, postedAt, id };
};
