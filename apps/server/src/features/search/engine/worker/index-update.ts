import * as z from 'zod/mini';
import { everyByte } from '../index/filter-columns.ts';
import { rowValues } from '../index/grouped-rows.ts';
import { OffsetColumn } from '../index/offset-column.ts';
import type { SegmentParts } from '../index/segment.ts';

const bytes = z.instanceof(Uint8Array);
const pairs = z.instanceof(Uint16Array);
const words = z.instanceof(Uint32Array);
const byteOrPair = z.union([bytes, pairs]);
const anyWidth = z.union([bytes, pairs, words]);

const offsetColumn = z.pipe(
  z.object({ base: z.number(), low: words, high: z.nullable(anyWidth) }),
  z.transform(({ base, low, high }) => new OffsetColumn(base, low, high)),
);

/** The columns that a filter reads row by row, which the groups repeat in their order. */
const rowColumns = {
  sources: byteOrPair,
  locations: byteOrPair,
  homes: bytes,
  ...everyByte(() => bytes),
};

const columns = z.object({
  ...rowColumns,
  ids: offsetColumn,
  versions: offsetColumn,
  postedAt: offsetColumn,
  prices: words,
  totals: words,
  packed: pairs,
  brands: anyWidth,
  ties: bytes,
});

const postings = z.object({
  rows: z.int(),
  terms: words,
  starts: words,
  wordStarts: words,
  codeBits: bytes,
  words,
  positionStarts: words,
  positions: bytes,
});

/** What is built of a segment at first. */
export const listsSchema = z.object({ columns, postings });

const groups = z.object({
  packed: pairs,
  starts: words,
  ends: words,
  rows: words,
  values: z.object(rowColumns),
  counts: z.map(z.enum(rowValues), z.object({ starts: words, values: words, counts: words })),
});

const rowsByValue = z.object({ starts: words, rows: words });

const parts: z.ZodMiniType<SegmentParts> = z.object({
  ...listsSchema.shape,
  deletedRows: words,
  groups,
  orders: z.object({ rating: words, total_asc: words }),
  rowsBy: z.object({ homes: rowsByValue, locations: rowsByValue, sources: rowsByValue }),
});

const strings = z.array(z.string());

/** Values of dictionaries. */
export const valuesSchema = z.object({
  terms: strings,
  sources: strings,
  locations: strings,
  brands: strings,
});

/**
 * What has changed in an index since the last update. Lists that never change are in shared memory:
 * the message refers to them. All others it copies.
 */
export const indexUpdateSchema = z.object({
  /** The index is another one: what was sent before does not count. */
  isFirst: z.boolean(),
  /** The new values of the dictionaries. */
  ...valuesSchema.shape,
  /** All segments, by numbers that are used once. */
  segments: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('new'), number: z.int(), parts }),
      /** With the rows deleted since the last update. */
      z.object({ kind: z.literal('known'), number: z.int(), deletedRows: words }),
    ]),
  ),
});
export type IndexUpdate = z.infer<typeof indexUpdateSchema>;
