import * as z from 'zod/mini';
import { byteFilters } from '../index/filter-columns.ts';
import { createColumns, type Columns } from '../index/columns.ts';
import type { Postings } from '../index/postings.ts';

/**
 * A snapshot file: these bytes, the header's length in 4 bytes, the header as JSON, the terms each
 * ended by a line feed, then for each segment its columns, its postings and its deleted rows, and
 * at the end a CRC-32 of all before it. Numbers are little-endian.
 */
export const MAGIC = Buffer.from('IZGODNO-INDEX-4\n');
export const LENGTH_BYTES = 4;
export const CHECKSUM_BYTES = 4;

const length = z.int().check(z.minimum(0));

const segmentSizeSchema = z.object({
  rows: length,
  terms: length,
  words: length,
  placeBytes: length,
  deleted: length,
});
export type SegmentSize = z.infer<typeof segmentSizeSchema>;

export const headerSchema = z.object({
  codeVersion: z.string(),
  /** Every change of this position is indexed. */
  position: z.object({ snapshot: z.string(), timeline: z.string() }),
  sources: z.array(z.string()),
  locations: z.array(z.string()),
  brands: z.array(z.string()),
  termBytes: length,
  segments: z.array(segmentSizeSchema),
});
export type SnapshotHeader = z.infer<typeof headerSchema>;

export interface SegmentArrays {
  readonly columns: Columns;
  readonly postings: Postings;
  readonly deletedRows: Uint32Array;
}

export const allocateSegment = (size: SegmentSize): SegmentArrays => ({
  columns: createColumns(size.rows),
  postings: {
    rows: size.rows,
    terms: new Uint32Array(size.terms),
    starts: new Uint32Array(size.terms + 1),
    wordStarts: new Uint32Array(size.terms + 1),
    codeBits: new Uint8Array(size.terms),
    words: new Uint32Array(size.words),
    placeStarts: new Uint32Array(size.terms + 1),
    places: new Uint8Array(size.placeBytes),
  },
  deletedRows: new Uint32Array(size.deleted),
});

/** The memory of a segment's arrays, in the order of the file. */
export const bytesOfSegment = ({ columns, postings, deletedRows }: SegmentArrays): Uint8Array[] =>
  [
    columns.ids,
    columns.versions,
    columns.postedAt,
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
    postings.placeStarts,
    postings.places,
    deletedRows,
  ].map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength));
