import { FAILS_OTHER, type CompiledFilter } from './compiled-filter.ts';
import type { RowValue } from './grouped-rows.ts';
import type { Segment } from './segment.ts';

/** Rows lie about, where those of a group lie side by side: reading one takes so many times as long. */
const ROW_COST = 2;

/** Rows that pass one of the filters, and among which are all that pass all filters. */
export interface NarrowedRows {
  readonly by: RowValue;
  readonly lists: readonly Uint32Array[];
}

/** How many rows are in groups that some facet counts; they would be read one by one. */
const groupedRowsOf = ({ groups }: Segment, { packed: table }: CompiledFilter): number => {
  let count = 0;
  for (let group = 0; group < groups.packed.length; group += 1) {
    const failed = table === null ? 0 : (table[groups.packed[group] ?? 0] ?? 0);
    if (failed === FAILS_OTHER || (failed & (failed - 1)) !== 0) continue;
    count += (groups.ends[group] ?? 0) - (groups.starts[group] ?? 0);
  }
  return count;
};

/**
 * The rows to read for filters by values that the rows of a group do not share; null where reading
 * groups is less.
 */
export const narrowestRows = (segment: Segment, filter: CompiledFilter): NarrowedRows | null => {
  const set = (names: readonly RowValue[]): readonly RowValue[] =>
    names.filter((name) => filter[name] !== null);
  // Rows that fail a filter which no facet shows count nowhere: reading those that pass is enough.
  const unseen = set(['discounts', 'ratings']);
  let narrowest: NarrowedRows | null = null;
  let least = Infinity;
  for (const by of unseen.length > 0 ? unseen : set(['sources', 'locations'])) {
    const lists = segment.rowsBy(by).passing(filter[by] ?? new Uint8Array());
    const size = lists.reduce((sum, list) => sum + list.length, 0);
    if (size < least) narrowest = { by, lists };
    least = Math.min(least, size);
  }
  if (narrowest === null) return null;
  return least * ROW_COST < groupedRowsOf(segment, filter) ? narrowest : null;
};
