import * as z from 'zod/mini';
import { cutPageBy, readPageCursor, type CutPage } from './page-cursor.ts';

/** The values of the sort order: an ISO 8601 time, and the id among rows of the same time. */
type Position = readonly [time: string, id: string];

export interface ShortListQuery {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

const positionSchema = z.tuple([z.iso.datetime(), z.string()]);

/**
 * The requested page of a short list, latest first, whose rows were all read. It begins after the
 * row of the cursor, or, if that was removed, at the next older one.
 */
export const cutShortList = <Row>(
  rows: readonly Row[],
  { limit = Infinity, cursor }: ShortListQuery,
  positionOf: (row: Row) => Position,
): CutPage<Row> => {
  const after = readPageCursor(positionSchema, cursor);
  const last = rows.findIndex((row) => {
    const [time, id] = positionOf(row);
    return time === after?.[0] && id === after[1];
  });
  const rest =
    after === null || last >= 0
      ? rows.slice(last + 1)
      : rows.filter((row) => positionOf(row)[0] < after[0]);
  return cutPageBy(rest, limit, positionOf);
};
