import { type Columns, ROW_RANGE } from './columns.ts';
import {
  facetValues,
  type FacetValue,
  firstWanted,
  GroupedRows,
  rowValues,
} from './grouped-rows.ts';
import type { OffsetColumn } from './offset-column.ts';
import { countPostings, END_OF_ROWS, PostingCursor, type Postings } from './postings.ts';
import { RowsByValue } from './rows-by-value.ts';

const EMPTY = 0xffff_ffff;

const hash = (id: number): number => {
  // Ids have up to 53 bits, so both halves are hashed.
  const mixed = Math.imul((id | 0) ^ Math.floor(id / 0x1_0000_0000), 0x9e37_79b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};

/** Finds the row of an id in a column of unique ids, by open addressing at most two thirds full. */
class IdTable {
  readonly #ids: OffsetColumn;
  readonly #slots: Uint32Array;
  #lowest = Number.POSITIVE_INFINITY;
  #highest = Number.NEGATIVE_INFINITY;

  constructor(ids: OffsetColumn) {
    this.#ids = ids;
    this.#slots = new Uint32Array(Math.ceil(ids.length * 1.5) + 1).fill(EMPTY);
    for (let row = 0; row < ids.length; row += 1) {
      const id = ids.at(row);
      this.#lowest = Math.min(this.#lowest, id);
      this.#highest = Math.max(this.#highest, id);
      let slot = this.#slotOf(id);
      while (this.#slots[slot] !== EMPTY) slot = this.#after(slot);
      this.#slots[slot] = row;
    }
  }

  get byteLength(): number {
    return this.#slots.byteLength;
  }

  /** Returns -1 if there is none. */
  rowOf(id: number): number {
    // Deals of a segment usually came together, so that almost all segments are ruled out by their
    // range of ids.
    if (id < this.#lowest || id > this.#highest) return -1;
    let slot = this.#slotOf(id);
    for (;;) {
      const row = this.#slots[slot] ?? EMPTY;
      if (row === EMPTY) return -1;
      if (this.#ids.at(row) === id) return row;
      slot = this.#after(slot);
    }
  }

  #slotOf(id: number): number {
    return hash(id) % this.#slots.length;
  }

  #after(slot: number): number {
    return slot + 1 === this.#slots.length ? 0 : slot + 1;
  }
}

/**
 * An order keeps this part of its rows, the first ones, because a search that finds too few hits
 * there reads all rows that pass instead; see `collectFirst`.
 */
const FIRST_PART = 1 / 4;
/** Orders of fewer rows are kept whole. */
const LEAST_ROWS = 256;

const firstPart = (rows: Uint32Array): Uint32Array =>
  rows.slice(0, Math.max(LEAST_ROWS, Math.ceil(rows.length * FIRST_PART)));

/** The rows by their values, the lowest first, of equals the first row. */
const rowsAscending = (column: Uint32Array): Uint32Array => {
  // Value and row in one exact number: see `ROW_RANGE`.
  const keys = Float64Array.from(column, (value, row) => value * ROW_RANGE + row).sort();
  return Uint32Array.from(keys, (key) => key % ROW_RANGE);
};

/** The bytes of a segment's structures. Those that are built on first use count when they exist. */
export interface SegmentBytes {
  readonly postings: number;
  readonly places: number;
  /** The segment's own list of its terms. */
  readonly terms: number;
  readonly columns: number;
  readonly ids: number;
  /** Groups, counts of values and orders. */
  readonly facets: number;
}

const bytesOf = (lists: readonly ({ readonly byteLength: number } | null)[]): number =>
  lists.reduce((sum, list) => sum + (list?.byteLength ?? 0), 0);

/** Deals that do not change, except that they can be marked as deleted. */
export class Segment {
  readonly columns: Columns;
  readonly postings: Postings;
  /** 1 for a deleted row. */
  readonly deleted: Uint8Array;
  /** The deleted rows, in the order of deletion. */
  readonly deletedRows: number[] = [];
  readonly #table: IdTable;
  /** No live row is before this one. */
  #newest = 0;
  #groups: GroupedRows | null = null;
  #byRating: Uint32Array | null = null;
  #byTotal: Uint32Array | null = null;
  readonly #rowsByValue = new Map<FacetValue, RowsByValue>();

  constructor(columns: Columns, postings: Postings, deletedRows: Iterable<number> = []) {
    this.columns = columns;
    this.postings = postings;
    this.deleted = new Uint8Array(columns.ids.length);
    this.#table = new IdTable(columns.ids);
    for (const row of deletedRows) this.delete(row);
  }

  get size(): number {
    return this.columns.ids.length;
  }

  /** Built on first use and updated from then on. */
  get groups(): GroupedRows {
    return (this.#groups ??= new GroupedRows(this.columns, this.deleted));
  }

  /**
   * The first rows of an order, deleted ones included. Built on first use. Rows themselves are in
   * the order of time.
   */
  rowsIn(order: 'rating' | 'total_asc'): Uint32Array {
    return order === 'total_asc'
      ? (this.#byTotal ??= firstPart(rowsAscending(this.columns.totals)))
      : (this.#byRating ??= firstPart(new RowsByValue(this.columns.rating).descending()));
  }

  /** Builds in a few steps what would otherwise be built on first use. */
  *prepare(): Generator<void> {
    const { groups } = this;
    yield;
    for (const name of rowValues) groups.countsOf(name);
    yield;
    for (const name of facetValues) this.rowsBy(name);
    for (const order of ['rating', 'total_asc'] as const) this.rowsIn(order);
    yield;
  }

  /** The rows that a filter can want, deleted ones included. Built on first use. */
  rowsBy(name: FacetValue): RowsByValue {
    const rows =
      this.#rowsByValue.get(name) ?? new RowsByValue(this.columns[name], firstWanted[name]);
    this.#rowsByValue.set(name, rows);
    return rows;
  }

  /** What the segment takes of memory. */
  get bytes(): SegmentBytes {
    const { terms, starts, wordStarts, codeBits, words, placeStarts, places } = this.postings;
    return {
      postings: words.byteLength,
      places: places.byteLength,
      terms: bytesOf([terms, starts, wordStarts, codeBits, placeStarts]),
      columns: bytesOf([...Object.values(this.columns), this.deleted]),
      ids: this.#table.byteLength,
      facets: bytesOf([this.#groups, this.#byRating, this.#byTotal, ...this.#rowsByValue.values()]),
    };
  }

  /** Of its live deals; 0 if there is none. */
  get newestPostedAt(): number {
    if (this.liveSize === 0) return 0;
    while (this.deleted[this.#newest] === 1) this.#newest += 1;
    return this.columns.postedAt.at(this.#newest);
  }

  get liveSize(): number {
    return this.size - this.deletedRows.length;
  }

  /** The row of a live deal, or -1. */
  liveRowOf(id: number): number {
    const row = this.#table.rowOf(id);
    return row < 0 || this.deleted[row] === 1 ? -1 : row;
  }

  delete(row: number): void {
    if (this.deleted[row] === 1) return;
    this.deleted[row] = 1;
    this.deletedRows.push(row);
    this.#groups?.remove(row);
  }

  /**
   * The segment's own number of a term of the dictionary; -1 if the segment does not contain it.
   */
  findTerm(term: number): number {
    const { terms } = this.postings;
    // Numbers ascend by at least 1, so the term can only be in a narrow range if most terms are
    // present.
    const absent = (terms.at(-1) ?? 0) - (terms.length - 1);
    const at = lowerBound(terms, term, Math.max(0, term - absent), Math.min(term, terms.length));
    return terms[at] === term ? at : -1;
  }

  /** The number of live rows with the segment's term number `at`. */
  liveFrequency(at: number): number {
    const frequency = countPostings(this.postings, at);
    if (this.deletedRows.length === 0) return frequency;
    let gone = 0;
    if (frequency < this.deletedRows.length) {
      const cursor = new PostingCursor(this.postings, at);
      for (; cursor.row !== END_OF_ROWS; cursor.next()) gone += this.deleted[cursor.row] ?? 0;
    } else {
      for (const row of this.deletedRows) {
        const cursor = new PostingCursor(this.postings, at);
        cursor.seek(row);
        if (cursor.row === row) gone += 1;
      }
    }
    return frequency - gone;
  }
}

/** The first place from `start` to `end` of an ascending list whose value is not below `value`. */
const lowerBound = (list: Uint32Array, value: number, start: number, end: number): number => {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};
