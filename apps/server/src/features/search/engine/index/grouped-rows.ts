import { byteFilters, type ByteName, everyByte } from './filter-columns.ts';
import { type Columns, ROW_RANGE } from './columns.ts';
import { lowestWhere } from './lowest-where.ts';

/**
 * How often each value of a column occurs in each group of a segment's rows: a few numbers instead
 * of all rows of a group.
 */
class ValueCounts {
  /** Group i has the entries from `starts[i]` to `starts[i + 1]`, ascending by value. */
  readonly #starts: Uint32Array;
  readonly #values: Uint32Array;
  readonly #counts: Uint32Array;

  /** `column` is by place; group i has the places from `starts[i]` to `ends[i]`. */
  constructor(column: Uint16Array | Uint8Array, starts: Uint32Array, ends: Uint32Array) {
    const values = new Uint32Array(column.length);
    const counts = new Uint32Array(column.length);
    this.#starts = new Uint32Array(starts.length + 1);
    let used = 0;
    for (let group = 0; group < starts.length; group += 1) {
      const sorted = column.slice(starts[group], ends[group]).sort();
      for (let at = 0; at < sorted.length; at += 1) {
        if (at === 0 || sorted[at] !== sorted[at - 1]) {
          values[used] = sorted[at] ?? 0;
          used += 1;
        }
        counts[used - 1] = (counts[used - 1] ?? 0) + 1;
      }
      this.#starts[group + 1] = used;
    }
    this.#values = values.slice(0, used);
    this.#counts = counts.slice(0, used);
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#values.byteLength + this.#counts.byteLength;
  }

  /** Uncounts one row of a group with the value. */
  remove(group: number, value: number): void {
    const end = this.#starts[group + 1] ?? 0;
    const at = lowestWhere(
      this.#starts[group] ?? 0,
      end,
      (entry) => (this.#values[entry] ?? 0) >= value,
    );
    this.#counts[at] = (this.#counts[at] ?? 0) - 1;
  }

  /** Adds the counts of a group to those of all values. */
  addTo(counts: Uint32Array, group: number): void {
    const end = this.#starts[group + 1] ?? 0;
    for (let at = this.#starts[group] ?? 0; at < end; at += 1) {
      const value = this.#values[at] ?? 0;
      counts[value] = (counts[value] ?? 0) + (this.#counts[at] ?? 0);
    }
  }

  /** How many rows of a group have a value for which the table has no bit. */
  countPassing(table: Uint8Array, group: number): number {
    const end = this.#starts[group + 1] ?? 0;
    let count = 0;
    for (let at = this.#starts[group] ?? 0; at < end; at += 1) {
      if (table[this.#values[at] ?? 0] === 0) count += this.#counts[at] ?? 0;
    }
    return count;
  }
}

/** The values that rows of a group do not share. */
export type RowValue = FacetValue | ByteName;
/** Those with a facet, the one that fewest rows pass first. */
export const facetValues = ['homes', 'locations', 'sources'] as const;
export type FacetValue = (typeof facetValues)[number];
/** The first value that a filter can want: 0 says that a deal has no home's data, or no location. */
export const firstWanted: Readonly<Record<FacetValue, number>> = {
  homes: 1,
  locations: 1,
  sources: 0,
};
export const isFacetValue = (name: RowValue): name is FacetValue =>
  facetValues.some((value) => value === name);

export const rowValues: readonly RowValue[] = [
  ...facetValues,
  ...byteFilters.map(({ byte }) => byte),
];

const compact = <Column extends Uint16Array | Uint8Array>(
  rows: Uint32Array,
  column: Column,
  into: Column,
): Column => {
  for (let at = 0; at < rows.length; at += 1) into[at] = column[rows[at] ?? 0] ?? 0;
  return into;
};

const emptyLike = (column: Uint16Array | Uint8Array, size: number): Uint16Array | Uint8Array =>
  column instanceof Uint8Array ? new Uint8Array(size) : new Uint16Array(size);

/** By packed value, how many live rows have it. */
const countByPacked = (packed: Uint16Array, deleted: Uint8Array): Uint32Array => {
  const counts = new Uint32Array(
    packed.reduce((highest, value) => Math.max(highest, value), 0) + 1,
  );
  for (let row = 0; row < packed.length; row += 1) {
    const value = packed[row] ?? 0;
    counts[value] = (counts[value] ?? 0) + 1 - (deleted[row] ?? 0);
  }
  return counts;
};

/**
 * The live rows of a segment, grouped by packed values and ordered by price and then row within a
 * group, with the other filtered values in parallel columns. A test of a group or a range of prices
 * thus decides for all its rows at once.
 */
export class GroupedRows {
  /** The packed values of each group, ascending. */
  readonly packed: Uint16Array;
  /** Group i has the places from `starts[i]` up to `ends[i]` in the lists below. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly rows: Uint32Array;
  readonly values: Pick<Columns, RowValue>;
  readonly #columns: Columns;
  readonly #counts = new Map<RowValue, ValueCounts>();

  constructor(columns: Columns, deleted: Uint8Array) {
    this.#columns = columns;
    const counts = countByPacked(columns.packed, deleted);
    this.packed = Uint16Array.from(counts.keys().filter((value) => counts[value] !== 0));
    this.starts = new Uint32Array(this.packed.length);
    this.ends = new Uint32Array(this.packed.length);
    const groupOf = new Uint16Array(counts.length);
    let size = 0;
    for (const [group, value] of this.packed.entries()) {
      groupOf[value] = group;
      this.starts[group] = size;
      this.ends[group] = size;
      size += counts[value] ?? 0;
    }
    this.rows = this.#sortedRows(size, groupOf, deleted);
    this.values = {
      sources: compact(this.rows, columns.sources, emptyLike(columns.sources, size)),
      locations: compact(this.rows, columns.locations, emptyLike(columns.locations, size)),
      homes: compact(this.rows, columns.homes, new Uint8Array(size)),
      ...everyByte((byte) => compact(this.rows, columns[byte], new Uint8Array(size))),
    };
  }

  get byteLength(): number {
    const { packed, starts, ends, rows, values } = this;
    return [packed, starts, ends, rows, ...Object.values(values), ...this.#counts.values()].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }

  isWhole(group: number, start: number, end: number): boolean {
    return start === this.starts[group] && end === this.ends[group];
  }

  /** Built on first use and updated from then on. */
  countsOf(name: RowValue): ValueCounts {
    const counts =
      this.#counts.get(name) ?? new ValueCounts(this.values[name], this.starts, this.ends);
    this.#counts.set(name, counts);
    return counts;
  }

  /** Removes a live row. */
  remove(row: number): void {
    const { packed, prices } = this.#columns;
    const group = lowestWhere(
      0,
      this.packed.length,
      (at) => (this.packed[at] ?? 0) >= (packed[row] ?? 0),
    );
    const end = this.ends[group] ?? 0;
    const price = prices[row] ?? 0;
    const at = lowestWhere(this.starts[group] ?? 0, end, (place) => {
      const other = this.rows[place] ?? 0;
      const otherPrice = prices[other] ?? 0;
      return otherPrice > price || (otherPrice === price && other >= row);
    });
    for (const [name, counts] of this.#counts) counts.remove(group, this.values[name][at] ?? 0);
    this.rows.copyWithin(at, at + 1, end);
    for (const name of rowValues) this.values[name].copyWithin(at, at + 1, end);
    this.ends[group] = end - 1;
  }

  /** The first place of a group whose price is not below `price`, or the group's end. */
  firstNotBelow(price: number, group: number): number {
    const { prices } = this.#columns;
    return lowestWhere(
      this.starts[group] ?? 0,
      this.ends[group] ?? 0,
      (at) => (prices[this.rows[at] ?? 0] ?? 0) >= price,
    );
  }

  /** Fills the groups, and moves their ends accordingly. */
  #sortedRows(size: number, groupOf: Uint16Array, deleted: Uint8Array): Uint32Array {
    const { packed, prices } = this.#columns;
    // Price and row in one exact number: see `ROW_RANGE`.
    const keys = new Float64Array(size);
    for (let row = 0; row < packed.length; row += 1) {
      if (deleted[row] === 1) continue;
      const group = groupOf[packed[row] ?? 0] ?? 0;
      const end = this.ends[group] ?? 0;
      keys[end] = (prices[row] ?? 0) * ROW_RANGE + row;
      this.ends[group] = end + 1;
    }
    for (const [group, start] of this.starts.entries()) {
      keys.subarray(start, this.ends[group]).sort();
    }
    return Uint32Array.from(keys, (key) => key % ROW_RANGE);
  }
}
