import { byteFilters } from './filter-columns.ts';
import {
  compactColumns,
  createColumns,
  ROW_BITS,
  type Columns,
  type WideColumns,
} from './columns.ts';
import { copyPairs, skipPositions } from './positions.ts';
import { END_OF_ROWS, PostingCursor, PostingWriter, type Postings } from './postings.ts';
import { Segment } from './segment.ts';

/** Marks a source's row that is not in the merged segment. */
const REMOVED = 0xffff_ffff;

interface Source {
  readonly segment: Segment;
  /** By row of the source, the row of the merged segment. */
  readonly newRows: Uint32Array;
  /** The number of deleted rows when the merge began. */
  readonly knownDeletes: number;
}

const comesFirst = (a: Segment, rowA: number, b: Segment, rowB: number): boolean => {
  const timeA = a.columns.postedAt.at(rowA);
  const timeB = b.columns.postedAt.at(rowB);
  return timeA > timeB || (timeA === timeB && a.columns.ids.at(rowA) > b.columns.ids.at(rowB));
};

const copyRow = (from: Columns, fromRow: number, to: WideColumns, toRow: number): void => {
  to.ids[toRow] = from.ids.at(fromRow);
  to.versions[toRow] = from.versions.at(fromRow);
  to.postedAt[toRow] = from.postedAt.at(fromRow);
  to.prices[toRow] = from.prices[fromRow] ?? 0;
  to.totals[toRow] = from.totals[fromRow] ?? 0;
  to.packed[toRow] = from.packed[fromRow] ?? 0;
  to.sources[toRow] = from.sources[fromRow] ?? 0;
  to.locations[toRow] = from.locations[fromRow] ?? 0;
  to.brands[toRow] = from.brands[fromRow] ?? 0;
  to.homes[toRow] = from.homes[fromRow] ?? 0;
  to.ties[toRow] = from.ties[fromRow] ?? 0;
  for (const { byte } of byteFilters) to[byte][toRow] = from[byte][fromRow] ?? 0;
};

function* mergeColumns(
  sources: readonly Source[],
  columns: WideColumns,
  stepSize: number,
): Generator<void> {
  const next = sources.map(() => 0);
  for (let newRow = 0; newRow < columns.ids.length;) {
    let first = -1;
    for (const [index, { segment, newRows }] of sources.entries()) {
      let row = next[index] ?? 0;
      while (newRows[row] === REMOVED) row += 1;
      next[index] = row;
      if (row === segment.size) continue;
      const leading = sources[first];
      if (leading === undefined || comesFirst(segment, row, leading.segment, next[first] ?? 0)) {
        first = index;
      }
    }
    const source = sources[first];
    if (source === undefined) return;
    const row = next[first] ?? 0;
    copyRow(source.segment.columns, row, columns, newRow);
    source.newRows[row] = newRow;
    next[first] = row + 1;
    newRow += 1;
    if (newRow % stepSize === 0) yield;
  }
}

/** Reads one term's postings of one source, except deleted ones. */
interface PostingReader {
  readonly source: Source;
  readonly cursor: PostingCursor;
  /** Where the positions of the current posting begin. */
  pair: number;
}

const newRowAt = ({ source, cursor }: PostingReader): number =>
  cursor.row === END_OF_ROWS ? REMOVED : (source.newRows[cursor.row] ?? REMOVED);

/** The pair of bits after the positions of the current posting. */
const endOfPositions = ({ source, cursor, pair }: PostingReader): number =>
  skipPositions(source.segment.postings.positions, pair, cursor.fields);

const passRemoved = (reader: PostingReader): void => {
  while (reader.cursor.row !== END_OF_ROWS && newRowAt(reader) === REMOVED) {
    reader.pair = endOfPositions(reader);
    reader.cursor.next();
  }
};

const openReader = (source: Source, at: number): PostingReader => {
  const { postings } = source.segment;
  const reader = {
    source,
    cursor: new PostingCursor(postings, at),
    pair: postings.positionStarts[at] ?? 0,
  };
  passRemoved(reader);
  return reader;
};

const firstOf = (readers: readonly PostingReader[]): PostingReader | undefined => {
  let first: PostingReader | undefined;
  let lowest = REMOVED;
  for (const reader of readers) {
    const row = newRowAt(reader);
    if (row < lowest) {
      lowest = row;
      first = reader;
    }
  }
  return first;
};

const total = (sources: readonly Source[], sizeOf: (postings: Postings) => number): number =>
  sources.reduce((sum, { segment }) => sum + sizeOf(segment.postings), 0);

function* mergePostings(
  sources: readonly Source[],
  rows: number,
  stepSize: number,
): Generator<void, Postings> {
  const writer = new PostingWriter(rows, {
    terms: total(sources, ({ terms }) => terms.length),
    words: total(sources, ({ words }) => words.length),
  });
  const positions = new Uint8Array(total(sources, (postings) => postings.positions.length));

  const next = sources.map(() => 0);
  let pair = 0;
  let handled = 0;
  for (;;) {
    const term = Math.min(
      ...sources.map(({ segment }, index) => segment.postings.terms[next[index] ?? 0] ?? REMOVED),
    );
    if (term === REMOVED) break;
    const readers: PostingReader[] = [];
    for (const [index, source] of sources.entries()) {
      const at = next[index] ?? 0;
      if (source.segment.postings.terms[at] !== term) continue;
      readers.push(openReader(source, at));
      next[index] = at + 1;
    }
    for (let reader = firstOf(readers); reader !== undefined; reader = firstOf(readers)) {
      const from = reader.source.segment.postings;
      writer.add(newRowAt(reader), reader.cursor.fields);
      const end = endOfPositions(reader);
      copyPairs(from.positions, reader.pair, end, positions, pair);
      pair += end - reader.pair;
      reader.pair = end;
      reader.cursor.next();
      passRemoved(reader);
      handled += 1;
      if (handled % stepSize === 0) yield;
    }
    writer.endTerm(term, pair);
    handled += 1;
    if (handled % stepSize === 0) yield;
  }
  return writer.finish(positions);
}

/**
 * Merges segments into one without their deleted rows, yielding after every `stepSize` rows or
 * postings. Rows deleted meanwhile are marked as deleted in the result, which is current when the
 * generator returns it.
 */
export function* mergeSegments(
  segments: readonly Segment[],
  stepSize: number,
): Generator<void, Segment> {
  const sources = segments.map((segment): Source => {
    const newRows = new Uint32Array(segment.size);
    for (const row of segment.deletedRows) newRows[row] = REMOVED;
    return { segment, newRows, knownDeletes: segment.deletedRows.length };
  });
  const size = sources.reduce(
    (sum, { segment, knownDeletes }) => sum + segment.size - knownDeletes,
    0,
  );
  const columns = createColumns(size);
  yield* mergeColumns(sources, columns, stepSize);
  const postings = yield* mergePostings(sources, size, stepSize);
  const merged = new Segment(compactColumns(columns), postings);
  yield* merged.prepare();
  for (const { segment, newRows, knownDeletes } of sources) {
    for (const row of segment.deletedRows.slice(knownDeletes)) merged.delete(newRows[row] ?? 0);
  }
  return merged;
}

/** This many segments of about the same size are merged into one. */
const FAN_IN = 4;
/** Segments below this count as the same size. */
const SMALLEST = 256;
/** The limit is a quarter of the possible rows, because merging needs the memory twice. */
const LARGEST = 2 ** (ROW_BITS - 2);
/** A segment with a larger deleted part than this is rewritten. */
const MOST_DELETED = 0.25;

const levelOf = (size: number): number =>
  Math.max(0, Math.floor(Math.log2(Math.max(1, size / SMALLEST)) / Math.log2(FAN_IN)));

/** The segments to merge now, if any. */
export const chooseMerge = (segments: readonly Segment[]): readonly Segment[] => {
  const wasteful = segments.find(
    ({ deletedRows, size }) => deletedRows.length > size * MOST_DELETED,
  );
  if (wasteful !== undefined) return [wasteful];

  const levels = Map.groupBy(segments, ({ liveSize }) => levelOf(liveSize));
  for (const level of [...levels.keys()].sort((a, b) => a - b)) {
    const group = (levels.get(level) ?? []).slice(0, FAN_IN);
    const size = group.reduce((sum, { liveSize }) => sum + liveSize, 0);
    if (group.length === FAN_IN && size <= LARGEST) return group;
  }
  return [];
};
