import * as z from 'zod/mini';
import { byteFilters } from '../index/filter-columns.ts';
import { createFixedColumns, type Columns } from '../index/columns.ts';
import { facetValues } from '../index/grouped-rows.ts';
import { OffsetColumn } from '../index/offset-column.ts';
import { listedOrders, type SegmentParts } from '../index/segment.ts';
import { sharedBytes, sharedPairs, sharedWords, type AnyWidth } from '../index/shared-memory.ts';

/**
 * A snapshot file: these bytes, the header's length in 4 bytes, the header as JSON, the terms each
 * ended by a line feed, then for each segment its columns, its postings, its deleted rows and its
 * lists of rows, and at the end a CRC-32 of all before it. Numbers are little-endian.
 */
export const MAGIC = Buffer.from('IZGODNO-INDEX-8\n');
export const LENGTH_BYTES = 4;
export const CHECKSUM_BYTES = 4;

const length = z.int().check(z.minimum(0));

/** Bytes of a number. */
const byteOrTwo = z.literal([1, 2]);
const width = z.literal([1, 2, 4]);
/** `high` is null for a column without high bits. */
const offsets = z.object({ base: z.int(), high: z.nullable(width) });

/** What differs between the columns of segments. */
const columnLayoutSchema = z.object({
  ids: offsets,
  versions: offsets,
  postedAt: offsets,
  sources: byteOrTwo,
  locations: byteOrTwo,
  brands: width,
});
type ColumnLayout = z.infer<typeof columnLayoutSchema>;

const rowsByValue = z.object({ starts: length, rows: length });

const segmentLayoutSchema = z.object({
  sizes: z.object({
    rows: length,
    terms: length,
    words: length,
    placeBytes: length,
    deleted: length,
  }),
  columns: columnLayoutSchema,
  orders: z.object({ rating: length, total_asc: length }),
  rowsBy: z.object({ homes: rowsByValue, locations: rowsByValue, sources: rowsByValue }),
});
export type SegmentLayout = z.infer<typeof segmentLayoutSchema>;

export const headerSchema = z.object({
  codeVersion: z.string(),
  /** Every change of this position is indexed. */
  position: z.object({ snapshot: z.string(), timeline: z.string() }),
  sources: z.array(z.string()),
  locations: z.array(z.string()),
  brands: z.array(z.string()),
  termBytes: length,
  segments: z.array(segmentLayoutSchema),
});
export type SnapshotHeader = z.infer<typeof headerSchema>;

/** What never changes of a segment, and its deleted rows. Its groups are built from these. */
export type SegmentArrays = Omit<SegmentParts, 'groups'>;

/** The length of a segment's longest list. */
export const longestOf = ({ sizes, orders, rowsBy }: SegmentLayout): number =>
  Math.max(
    ...[sizes, orders, ...Object.values(rowsBy)].flatMap((lengths) => Object.values(lengths)),
  );

const widthOf = (column: AnyWidth): ColumnLayout['brands'] =>
  column instanceof Uint32Array ? 4 : column instanceof Uint16Array ? 2 : 1;

const layoutOfOffsets = ({ base, high }: OffsetColumn): ColumnLayout['ids'] => ({
  base,
  high: high === null ? null : widthOf(high),
});

const byteOrTwoOf = (column: Uint16Array | Uint8Array): ColumnLayout['sources'] =>
  column instanceof Uint16Array ? 2 : 1;

const layoutOfRows = ({ starts, rows }: SegmentArrays['rowsBy']['homes']) => ({
  starts: starts.length,
  rows: rows.length,
});

export const layoutOfSegment = ({
  columns,
  postings,
  deletedRows,
  orders,
  rowsBy,
}: SegmentArrays): SegmentLayout => ({
  sizes: {
    rows: columns.ids.length,
    terms: postings.terms.length,
    words: postings.words.length,
    placeBytes: postings.positions.length,
    deleted: deletedRows.length,
  },
  columns: {
    ids: layoutOfOffsets(columns.ids),
    versions: layoutOfOffsets(columns.versions),
    postedAt: layoutOfOffsets(columns.postedAt),
    sources: byteOrTwoOf(columns.sources),
    locations: byteOrTwoOf(columns.locations),
    brands: widthOf(columns.brands),
  },
  orders: { rating: orders.rating.length, total_asc: orders.total_asc.length },
  rowsBy: {
    homes: layoutOfRows(rowsBy.homes),
    locations: layoutOfRows(rowsBy.locations),
    sources: layoutOfRows(rowsBy.sources),
  },
});

const allocateBytesOrTwo = (bytes: ColumnLayout['sources'], rows: number) =>
  bytes === 1 ? sharedBytes(rows) : sharedPairs(rows);

const allocateWidth = (bytes: ColumnLayout['brands'], rows: number): AnyWidth =>
  bytes === 4 ? sharedWords(rows) : allocateBytesOrTwo(bytes, rows);

const allocateOffsets = ({ base, high }: ColumnLayout['ids'], rows: number): OffsetColumn =>
  new OffsetColumn(base, sharedWords(rows), high === null ? null : allocateWidth(high, rows));

const allocateColumns = (layout: ColumnLayout, rows: number): Columns => ({
  ...createFixedColumns(rows),
  ids: allocateOffsets(layout.ids, rows),
  versions: allocateOffsets(layout.versions, rows),
  postedAt: allocateOffsets(layout.postedAt, rows),
  sources: allocateBytesOrTwo(layout.sources, rows),
  locations: allocateBytesOrTwo(layout.locations, rows),
  brands: allocateWidth(layout.brands, rows),
});

const allocateRows = ({ starts, rows }: SegmentLayout['rowsBy']['homes']) => ({
  starts: sharedWords(starts),
  rows: sharedWords(rows),
});

/** The arrays of a segment, to be read into; those that never change are in shared memory. */
export const allocateSegment = ({
  sizes: size,
  columns,
  orders,
  rowsBy,
}: SegmentLayout): SegmentArrays => ({
  columns: allocateColumns(columns, size.rows),
  postings: {
    rows: size.rows,
    terms: sharedWords(size.terms),
    starts: sharedWords(size.terms + 1),
    wordStarts: sharedWords(size.terms + 1),
    codeBits: sharedBytes(size.terms),
    words: sharedWords(size.words),
    positionStarts: sharedWords(size.terms + 1),
    positions: sharedBytes(size.placeBytes),
  },
  deletedRows: new Uint32Array(size.deleted),
  orders: { rating: sharedWords(orders.rating), total_asc: sharedWords(orders.total_asc) },
  rowsBy: {
    homes: allocateRows(rowsBy.homes),
    locations: allocateRows(rowsBy.locations),
    sources: allocateRows(rowsBy.sources),
  },
});

const arraysOf = ({ low, high }: OffsetColumn): readonly AnyWidth[] =>
  high === null ? [low] : [low, high];

/** The memory of a segment's arrays, in the order of the file. */
export const bytesOfSegment = ({
  columns,
  postings,
  deletedRows,
  orders,
  rowsBy,
}: SegmentArrays): Uint8Array[] =>
  [
    ...arraysOf(columns.ids),
    ...arraysOf(columns.versions),
    ...arraysOf(columns.postedAt),
    columns.prices,
    columns.totals,
    columns.packed,
    columns.sources,
    columns.locations,
    columns.brands,
    columns.homes,
    columns.ties,
    ...byteFilters.map(({ byte }) => columns[byte]),
    postings.terms,
    postings.starts,
    postings.wordStarts,
    postings.codeBits,
    postings.words,
    postings.positionStarts,
    postings.positions,
    deletedRows,
    ...listedOrders.map((order) => orders[order]),
    ...facetValues.flatMap((name) => [rowsBy[name].starts, rowsBy[name].rows]),
  ].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
