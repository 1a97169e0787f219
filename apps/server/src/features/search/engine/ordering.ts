import { type SortOrder, sortOrderSchema } from '@izgodno/contract/deals/vocabulary';
import { type DealQuery, InvalidCursorError } from '../deal-search.ts';
import { hasWords } from './analysis/query-syntax.ts';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';

/**
 * A deal's position in an order: by `primary`, then newest first. `primary` is the price or the
 * total in euro cents, the rating in tenths (missing counts as 0), the relevance, or 0 for `newest`.
 */
export interface SortKey {
  readonly primary: number;
  /** Microseconds since the epoch, the precision of PostgreSQL. */
  readonly postedAt: number;
  readonly id: number;
}

/** Without words no deal is more relevant than another. */
export const effectiveSort = (query: Pick<DealQuery, 'sort' | 'text'>): SortOrder =>
  query.sort === 'relevance' && !hasWords(query.text) ? 'newest' : query.sort;

/** Above all scores: by relevance, deals in stock come before sold out ones. */
const IN_STOCK_SCORE = 2 ** 24;
/** What decides among deals with equal scores is below this. */
const TIE_RANGE = 2 ** 6;
const DISCOUNT_TIE = 2 ** 4;
/** Above every `deals.popularity`. */
const FRESH_TIE = 2 ** 3;
/** In percent; each that a deal's discount reaches puts it before others with the same score. */
const discountSteps = [10, 25, 50] as const;

/** What a deal adds of its own among equal scores: its discount above its popularity. */
export const tieOf = ({
  discount,
  popularity,
}: {
  readonly discount: number;
  readonly popularity: number;
}): number => discountSteps.filter((step) => discount >= step).length * DISCOUNT_TIE + popularity;

/**
 * `SortKey.primary` by relevance: stock, then the score of the text, then what decides among equals.
 * It stays below 2^31 for scores below `IN_STOCK_SCORE`.
 */
export const relevanceOf = (
  score: number,
  isInStock: boolean,
  tie: number,
  isFresh: boolean,
): number =>
  (isInStock ? score + IN_STOCK_SCORE : score) * TIE_RANGE + (isFresh ? tie + FRESH_TIE : tie);

/** The highest relevance that a score can have. */
export const highestRelevance = (score: number): number =>
  (score + IN_STOCK_SCORE + 1) * TIE_RANGE - 1;

const DAY_US = DAY_MS * 1_000;
const FRESH_DAYS = 7;

/**
 * Deals posted from this time on are fresh, in microseconds: seven days before the day of the newest
 * live deal. Without a clock, every node and PostgreSQL agree. By whole days, it seldom
 * moves between two pages.
 */
export const freshFrom = (newestPostedAt: number): number =>
  (Math.floor(newestPostedAt / DAY_US) - FRESH_DAYS) * DAY_US;

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

const parseCursor = (cursor: string): z.infer<typeof cursorSchema> => {
  const parsed = parseUntrusted(cursorSchema, parseJson(cursor));
  if (!parsed.success) throw new InvalidCursorError('The cursor is malformed.');
  return parsed.data;
};

/** Whether `writeCursor` wrote a cursor for this order. Throws `InvalidCursorError` for a malformed one. */
export const isOfOrder = (sort: SortOrder, cursor: string | null): boolean =>
  cursor === null || parseCursor(cursor)[0] === sort;

/** Throws `InvalidCursorError` for a cursor that `writeCursor` did not write for this order. */
export const readCursor = (sort: SortOrder, cursor: string | null): SortKey | null => {
  if (cursor === null) return null;
  const [order, primary, postedAt, id] = parseCursor(cursor);
  if (order !== sort) throw new InvalidCursorError(`The cursor is one of the order ${order}.`);
  return { primary, postedAt, id };
};
