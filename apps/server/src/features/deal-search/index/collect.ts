import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { facetBit } from '../facets.ts';
import { FAILS_OTHER, type CompiledFilter } from './compiled-filter.ts';
import type { FacetCounter } from './facet-counter.ts';
import type { Matches } from './matcher.ts';
import { RowBlock } from './row-block.ts';
import type { Segment } from './segment.ts';
import { placeInOrder, primaryOf, rowAtPlace, type LowestPlaces } from './top-rows.ts';

export interface CollectTask {
  readonly segment: Segment;
  readonly filter: CompiledFilter;
  readonly sort: SortOrder;
  /** Rows at lower places are counted but not kept. */
  readonly firstPlace: number;
  readonly kept: LowestPlaces;
}

const failWhereTableSays = (
  { rows, count, failed }: RowBlock,
  column: Uint16Array,
  table: Uint8Array,
): void => {
  for (let i = 0; i < count; i += 1) {
    failed[i] = (failed[i] ?? 0) | (table[column[rows[i] ?? 0] ?? 0] ?? 0);
  }
};

const failOutside = (
  { rows, count, failed }: RowBlock,
  column: Uint32Array | Uint8Array,
  [from, to]: readonly [number, number],
  bit: number,
): void => {
  for (let i = 0; i < count; i += 1) {
    const value = column[rows[i] ?? 0] ?? 0;
    failed[i] = (failed[i] ?? 0) | (value < from || value > to ? bit : 0);
  }
};

/** Filter by filter over the whole block: a loop that does one thing is many times as fast. */
const applyFilter = (block: RowBlock, { columns }: Segment, filter: CompiledFilter): void => {
  block.failed.fill(0, 0, block.count);
  if (filter.packed !== null) failWhereTableSays(block, columns.packed, filter.packed);
  if (filter.sources !== null) failWhereTableSays(block, columns.sources, filter.sources);
  if (filter.locations !== null) failWhereTableSays(block, columns.locations, filter.locations);
  if (filter.price !== null) failOutside(block, columns.prices, filter.price, facetBit.price);
  if (filter.discount !== null) failOutside(block, columns.discounts, filter.discount, FAILS_OTHER);
  if (filter.rating !== null) failOutside(block, columns.ratings, filter.rating, FAILS_OTHER);
};

const keepPassing = (
  { passing, passingCount }: RowBlock,
  { segment, sort, firstPlace, kept }: CollectTask,
  scores: Int32Array | null,
): void => {
  for (let i = 0; i < passingCount; i += 1) {
    const row = passing[i] ?? 0;
    const score = scores === null ? 0 : (scores[row] ?? 1) - 1;
    const place = placeInOrder(sort, primaryOf(sort, segment.columns, row, score), row);
    if (place >= firstPlace) kept.offer(place);
  }
};

const block = new RowBlock();

/** Counts all rows that match, or every row where `matches` is null, and keeps the first of the order. */
export const collectAll = (
  task: CollectTask,
  matches: Matches | null,
  counter: FacetCounter | null,
): number => {
  const { segment, filter } = task;
  const count = matches === null ? segment.size : matches.count;
  let total = 0;
  for (let start = 0; start < count;) {
    start = block.fill(segment, matches === null ? null : matches.rows, start, count);
    applyFilter(block, segment, filter);
    block.findPassing();
    total += block.passingCount;
    counter?.addBlock(segment.columns, block);
    // All rows come newest first: once there are enough of the newest, none that follows is kept.
    const isSettled = matches === null && task.sort === 'newest' && task.kept.isFull;
    if (!isSettled) keepPassing(block, task, matches === null ? null : matches.scores);
  }
  return total;
};

/** Keeps the first rows of an order whose places are known, and looks at no more than it must. */
export const collectFirst = (task: CollectTask, places: Float64Array): void => {
  const { segment, filter, firstPlace, kept } = task;
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < firstPlace) low = middle + 1;
    else high = middle;
  }
  const rows = new Uint32Array(RowBlock.size);
  for (let at = low; at < places.length && !kept.isFull; at += rows.length) {
    const count = Math.min(rows.length, places.length - at);
    for (let i = 0; i < count; i += 1) rows[i] = rowAtPlace(places[at + i] ?? 0);
    block.fill(segment, rows, 0, count);
    applyFilter(block, segment, filter);
    block.findPassing();
    keepPassing(block, task, null);
  }
};
