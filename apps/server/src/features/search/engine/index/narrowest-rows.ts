import { ROW_RANGE } from './columns.ts';
import { FAILS_OTHER, type CompiledFilter } from './compiled-filter.ts';
import { testsOf } from './group-runs.ts';
import { facetValues, type FacetValue } from './grouped-rows.ts';
import type { AnyWidth } from './shared-memory.ts';
import { oneIfZero } from './row-block.ts';
import type { Segment } from './segment.ts';

/** A superset of the rows that pass the filters, each list ascending. */
export interface NarrowedRows {
  /** The filter that all of the rows pass. */
  readonly by: FacetValue;
  readonly lists: readonly Uint32Array[];
}

/**
 * The number of rows that would be read one by one in groups: those of groups that pass, and with
 * filters by several values those of all groups that some facet counts.
 */
const groupedRowsOf = ({ groups, liveSize }: Segment, filter: CompiledFilter): number => {
  const { packed: table } = filter;
  if (table === null) return liveSize;
  const isCounted = testsOf(filter, groups.values).length < 2;
  let count = 0;
  for (let group = 0; group < groups.packed.length; group += 1) {
    const failed = table[groups.packed[group] ?? 0] ?? 0;
    if (failed === FAILS_OTHER || (failed & (failed - 1)) !== 0) continue;
    if (isCounted && failed !== 0) continue;
    count += (groups.ends[group] ?? 0) - (groups.starts[group] ?? 0);
  }
  return count;
};

/** Of a fixed size, because V8 runs a loop over a constant list twice as fast. */
const rows = new Uint32Array(ROW_RANGE);

/**
 * Scans a column, which is cheap compared with the work on a row that passes. Valid until the next
 * call.
 */
const rowsPassing = (column: AnyWidth, table: Uint8Array): Uint32Array => {
  let count = 0;
  for (let row = 0; row < column.length; row += 1) {
    rows[count] = row;
    count += oneIfZero(table[column[row] ?? 0] ?? 0);
  }
  return rows.subarray(0, count);
};

/** The rows whose values are in the range, both ends included. Valid until the next call. */
const rowsWithin = (column: Uint32Array, [from, to]: readonly [number, number]): Uint32Array => {
  let count = 0;
  for (let row = 0; row < column.length; row += 1) {
    const value = column[row] ?? 0;
    rows[count] = row;
    // Without a branch: the sign of one of the differences shows that the value is outside.
    count += 1 + (((value - from) | (to - value)) >> 31);
  }
  return rows.subarray(0, count);
};

/**
 * The rows that pass a filter whose values neither groups nor lists of rows have, and the filters
 * left; null if there is no such filter. Valid until the next call.
 */
export const scannedRows = (
  { columns }: Segment,
  filter: CompiledFilter,
): { readonly rows: Uint32Array; readonly others: CompiledFilter } | null => {
  // Fewer deals have one brand than a range of totals has.
  if (filter.brands !== null)
    return {
      rows: rowsPassing(columns.brands, filter.brands),
      others: { ...filter, brands: null },
    };
  if (filter.total !== null)
    return { rows: rowsWithin(columns.totals, filter.total), others: { ...filter, total: null } };
  return null;
};

/**
 * The cost of reading a row of a list, relative to one of a group, because rows of a group are
 * adjacent.
 */
const LISTED_COST = 2;

/**
 * The rows to read for filters by values that the rows of a group do not share; null if reading
 * groups is cheaper.
 */
export const narrowestRows = (segment: Segment, filter: CompiledFilter): NarrowedRows | null => {
  for (const by of facetValues) {
    const table = filter[by];
    if (table === null) continue;
    const lists = segment.rowsBy(by).passing(table);
    const size = lists.reduce((sum, list) => sum + list.length, 0);
    return size * LISTED_COST < groupedRowsOf(segment, filter) ? { by, lists } : null;
  }
  return null;
};
