import * as z from 'zod/mini';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { invalidCursor } from './cursor-seal.ts';

/** The cursor after a row of a list: its values of the sort order. `addCall` seals it. */
const writePageCursor = (values: readonly (string | number)[]): string => JSON.stringify(values);

/**
 * Reads what `writePageCursor` wrote; null without a cursor. Throws `validation_failed` for
 * anything else.
 */
export const readPageCursor = <Shape extends z.ZodMiniType>(
  shape: Shape,
  cursor: string | undefined,
): z.output<Shape> | null => {
  if (cursor === undefined) return null;
  const parsed = parseStorable(shape, parseJson(cursor));
  if (parsed.success) return parsed.data;
  throw invalidCursor();
};

const timeCursor = z.tuple([z.iso.datetime(), z.uuid()]);

export interface TimeCursor {
  readonly at: Date;
  readonly id: string;
}

/** The cursor in a list of UUIDs by time, in either direction. */
export const readTimeCursor = (cursor: string | undefined): TimeCursor | null => {
  const values = readPageCursor(timeCursor, cursor);
  return values === null ? null : { at: new Date(values[0]), id: values[1] };
};

export interface CutPage<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * The page of at most `limit` rows out of `rows`, which has one more, and the next cursor: the values
 * of the sort order of the last row.
 */
export const cutPageBy = <Row>(
  rows: readonly Row[],
  limit: number,
  valuesOf: (last: Row) => readonly (string | number)[],
): CutPage<Row> => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page,
    nextCursor: last === undefined || rows.length <= limit ? null : writePageCursor(valuesOf(last)),
  };
};

/** Like `cutPageBy`, in a list of UUIDs by time. */
export const cutPage = <Row extends TimeCursor>(
  rows: readonly Row[],
  limit: number,
): CutPage<Row> => cutPageBy(rows, limit, ({ at, id }) => [at.toISOString(), id]);
