import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { facetBit } from '../facets.ts';
import type { CompiledFilter } from './compiled-filter.ts';
import type { FacetCounter } from './facet-counter.ts';
import { visitPassing } from './group-runs.ts';
import { lowestWhere } from './grouped-rows.ts';
import type { Matches } from './matcher.ts';
import { RowBlock } from './row-block.ts';
import type { Segment } from './segment.ts';
import { placeInOrder, primaryOf, type LowestPlaces } from './top-rows.ts';

export interface CollectTask {
  readonly segment: Segment;
  readonly filter: CompiledFilter;
  readonly sort: SortOrder;
  /** Rows at places below the first or from the end on are counted but not kept. */
  readonly firstPlace: number;
  readonly endPlace: number;
  readonly kept: LowestPlaces;
}

const failWhereTableSays = (
  { rows, count, failed }: RowBlock,
  column: Uint16Array | Uint8Array,
  table: Uint8Array,
): void => {
  for (let i = 0; i < count; i += 1) {
    failed[i] = (failed[i] ?? 0) | (table[column[rows[i] ?? 0] ?? 0] ?? 0);
  }
};

const failOutside = (
  { rows, count, failed }: RowBlock,
  column: Uint32Array,
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
  if (filter.discounts !== null) failWhereTableSays(block, columns.discounts, filter.discounts);
  if (filter.ratings !== null) failWhereTableSays(block, columns.ratings, filter.ratings);
};

const placeOfRow = ({ columns }: Segment, sort: SortOrder, row: number): number =>
  placeInOrder(sort, primaryOf(sort, columns, row, 0), row);

const keepPassing = (
  { passing, passingCount }: RowBlock,
  { segment, sort, firstPlace, endPlace, kept }: CollectTask,
  scores: Int32Array | null,
): void => {
  for (let i = 0; i < passingCount; i += 1) {
    const row = passing[i] ?? 0;
    const score = scores === null ? 0 : (scores[row] ?? 1) - 1;
    const place = placeInOrder(sort, primaryOf(sort, segment.columns, row, score), row);
    if (place >= firstPlace && place < endPlace) kept.offer(place);
  }
};

const block = new RowBlock();

/** Counts all rows that match and keeps the first of the order. */
export const collectMatching = (
  task: CollectTask,
  matches: Matches,
  counter: FacetCounter | null,
): number => {
  const { segment, filter } = task;
  let total = 0;
  for (let start = 0; start < matches.count;) {
    start = block.fill(
      segment,
      matches.rows,
      start,
      Math.min(matches.count, start + RowBlock.size),
    );
    applyFilter(block, segment, filter);
    block.findPassing();
    total += block.passingCount;
    counter?.addBlock(segment.columns, block);
    keepPassing(block, task, matches.scores);
  }
  return total;
};

/** From where up to where in an order the rows stand that pass the filter by price. */
const placesOfPrices = (
  sort: SortOrder,
  { price }: CompiledFilter,
): readonly [from: number, to: number] => {
  if (price === null) return [-Infinity, Infinity];
  const [lowest, highest] = price;
  if (sort === 'price_asc') {
    return [placeInOrder(sort, lowest, 0), placeInOrder(sort, highest + 1, 0)];
  }
  if (sort === 'price_desc') {
    return [placeInOrder(sort, highest, 0), placeInOrder(sort, lowest - 1, 0)];
  }
  return [-Infinity, Infinity];
};

/** Rows that are looked at first where the first rows of an order are wanted; then twice as many, and so on. */
const FIRST_LOOK = 64;

/** Keeps the first rows of an order whose rows are known, and looks at no more than it must. */
export const collectFirst = (task: CollectTask, ordered: Uint32Array): void => {
  const { segment, filter, sort, firstPlace, endPlace, kept } = task;
  const placeAt = (at: number) => placeOfRow(segment, sort, ordered[at] ?? 0);
  const [first, last] = placesOfPrices(sort, filter);
  const start = lowestWhere(0, ordered.length, (at) => placeAt(at) >= Math.max(firstPlace, first));
  const end = lowestWhere(start, ordered.length, (at) => placeAt(at) >= Math.min(endPlace, last));
  for (let at = start, look = FIRST_LOOK; at < end && !kept.isFull; look *= 2) {
    at = block.fill(segment, ordered, at, Math.min(end, at + Math.min(look, RowBlock.size)));
    applyFilter(block, segment, filter);
    block.findPassing();
    keepPassing(block, task, null);
  }
};

/** Keeps the first rows of an order where few rows pass: it looks at all of these. */
export const collectFew = (task: CollectTask): void => {
  const { segment, filter, sort, firstPlace, endPlace, kept } = task;
  visitPassing(segment.groups, filter, (row) => {
    const place = placeOfRow(segment, sort, row);
    if (place >= firstPlace && place < endPlace) kept.offer(place);
  });
};
