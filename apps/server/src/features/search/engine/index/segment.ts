import { type Columns, ROW_RANGE } from './columns.ts';
import {
  facetValues,
  type FacetValue,
  firstWanted,
  GroupedRows,
  type GroupLists,
  rowValues,
} from './grouped-rows.ts';
import type { OffsetColumn } from './offset-column.ts';
import { countPostings, END_OF_ROWS, PostingCursor, type Postings } from './postings.ts';
import { RowsByValue } from './rows-by-value.ts';
import { filled, sharedWords } from './shared-memory.ts';

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

/** In shared memory. */
const firstPart = (rows: Uint32Array): Uint32Array => {
  const first = rows.subarray(0, Math.max(LEAST_ROWS, Math.ceil(rows.length * FIRST_PART)));
  return filled(sharedWords(first.length), first);
};

/** The rows by their values, the lowest first, of equals the first row. */
const rowsAscending = (column: Uint32Array): Uint32Array => {
  // Value and row in one exact number: see `ROW_RANGE`.
  const keys = Float64Array.from(column, (value, row) => value * ROW_RANGE + row).sort();
  return Uint32Array.from(keys, (key) => key % ROW_RANGE);
};

/** The bytes of a segment's structures. Those that are built on first use count when they exist. */
export interface SegmentBytes {
  readonly postings: number;
  readonly positions: number;
  /** The segment's own list of its terms. */
  readonly terms: number;
  readonly columns: number;
  readonly ids: number;
  /** Groups, counts of values and orders. */
  readonly facets: number;
}

export const listedOrders = ['rating', 'total_asc'] as const;
type ListedOrder = (typeof listedOrders)[number];

/** What a segment is made of. A message copies what can change, and refers to the rest. */
export interface SegmentParts {
  readonly columns: Columns;
  readonly postings: Postings;
  readonly deletedRows: Uint32Array;
  /** Null if they are built on first use. */
  readonly groups: GroupLists | null;
  readonly orders: Readonly<Record<ListedOrder, Uint32Array>>;
  readonly rowsBy: Readonly<Record<FacetValue, Pick<RowsByValue, 'starts' | 'rows'>>>;
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
  #table: IdTable | null = null;
  /** No live row is before this one. */
  #newest = 0;
  #groups: GroupedRows | null = null;
  readonly #orders = new Map<ListedOrder, Uint32Array>();
  readonly #rowsByValue = new Map<FacetValue, RowsByValue>();

  constructor(columns: Columns, postings: Postings, deletedRows: Iterable<number> = []) {
    this.columns = columns;
    this.postings = postings;
    this.deleted = new Uint8Array(columns.ids.length);
    for (const row of deletedRows) this.delete(row);
  }

  /** The segment with these parts, the opposite of `parts`. */
  static from({ columns, postings, deletedRows, groups, orders, rowsBy }: SegmentParts): Segment {
    const segment = new Segment(columns, postings, deletedRows);
    if (groups !== null) segment.#groups = new GroupedRows(columns, groups);
    for (const order of listedOrders) segment.#orders.set(order, orders[order]);
    for (const name of facetValues) {
      segment.#rowsByValue.set(name, new RowsByValue(rowsBy[name]));
    }
    return segment;
  }

  get size(): number {
    return this.columns.ids.length;
  }

  /** Built on first use and updated from then on. */
  get groups(): GroupedRows {
    return (this.#groups ??= GroupedRows.of(this.columns, this.deleted));
  }

  /**
   * The first rows of an order, deleted ones included. Built on first use. Rows themselves are in
   * the order of time.
   */
  rowsIn(order: ListedOrder): Uint32Array {
    const { totals, rating } = this.columns;
    const rows =
      this.#orders.get(order) ??
      firstPart(
        order === 'total_asc' ? rowsAscending(totals) : RowsByValue.of(rating).descending(),
      );
    this.#orders.set(order, rows);
    return rows;
  }

  /** Builds in a few steps what would otherwise be built on first use. */
  *prepare(): Generator<void> {
    const { groups } = this;
    yield;
    for (const name of rowValues) groups.countsOf(name);
    yield;
    for (const name of facetValues) this.rowsBy(name);
    for (const order of listedOrders) this.rowsIn(order);
    this.#idTable();
    yield;
  }

  /** Everything that makes an equal segment, also in another thread. */
  get parts(): SegmentParts {
    Array.from(this.prepare());
    const { columns, postings, groups } = this;
    return {
      columns,
      postings,
      deletedRows: Uint32Array.from(this.deletedRows),
      groups: groups.lists,
      orders: { rating: this.rowsIn('rating'), total_asc: this.rowsIn('total_asc') },
      rowsBy: {
        homes: this.rowsBy('homes'),
        locations: this.rowsBy('locations'),
        sources: this.rowsBy('sources'),
      },
    };
  }

  /** The rows that a filter can want, deleted ones included. Built on first use. */
  rowsBy(name: FacetValue): RowsByValue {
    const rows =
      this.#rowsByValue.get(name) ?? RowsByValue.of(this.columns[name], firstWanted[name]);
    this.#rowsByValue.set(name, rows);
    return rows;
  }

  /** What the segment takes of memory. */
  get bytes(): SegmentBytes {
    const { terms, starts, wordStarts, codeBits, words, positionStarts, positions } = this.postings;
    return {
      postings: words.byteLength,
      positions: positions.byteLength,
      terms: bytesOf([terms, starts, wordStarts, codeBits, positionStarts]),
      columns: bytesOf([...Object.values(this.columns), this.deleted]),
      ids: this.#idTable().byteLength,
      facets: bytesOf([this.#groups, ...this.#orders.values(), ...this.#rowsByValue.values()]),
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
    const row = this.#idTable().rowOf(id);
    return row < 0 || this.deleted[row] === 1 ? -1 : row;
  }

  delete(row: number): void {
    if (this.deleted[row] === 1) return;
    this.deleted[row] = 1;
    this.deletedRows.push(row);
    this.#groups?.remove(row);
  }

  /** Built on first use: only the thread that changes deals looks them up. */
  #idTable(): IdTable {
    return (this.#table ??= new IdTable(this.columns.ids));
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
    let removed = 0;
    if (frequency < this.deletedRows.length) {
      const cursor = new PostingCursor(this.postings, at);
      for (; cursor.row !== END_OF_ROWS; cursor.next()) removed += this.deleted[cursor.row] ?? 0;
    } else {
      for (const row of this.deletedRows) {
        const cursor = new PostingCursor(this.postings, at);
        cursor.seek(row);
        if (cursor.row === row) removed += 1;
      }
    }
    return frequency - removed;
  }
}

/** The first position from `start` to `end` of an ascending list whose value is not below `value`. */
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
