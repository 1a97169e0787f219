import * as z from 'zod/mini';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { sortOrderSchema, type SortOrder } from '@izgodno/contract/deals/vocabulary';
import { InvalidCursorError } from '../deal-search.ts';
import type { SortKey } from './ordering.ts';

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
