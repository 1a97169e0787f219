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

  /** Takes live rows of the list, or of the whole segment, from `start` on; returns where to go on. */
  fill(segment: Segment, list: Uint32Array | null, start: number, end: number): number {
    const stop = Math.min(end, start + RowBlock.size);
    const { rows } = this;
    const { deleted } = segment;
    let count = 0;
    if (segment.deletedRows.length === 0) {
      for (let at = start; at < stop; at += 1) {
        rows[count] = list === null ? at : (list[at] ?? 0);
        count += 1;
      }
    } else {
      for (let at = start; at < stop; at += 1) {
        const row = list === null ? at : (list[at] ?? 0);
        rows[count] = row;
        count += 1 - (deleted[row] ?? 0);
      }
    }
    this.count = count;
    return stop;
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
