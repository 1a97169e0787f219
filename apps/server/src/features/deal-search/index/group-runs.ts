import { bucketEdgesInCents, facetBit } from '../facets.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { GroupedRows } from './grouped-rows.ts';
import { unpacked } from './packed-values.ts';

/**
 * The places from `start` to `end` of grouped rows have the same packed values, and `failed` has the
 * bits of the filters by packed values and price that all of them fail.
 */
export type VisitRun = (start: number, end: number, packed: number, failed: number) => void;

/** Tells `visit` of all rows, run by run. */
export const visitRuns = (
  groups: GroupedRows,
  { packed: table, price }: CompiledFilter,
  visit: VisitRun,
): void => {
  const [lowest, highest] = price ?? [0, Infinity];
  for (let group = 0; group < groups.packed.length; group += 1) {
    const packed = groups.packed[group] ?? 0;
    const failed = table === null ? 0 : (table[packed] ?? 0);
    const start = groups.starts[group] ?? 0;
    const end = groups.ends[group] ?? 0;
    const bucket = unpacked.bucket[packed] ?? 0;
    const edge = bucketEdgesInCents[bucket] ?? 0;
    const nextEdge = bucketEdgesInCents[bucket + 1] ?? Infinity;
    if (lowest <= edge && nextEdge <= highest) {
      visit(start, end, packed, failed);
    } else if (nextEdge <= lowest || highest < edge) {
      visit(start, end, packed, failed | facetBit.price);
    } else {
      const from = lowest <= edge ? start : groups.firstNotBelow(lowest, group);
      const to = Math.max(from, groups.firstNotBelow(highest + 1, group));
      visit(start, from, packed, failed | facetBit.price);
      visit(from, to, packed, failed);
      visit(to, end, packed, failed | facetBit.price);
    }
  }
};

type ByteTable = readonly [column: Uint16Array | Uint8Array, table: Uint8Array];

const countPassingOne = ([column, table]: ByteTable, start: number, end: number): number => {
  let passing = 0;
  for (let at = start; at < end; at += 1) passing += table[column[at] ?? 0] === 0 ? 1 : 0;
  return passing;
};

const testRun = (
  failed: Uint8Array,
  [column, table]: ByteTable,
  start: number,
  end: number,
): void => {
  for (let at = start; at < end; at += 1) {
    failed[at - start] = (failed[at - start] ?? 0) | (table[column[at] ?? 0] ?? 0);
  }
};

/** The filters by values that the rows of a run do not share. */
export class RowTests {
  readonly #tables: readonly ByteTable[];
  #failed = new Uint8Array(64);

  constructor(groups: GroupedRows, filter: CompiledFilter) {
    this.#tables = (['sources', 'locations', 'discounts', 'ratings'] as const).flatMap((name) => {
      const table = filter[name];
      return table === null ? [] : [[groups[name], table] as const];
    });
  }

  get isEmpty(): boolean {
    return this.#tables.length === 0;
  }

  /** By place from `start` on, the bits of the filters that the row fails. Good until the next call. */
  failed(start: number, end: number): Uint8Array {
    if (this.#failed.length < end - start) this.#failed = new Uint8Array((end - start) * 2);
    this.#failed.fill(0, 0, end - start);
    for (const table of this.#tables) testRun(this.#failed, table, start, end);
    return this.#failed;
  }

  passes(at: number): boolean {
    for (const [column, table] of this.#tables) {
      if (table[column[at] ?? 0] !== 0) return false;
    }
    return true;
  }

  /** How many rows fail none of the filters. */
  countPassing(start: number, end: number): number {
    const [first, ...others] = this.#tables;
    if (first === undefined) return end - start;
    if (others.length === 0) return countPassingOne(first, start, end);
    const failed = this.failed(start, end);
    let passing = 0;
    for (let i = 0; i < end - start; i += 1) passing += failed[i] === 0 ? 1 : 0;
    return passing;
  }
}

/** Tells `visit` of the runs whose rows pass all filters but perhaps those of the given tests. */
export const visitRunsPassing = (
  groups: GroupedRows,
  filter: CompiledFilter,
  visit: (tests: RowTests, start: number, end: number) => void,
): void => {
  const tests = new RowTests(groups, filter);
  visitRuns(groups, filter, (start, end, _packed, failed) => {
    if (failed === 0) visit(tests, start, end);
  });
};
