import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { bucketEdgesInCents } from '@izgodno/contract/deals/facets';
import { highestRelevance, relevanceOf } from '../ordering.ts';
import { unpacked } from './packed-values.ts';
import { facetBit } from '../facets.ts';
import type { Columns } from './columns.ts';
import { FAILS_OTHER, type CompiledFilter } from './compiled-filter.ts';
import type { BlockCounter, FacetCounter } from './facet-counter.ts';
import {
  passesTests,
  testsOf,
  visitRunsPassing,
  type RowTest,
  type RowTests,
} from './group-runs.ts';
import { lowestWhere } from './lowest-where.ts';
import type { ListedRows, MatchedRows } from './match-list.ts';
import { narrowestRows, scannedRows } from './narrowest-rows.ts';
import type { AnyWidth } from './shared-memory.ts';
import { RowBlock } from './row-block.ts';
import type { Segment } from './segment.ts';
import { rankInOrder, primaryAtRank, primaryOf, type LowestRanks } from './top-rows.ts';

export interface CollectTask {
  readonly segment: Segment;
  readonly filter: CompiledFilter;
  readonly sort: SortOrder;
  /** Rows before the first rank or from the end rank on are counted but not collected. */
  readonly firstRank: number;
  readonly endRank: number;
  /** Rows before this one are fresh; see `freshFrom`. */
  readonly endOfFresh: number;
  readonly lowest: LowestRanks;
}

const failInWider = (
  { rows, count, failed }: RowBlock,
  column: Uint16Array | Uint32Array,
  table: Uint8Array,
): void => {
  for (let i = 0; i < count; i += 1) {
    failed[i] = (failed[i] ?? 0) | (table[column[rows[i] ?? 0] ?? 0] ?? 0);
  }
};

const failInBytes = (
  { rows, count, failed }: RowBlock,
  column: Uint8Array,
  table: Uint8Array,
): void => {
  for (let i = 0; i < count; i += 1) {
    failed[i] = (failed[i] ?? 0) | (table[column[rows[i] ?? 0] ?? 0] ?? 0);
  }
};

const failWhereTableSays = (block: RowBlock, column: AnyWidth, table: Uint8Array): void => {
  if (column instanceof Uint8Array) failInBytes(block, column, table);
  else failInWider(block, column, table);
};

const failOutside = (
  { rows, count, failed }: RowBlock,
  column: Uint32Array,
  [from, to]: readonly [number, number],
  bit: number,
): void => {
  // Without a branch: the sign of one of the differences shows that the value is outside.
  for (let i = 0; i < count; i += 1) {
    const value = column[rows[i] ?? 0] ?? 0;
    failed[i] = (failed[i] ?? 0) | ((((value - from) | (to - value)) >> 31) & bit);
  }
};

/**
 * Filter by filter over the whole block, because a loop that does one thing is many times as fast.
 */
const applyFilter = (
  block: RowBlock,
  { columns }: Segment,
  { packed, price, total, brands }: CompiledFilter,
  tests: readonly RowTest[],
): void => {
  block.failed.fill(0, 0, block.count);
  if (packed !== null) failWhereTableSays(block, columns.packed, packed);
  if (price !== null) failOutside(block, columns.prices, price, facetBit.price);
  if (total !== null) failOutside(block, columns.totals, total, FAILS_OTHER);
  if (brands !== null) failWhereTableSays(block, columns.brands, brands);
  for (const { column, table } of tests) failWhereTableSays(block, column, table);
};

const rankOfRow = ({ columns }: Segment, sort: SortOrder, row: number): number =>
  rankInOrder(sort, primaryOf(sort, columns, row, 0), row);

/** Rows ascend as words match, so of equal relevance the first one stays. */
const keepBest = (
  { rows, scores, failed, count }: RowBlock,
  { segment, firstRank, endRank, endOfFresh, lowest }: CollectTask,
): void => {
  const { packed, ties } = segment.columns;
  // Rows from the end rank on are not kept; those of the same relevance may be before it.
  const mostAfterEnd = endRank === Infinity ? -1 : primaryAtRank('relevance', endRank) - 1;
  let least = lowest.isFull ? primaryAtRank('relevance', lowest.highest) : mostAfterEnd;
  for (let i = 0; i < count; i += 1) {
    const score = scores[i] ?? 0;
    if (highestRelevance(score) <= least || failed[i] !== 0) continue;
    const row = rows[i] ?? 0;
    const tie = ties[row] ?? 0;
    const isFresh = row < endOfFresh;
    // Each column is an access to memory, which most rows do not need.
    if (relevanceOf(score, true, tie, isFresh) <= least) continue;
    const isInStock = unpacked.inStock[packed[row] ?? 0] === 1;
    const relevance = relevanceOf(score, isInStock, tie, isFresh);
    if (relevance <= least) continue;
    const rank = rankInOrder('relevance', relevance, row);
    if (rank < firstRank || rank >= endRank) continue;
    lowest.offer(rank);
    if (lowest.isFull) least = primaryAtRank('relevance', lowest.highest);
  }
};

const keepPassing = (
  { rows, failed, count }: RowBlock,
  { segment, sort, firstRank, endRank, lowest }: CollectTask,
): void => {
  for (let i = 0; i < count; i += 1) {
    if (failed[i] !== 0) continue;
    const row = rows[i] ?? 0;
    const rank = rankOfRow(segment, sort, row);
    if (rank >= lowest.highest || rank < firstRank || rank >= endRank) continue;
    lowest.offer(rank);
  }
};

const block = new RowBlock();

/**
 * Filters the matching rows block by block, counts those that pass, and calls `visit` for each block.
 */
const filterBlocks = (
  segment: Segment,
  filter: CompiledFilter,
  matches: ListedRows,
  visit: () => void,
): number => {
  const filtered = Object.values(filter).some((table) => table !== null);
  if (!filtered) block.failed.fill(0);
  const tests = testsOf(filter, segment.columns);
  let total = 0;
  for (let start = 0; start < matches.count;) {
    start = block.fill(segment, matches, start, Math.min(matches.count, start + RowBlock.size));
    if (filtered) {
      applyFilter(block, segment, filter, tests);
      block.findPassing();
    } else block.passAll();
    total += block.passing.length;
    visit();
  }
  return total;
};

/** Counts all matching rows and collects the first ones of the order. */
export const collectMatching = (
  task: CollectTask,
  matches: MatchedRows,
  counter: FacetCounter | null,
): number =>
  filterBlocks(task.segment, task.filter, matches, () => {
    counter?.addBlock(task.segment.columns, block);
    if (task.sort === 'relevance') keepBest(block, task);
    else keepPassing(block, task);
  });

/** Without words, rows have no scores. */
const NO_SCORES = new Int32Array();

const listed = (rows: Uint32Array): MatchedRows => ({
  rows,
  count: rows.length,
  scores: NO_SCORES,
});

/** All rows, as a list that names none of them. */
const everyRow = ({ size }: Segment): ListedRows => ({
  rows: null,
  count: size,
  scores: NO_SCORES,
});

/** Counts the rows that pass the filters: those with the words, or all. */
export const countPassing = (
  segment: Segment,
  filter: CompiledFilter,
  matches: MatchedRows | null,
  counter: BlockCounter,
): void => {
  const scanned = matches === null ? scannedRows(segment, filter) : null;
  const rows = matches ?? (scanned === null ? everyRow(segment) : listed(scanned.rows));
  filterBlocks(segment, scanned?.others ?? filter, rows, () =>
    counter.addBlock(segment.columns, block),
  );
};

/** The same for a list of rows, without words. */
const collectListed = (
  task: CollectTask,
  rows: Uint32Array,
  counter: FacetCounter | null,
): number => collectMatching(task, listed(rows), counter);

/** Rows read along an order before any other way is tried. */
const LEAST_PATIENCE = 256;
/** The cost of reading a row along an order, relative to reading one of those that pass. */
const ORDER_COST = 4;

/** The filter by packed values comes first, because most rows fail it. */
const passes = (
  columns: Columns,
  filter: CompiledFilter,
  tests: readonly RowTest[],
  row: number,
): boolean => {
  const price = columns.prices[row] ?? 0;
  return (
    (filter.packed === null || filter.packed[columns.packed[row] ?? 0] === 0) &&
    (filter.price === null || (price >= filter.price[0] && price <= filter.price[1])) &&
    passesTests(tests, row)
  );
};

/**
 * Collects the first rows of a known order; without a list of them, that of the rows. Stops after
 * `patience` rows without enough hits, or at the end of the list, and returns the rank reached.
 */
const collectInOrder = (
  task: CollectTask,
  ordered: Uint32Array | null,
  patience: number,
): number => {
  const { segment, filter, sort, firstRank, endRank, lowest } = task;
  const length = ordered?.length ?? segment.size;
  const rowAt = (at: number) => (ordered === null ? at : (ordered[at] ?? 0));
  const rankAt = (at: number) => rankOfRow(segment, sort, rowAt(at));
  const start = lowestWhere(0, length, (at) => rankAt(at) >= firstRank);
  const end = lowestWhere(start, length, (at) => rankAt(at) >= endRank);
  const stop = Math.min(end, start + patience);
  const tests = testsOf(filter, segment.columns);
  for (let at = start; at < stop && !lowest.isFull; at += 1) {
    const row = rowAt(at);
    if (segment.deleted[row] === 0 && passes(segment.columns, filter, tests, row)) {
      lowest.offer(rankAt(at));
    }
  }
  if (lowest.isFull) return endRank;
  if (stop < end) return rankAt(stop);
  const isCut = end === length && length < segment.size;
  return isCut ? Math.max(firstRank, rankAt(length - 1) + 1) : endRank;
};

/** Collects the first of the rows that pass, from a rank on; reads all that pass. */
const collectPassing = (task: CollectTask, firstRank: number): void => {
  const { segment, filter, sort, endRank, lowest } = task;
  const { rows, values } = segment.groups;
  visitRunsPassing(segment.groups, filter, (tests, start, end) => {
    const failed = tests.failed(start, end);
    for (let at = start; at < end; at += 1) {
      if (failed[at - start] !== 0) continue;
      const row = rows[at] ?? 0;
      const rank =
        sort === 'rating'
          ? rankInOrder(sort, values.rating[at] ?? 0, row)
          : rankOfRow(segment, sort, row);
      if (rank >= firstRank && rank < endRank) lowest.offer(rank);
    }
  });
};

/**
 * The same for an order by price, which is the order of rows in a run: it leaves a run early, and
 * passes over those of the buckets of prices that come too late.
 */
const collectByPrice = ({
  segment,
  filter,
  sort,
  firstRank,
  endRank,
  lowest,
}: CollectTask): void => {
  const { groups } = segment;
  const { rows } = groups;
  const { prices } = segment.columns;
  const isAscending = sort === 'price_asc';
  const step = isAscending ? 1 : -1;
  const isTooLate = (price: number): boolean =>
    rankInOrder(sort, price, 0) >= Math.min(endRank, lowest.highest);
  const visit = (tests: RowTests, start: number, end: number, group: number): void => {
    const bucket = unpacked.bucket[groups.packed[group] ?? 0] ?? 0;
    const nearest = bucketEdgesInCents[isAscending ? bucket : bucket + 1];
    if (nearest !== undefined && isTooLate(nearest)) return;
    const [first, stop] = isAscending ? [start, end] : [end - 1, start - 1];
    for (let at = first; at !== stop; at += step) {
      // The first price is read in any case, because a run may have no row that passes.
      if (at !== first && !tests.passes(at)) continue;
      const row = rows[at] ?? 0;
      const price = prices[row] ?? 0;
      // Of equal prices, the first may come last here.
      if (isTooLate(price)) return;
      const rank = rankInOrder(sort, price, row);
      if (rank >= firstRank && rank < endRank && tests.passes(at)) lowest.offer(rank);
    }
  };
  visitRunsPassing(groups, filter, visit, isAscending ? groups.cheapestFirst : groups.cheapestLast);
};

/**
 * Collects the first rows of an order that depends on the deal alone. About `total` rows of the
 * segment pass the filters.
 */
export const collectFirst = (task: CollectTask, total: number): void => {
  const { sort, segment, endRank, filter } = task;
  const scanned = scannedRows(segment, filter);
  if (scanned !== null) {
    collectListed({ ...task, filter: scanned.others }, scanned.rows, null);
    return;
  }
  const patience = Math.max(LEAST_PATIENCE, Math.ceil(total / ORDER_COST));
  if (sort === 'price_asc' || sort === 'price_desc') {
    collectByPrice(task);
    return;
  }
  const ordered = sort === 'rating' || sort === 'total_asc' ? segment.rowsIn(sort) : null;
  const done = collectInOrder(task, ordered, patience);
  if (done < endRank) collectPassing(task, done);
};

/**
 * Counts all rows that pass the filters and collects the first ones of an order that depends on the
 * deal alone.
 */
export const collectFiltered = (task: CollectTask, counter: FacetCounter): number => {
  const { segment, filter } = task;
  const scanned = scannedRows(segment, filter);
  if (scanned !== null) {
    return collectListed({ ...task, filter: scanned.others }, scanned.rows, counter);
  }
  const narrowed = narrowestRows(segment, filter);
  if (narrowed === null) {
    const total = counter.addGroups(segment.groups, filter);
    if (total > 0) collectFirst(task, total);
    return total;
  }
  const { by, lists } = narrowed;
  counter.addFailing(segment.groups, filter, by);
  const others = { ...filter, [by]: null };
  let total = 0;
  for (const rows of lists) {
    total += collectListed({ ...task, filter: others }, rows, counter);
  }
  return total;
};
