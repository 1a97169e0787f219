import { byteFilters, type ByteName, everyByte } from './filter-columns.ts';
import { type Columns, ROW_RANGE } from './columns.ts';
import { lowestWhere } from './lowest-where.ts';
import { unpacked } from './packed-values.ts';

/**
 * How often each value of a column occurs in each group of a segment's rows: a few numbers instead
 * of all rows of a group.
 */
class ValueCounts {
  /** Group i has the entries from `starts[i]` to `starts[i + 1]`, ascending by value. */
  readonly starts: Uint32Array;
  readonly values: Uint32Array;
  readonly counts: Uint32Array;

  constructor({ starts, values, counts }: CountedValues) {
    this.starts = starts;
    this.values = values;
    this.counts = counts;
  }

  /** `column` is by position; group i has the positions from `starts[i]` to `ends[i]`. */
  static of(
    column: Uint16Array | Uint8Array,
    { starts, ends }: Pick<GroupedRows, 'starts' | 'ends'>,
  ): ValueCounts {
    const values = new Uint32Array(column.length);
    const counts = new Uint32Array(column.length);
    const entryStarts = new Uint32Array(starts.length + 1);
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
      entryStarts[group + 1] = used;
    }
    return new ValueCounts({
      starts: entryStarts,
      values: values.slice(0, used),
      counts: counts.slice(0, used),
    });
  }

  get byteLength(): number {
    return this.starts.byteLength + this.values.byteLength + this.counts.byteLength;
  }

  /** Uncounts one row of a group with the value. */
  remove(group: number, value: number): void {
    const { starts, values, counts } = this;
    const at = lowestWhere(
      starts[group] ?? 0,
      starts[group + 1] ?? 0,
      (entry) => (values[entry] ?? 0) >= value,
    );
    counts[at] = (counts[at] ?? 0) - 1;
  }

  /** Adds the counts of a group to those of all values. */
  addTo(sums: Uint32Array, group: number): void {
    const { starts, values, counts } = this;
    const end = starts[group + 1] ?? 0;
    for (let at = starts[group] ?? 0; at < end; at += 1) {
      const value = values[at] ?? 0;
      sums[value] = (sums[value] ?? 0) + (counts[at] ?? 0);
    }
  }

  /** How many rows of a group have a value for which the table has no bit. */
  countPassing(table: Uint8Array, group: number): number {
    const { starts, values, counts } = this;
    const end = starts[group + 1] ?? 0;
    let count = 0;
    for (let at = starts[group] ?? 0; at < end; at += 1) {
      if (table[values[at] ?? 0] === 0) count += counts[at] ?? 0;
    }
    return count;
  }
}

type CountedValues = Pick<ValueCounts, 'starts' | 'values' | 'counts'>;

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

interface EmptyGroups extends Pick<GroupLists, 'starts' | 'ends'> {
  /** By packed value. */
  readonly groupOf: Uint16Array;
  /** The number of live rows. */
  readonly size: number;
}

/** The rows of all groups, in order; moves the groups' ends behind their rows. */
const fillGroups = (
  { packed, prices }: Columns,
  deleted: Uint8Array,
  { groupOf, starts, ends, size }: EmptyGroups,
): Uint32Array => {
  // Price and row in one exact number: see `ROW_RANGE`.
  const keys = new Float64Array(size);
  for (let row = 0; row < packed.length; row += 1) {
    if (deleted[row] === 1) continue;
    const group = groupOf[packed[row] ?? 0] ?? 0;
    const end = ends[group] ?? 0;
    keys[end] = (prices[row] ?? 0) * ROW_RANGE + row;
    ends[group] = end + 1;
  }
  for (const [group, start] of starts.entries()) keys.subarray(start, ends[group]).sort();
  return Uint32Array.from(keys, (key) => key % ROW_RANGE);
};

const emptyLike = (column: Uint16Array | Uint8Array, size: number): Uint16Array | Uint8Array =>
  column instanceof Uint8Array ? new Uint8Array(size) : new Uint16Array(size);

const valuesOfRows = (rows: Uint32Array, columns: Columns): Pick<Columns, RowValue> => ({
  sources: compact(rows, columns.sources, emptyLike(columns.sources, rows.length)),
  locations: compact(rows, columns.locations, emptyLike(columns.locations, rows.length)),
  homes: compact(rows, columns.homes, new Uint8Array(rows.length)),
  ...everyByte((byte) => compact(rows, columns[byte], new Uint8Array(rows.length))),
});

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

const bucketOfPacked = (packed: number): number => unpacked.bucket[packed] ?? 0;

/** The numbers of groups, those of the lowest bucket of prices first. */
const byBucket = (packed: Uint16Array): Uint16Array =>
  Uint16Array.from(packed.keys()).sort(
    (a, b) => bucketOfPacked(packed[a] ?? 0) - bucketOfPacked(packed[b] ?? 0),
  );

/** The lists of `GroupedRows`, in memory of their own thread, because removing rows changes them. */
export interface GroupLists {
  /** The packed values of each group, ascending. */
  readonly packed: Uint16Array;
  /** Group i has the positions from `starts[i]` up to `ends[i]` in the lists below. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly rows: Uint32Array;
  readonly values: Pick<Columns, RowValue>;
  readonly counts: ReadonlyMap<RowValue, CountedValues>;
}

/**
 * The live rows of a segment, grouped by packed values and ordered by price and then row within a
 * group, with the other filtered values in parallel columns. A test of a group or a range of prices
 * thus decides for all its rows at once.
 */
export class GroupedRows {
  readonly packed: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly rows: Uint32Array;
  readonly values: Pick<Columns, RowValue>;
  /** The numbers of the groups, those of the lowest bucket of prices first or last. */
  readonly cheapestFirst: Uint16Array;
  readonly cheapestLast: Uint16Array;
  readonly #columns: Columns;
  readonly #counts: Map<RowValue, ValueCounts>;

  constructor(columns: Columns, { packed, starts, ends, rows, values, counts }: GroupLists) {
    this.#columns = columns;
    this.packed = packed;
    this.cheapestFirst = byBucket(packed);
    this.cheapestLast = this.cheapestFirst.toReversed();
    this.starts = starts;
    this.ends = ends;
    this.rows = rows;
    this.values = values;
    this.#counts = new Map(
      Array.from(counts, ([name, counted]) => [name, new ValueCounts(counted)]),
    );
  }

  static of(columns: Columns, deleted: Uint8Array): GroupedRows {
    const counts = countByPacked(columns.packed, deleted);
    const packed = Uint16Array.from(counts.keys().filter((value) => counts[value] !== 0));
    const starts = new Uint32Array(packed.length);
    const groupOf = new Uint16Array(counts.length);
    let size = 0;
    for (const [group, value] of packed.entries()) {
      groupOf[value] = group;
      starts[group] = size;
      size += counts[value] ?? 0;
    }
    const ends = starts.slice();
    const rows = fillGroups(columns, deleted, { groupOf, starts, ends, size });
    const values = valuesOfRows(rows, columns);
    return new GroupedRows(columns, { packed, starts, ends, rows, values, counts: new Map() });
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
    const counts = this.#counts.get(name) ?? ValueCounts.of(this.values[name], this);
    this.#counts.set(name, counts);
    return counts;
  }

  /** What the constructor takes. */
  get lists(): GroupLists {
    const { packed, starts, ends, rows, values } = this;
    return { packed, starts, ends, rows, values, counts: this.#counts };
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
    const at = lowestWhere(this.starts[group] ?? 0, end, (position) => {
      const other = this.rows[position] ?? 0;
      const otherPrice = prices[other] ?? 0;
      return otherPrice > price || (otherPrice === price && other >= row);
    });
    for (const [name, counts] of this.#counts) counts.remove(group, this.values[name][at] ?? 0);
    this.rows.copyWithin(at, at + 1, end);
    for (const name of rowValues) this.values[name].copyWithin(at, at + 1, end);
    this.ends[group] = end - 1;
  }

  /** The first position of a group whose price is not below `price`, or the group's end. */
  firstNotBelow(price: number, group: number): number {
    const { prices } = this.#columns;
    return lowestWhere(
      this.starts[group] ?? 0,
      this.ends[group] ?? 0,
      (at) => (prices[this.rows[at] ?? 0] ?? 0) >= price,
    );
  }
}
