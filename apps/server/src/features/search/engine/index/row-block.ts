import type { ListedRows } from './match-list.ts';
import type { Segment } from './segment.ts';

/**
 * 1 for 0, and 0 for a positive number. A branch would take many times as long, because the rows
 * that pass are unpredictable.
 */
export const oneIfZero = (bits: number): number => (bits - 1) >>> 31;

/**
 * A block of a segment's rows on their way through the filters, small enough for the processor's
 * cache.
 */
export class RowBlock {
  static readonly size = 1_024;

  /** Only the first `count` entries are valid. */
  readonly rows = new Uint32Array(RowBlock.size);
  count = 0;
  /** By place in `rows`, the score; undefined if rows match without words. */
  readonly scores = new Int32Array(RowBlock.size);
  /** By place in `rows`, the bits of the filters that the row fails. */
  readonly failed = new Uint8Array(RowBlock.size);
  readonly #passing = new Uint32Array(RowBlock.size);
  /** The rows that fail no filter. */
  passing = this.#passing.subarray(0, 0);

  /** Reads the live ones of the listed rows, from `start` to `end`; returns `end`. */
  fill({ deleted, deletedRows }: Segment, list: ListedRows, start: number, end: number): number {
    const { rows, scores } = this;
    const listed = list.rows;
    if (deletedRows.length === 0 && listed !== null) {
      rows.set(listed.subarray(start, end));
      scores.set(list.scores.subarray(start, end));
      this.count = end - start;
      return end;
    }
    let count = 0;
    for (let at = start; at < end; at += 1) {
      const row = listed === null ? at : (listed[at] ?? 0);
      rows[count] = row;
      scores[count] = list.scores[at] ?? 0;
      count += 1 - (deleted[row] ?? 0);
    }
    this.count = count;
    return end;
  }

  /** All rows pass, without a look at `failed`. */
  passAll(): void {
    this.passing = this.rows.subarray(0, this.count);
  }

  findPassing(): void {
    const { rows, failed, count } = this;
    const passing = this.#passing;
    let passingCount = 0;
    for (let i = 0; i < count; i += 1) {
      passing[passingCount] = rows[i] ?? 0;
      passingCount += oneIfZero(failed[i] ?? 0);
    }
    this.passing = passing.subarray(0, passingCount);
  }
}
