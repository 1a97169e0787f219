import { bucketEdgesInCents } from '@izgodno/contract/deals/facets';
import { facetBit } from '../facets.ts';
import type { Columns } from './columns.ts';
import { FAILS_OTHER, type CompiledFilter } from './compiled-filter.ts';
import { rowValues, type GroupedRows, type RowValue } from './grouped-rows.ts';
import { unpacked } from './packed-values.ts';
import { oneIfZero } from './row-block.ts';

/**
 * Rows of a group, from position `start` to `end`, all of which fail the filters by packed values and
 * price whose bits are in `failed`.
 */
export type VisitRun = (group: number, start: number, end: number, failed: number) => void;

/**
 * Calls `visit` for all rows, run by run, except those that no facet counts; for the groups in this
 * order, by their numbers, if there is one.
 */
export const visitRuns = (
  groups: GroupedRows,
  { packed: table, price }: CompiledFilter,
  visit: VisitRun,
  order: Uint16Array | null = null,
): void => {
  const [lowest, highest] = price ?? [0, Infinity];
  for (let visited = 0; visited < groups.packed.length; visited += 1) {
    const group = order === null ? visited : (order[visited] ?? 0);
    const packed = groups.packed[group] ?? 0;
    const failed = table === null ? 0 : (table[packed] ?? 0);
    if (failed === FAILS_OTHER || (failed & (failed - 1)) !== 0) continue;
    const start = groups.starts[group] ?? 0;
    const end = groups.ends[group] ?? 0;
    const bucket = unpacked.bucket[packed] ?? 0;
    const edge = bucketEdgesInCents[bucket] ?? 0;
    const nextEdge = bucketEdgesInCents[bucket + 1] ?? Infinity;
    if (lowest <= edge && nextEdge <= highest) {
      visit(group, start, end, failed);
    } else if (nextEdge <= lowest || highest < edge) {
      if (failed === 0) visit(group, start, end, facetBit.price);
    } else {
      const from = lowest <= edge ? start : groups.firstNotBelow(lowest, group);
      const to =
        nextEdge <= highest ? end : Math.max(from, groups.firstNotBelow(highest + 1, group));
      visit(group, from, to, failed);
      if (failed !== 0) continue;
      visit(group, start, from, facetBit.price);
      visit(group, to, end, facetBit.price);
    }
  }
};

export interface RowTest {
  readonly name: RowValue;
  readonly column: Uint16Array | Uint8Array;
  /** By value, the bit of the filter that it fails. */
  readonly table: Uint8Array;
}

/** The tests of a query for values that rows of a group do not share. */
export const testsOf = (filter: CompiledFilter, values: Pick<Columns, RowValue>): RowTest[] =>
  rowValues.flatMap((name) => {
    const table = filter[name];
    return table === null ? [] : [{ name, column: values[name], table }];
  });

export const passesTests = (tests: readonly RowTest[], at: number): boolean => {
  for (const { column, table } of tests) {
    if (table[column[at] ?? 0] !== 0) return false;
  }
  return true;
};

const testRun = (
  failed: Uint8Array,
  { column, table }: RowTest,
  start: number,
  end: number,
): void => {
  for (let at = start; at < end; at += 1) {
    failed[at - start] = (failed[at - start] ?? 0) | (table[column[at] ?? 0] ?? 0);
  }
};

/** Lists the positions of the rows that a test gives these bits, and returns how many. */
const listFailing = (
  positions: Uint32Array,
  { column, table }: RowTest,
  bits: number,
  start: number,
  end: number,
): number => {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    positions[count] = at;
    count += oneIfZero((table[column[at] ?? 0] ?? 0) ^ bits);
  }
  return count;
};

/** The filters by values that the rows of a run do not share. */
export class RowTests {
  readonly #groups: GroupedRows;
  readonly #tests: readonly RowTest[];
  #failed = new Uint8Array(64);
  #positions = new Uint32Array(64);

  constructor(groups: GroupedRows, filter: CompiledFilter) {
    this.#groups = groups;
    this.#tests = testsOf(filter, groups.values);
  }

  get isEmpty(): boolean {
    return this.#tests.length === 0;
  }

  /**
   * By position from `start` on, the bits of the filters that the row fails. Valid until the next
   * call.
   */
  failed(start: number, end: number): Uint8Array {
    if (this.#failed.length < end - start) this.#failed = new Uint8Array((end - start) * 2);
    this.#failed.fill(0, 0, end - start);
    for (const test of this.#tests) testRun(this.#failed, test, start, end);
    return this.#failed;
  }

  include(name: RowValue): boolean {
    return this.#tests.some((test) => test.name === name);
  }

  /**
   * The positions from `start` to `end` whose rows fail the filters with these bits. Valid until the
   * next call.
   */
  positionsFailing(bits: number, start: number, end: number): Uint32Array {
    if (this.#positions.length < end - start) this.#positions = new Uint32Array((end - start) * 2);
    const positions = this.#positions;
    const [first, ...others] = this.#tests;
    if (first !== undefined && others.length === 0) {
      return positions.subarray(0, listFailing(positions, first, bits, start, end));
    }
    const failed = this.failed(start, end);
    let count = 0;
    for (let at = start; at < end; at += 1) {
      positions[count] = at;
      count += oneIfZero((failed[at - start] ?? 0) ^ bits);
    }
    return positions.subarray(0, count);
  }

  passes(at: number): boolean {
    return passesTests(this.#tests, at);
  }

  /** How many rows of a run fail none of the filters. */
  countPassing(group: number, start: number, end: number): number {
    const [first, ...others] = this.#tests;
    if (first === undefined) return end - start;
    if (others.length === 0 && this.#groups.isWhole(group, start, end)) {
      return this.#groups.countsOf(first.name).countPassing(first.table, group);
    }
    const failed = this.failed(start, end);
    let passing = 0;
    for (let i = 0; i < end - start; i += 1) passing += oneIfZero(failed[i] ?? 0);
    return passing;
  }
}

/**
 * Calls `visit` for the runs whose rows pass all filters except possibly those of the given tests.
 * The order is that of `visitRuns`.
 */
export const visitRunsPassing = (
  groups: GroupedRows,
  filter: CompiledFilter,
  visit: (tests: RowTests, start: number, end: number, group: number) => void,
  order: Uint16Array | null = null,
): void => {
  const tests = new RowTests(groups, filter);
  const visitPassing: VisitRun = (group, start, end, failed) => {
    if (failed === 0) visit(tests, start, end, group);
  };
  visitRuns(groups, filter, visitPassing, order);
};
