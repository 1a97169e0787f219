import type { Segment } from './segment.ts';

/** A few rows of a segment on their way through the filters. Small enough for the processor's cache. */
export class RowBlock {
  static readonly size = 1_024;

  /** The first `count` are meant. */
  readonly rows = new Uint32Array(RowBlock.size);
  count = 0;
  /** By place in `rows`, the bits of the filters that the row fails. */
  readonly failed = new Uint8Array(RowBlock.size);
  /** The rows that fail no filter; the first `passingCount` are meant. */
  readonly passing = new Uint32Array(RowBlock.size);
  passingCount = 0;

  /** Takes the live ones of the listed rows, from `start` to `end`; returns `end`. */
  fill({ deleted, deletedRows }: Segment, list: Uint32Array, start: number, end: number): number {
    const { rows } = this;
    if (deletedRows.length === 0) {
      rows.set(list.subarray(start, end));
      this.count = end - start;
      return end;
    }
    let count = 0;
    for (let at = start; at < end; at += 1) {
      const row = list[at] ?? 0;
      rows[count] = row;
      count += 1 - (deleted[row] ?? 0);
    }
    this.count = count;
    return end;
  }

  findPassing(): void {
    const { rows, failed, passing, count } = this;
    let passingCount = 0;
    for (let i = 0; i < count; i += 1) {
      passing[passingCount] = rows[i] ?? 0;
      if (failed[i] === 0) passingCount += 1;
    }
    this.passingCount = passingCount;
  }
}
