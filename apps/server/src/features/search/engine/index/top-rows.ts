import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import { isAscending, type SortKey } from '../ordering.ts';
import { ROW_RANGE, type Columns } from './columns.ts';
import type { Segment } from './segment.ts';

/** Prices in cents, ratings and scores are all below. */
const MAX_VALUE = 2 ** 31 - 1;

/** A number that ascends along the order; applying it twice returns the value. */
const ascendingValue = (sort: SortOrder, primary: number): number =>
  isAscending(sort) ? primary : MAX_VALUE - primary;

/** `SortKey.primary` of a row, given the score of the text. */
export const primaryOf = (
  sort: SortOrder,
  { prices, totals, rating }: Columns,
  row: number,
  score: number,
): number => {
  if (sort === 'relevance') return score;
  if (sort === 'rating') return rating[row] ?? 0;
  if (sort === 'total_asc') return totals[row] ?? 0;
  return sort === 'newest' ? 0 : (prices[row] ?? 0);
};

/** The rank of a row in an order of its segment: the value and the row in one exact number. */
export const rankInOrder = (sort: SortOrder, primary: number, row: number): number =>
  ascendingValue(sort, primary) * ROW_RANGE + row;

export const rowAtRank = (rank: number): number => rank % ROW_RANGE;

export const primaryAtRank = (sort: SortOrder, rank: number): number =>
  ascendingValue(sort, Math.floor(rank / ROW_RANGE));

/** The first row that comes after a deal in newest-first order. */
export const firstRowAfter = (
  { columns, size }: Pick<Segment, 'columns' | 'size'>,
  { postedAt, id }: Pick<SortKey, 'postedAt' | 'id'>,
): number => {
  const { ids, postedAt: times } = columns;
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const time = times.at(middle);
    if (time < postedAt || (time === postedAt && ids.at(middle) < id)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The first rank that comes after a deal, which may be in another segment. */
export const firstRankAfter = (
  segment: Pick<Segment, 'columns' | 'size'>,
  sort: SortOrder,
  after: SortKey,
): number => rankInOrder(sort, after.primary, 0) + firstRowAfter(segment, after);

/** Collects the lowest of the given ranks: a heap whose root is the highest one collected. */
export class LowestRanks {
  readonly #heap: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#heap = new Float64Array(capacity);
  }

  get isFull(): boolean {
    return this.#size === this.#heap.length;
  }

  /** The highest rank that can still be among the lowest; none can with a capacity of 0. */
  get highest(): number {
    return this.isFull ? (this.#heap[0] ?? -Infinity) : Infinity;
  }

  offer(rank: number): void {
    if (this.#size < this.#heap.length) {
      this.#heap[this.#size] = rank;
      this.#size += 1;
      this.#rise(this.#size - 1);
    } else if (rank < (this.#heap[0] ?? 0)) {
      this.#heap[0] = rank;
      this.#sink();
    }
  }

  ascending(): Float64Array {
    return this.#heap.slice(0, this.#size).sort();
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let child = from; child > 0;) {
      const parent = (child - 1) >>> 1;
      if ((heap[parent] ?? 0) >= (heap[child] ?? 0)) return;
      swap(heap, parent, child);
      child = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let parent = 0; ;) {
      const left = parent * 2 + 1;
      if (left >= this.#size) return;
      const right = left + 1;
      const child = right < this.#size && (heap[right] ?? 0) > (heap[left] ?? 0) ? right : left;
      if ((heap[parent] ?? 0) >= (heap[child] ?? 0)) return;
      swap(heap, parent, child);
      parent = child;
    }
  }
}

const swap = (list: Float64Array, a: number, b: number): void => {
  const swapped = list[a] ?? 0;
  list[a] = list[b] ?? 0;
  list[b] = swapped;
};
