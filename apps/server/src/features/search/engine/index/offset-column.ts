import { filled, sharedBytes, sharedPairs, sharedWords, type AnyWidth } from './shared-memory.ts';

const LOW_RANGE = 2 ** 32;

const highestOf = (column: AnyWidth): number => {
  let highest = 0;
  for (let row = 0; row < column.length; row += 1) highest = Math.max(highest, column[row] ?? 0);
  return highest;
};

/** The same numbers in shared memory, in bytes if all fit. */
export const inBytes = (column: Uint16Array | Uint32Array): Uint8Array | Uint16Array =>
  filled((highestOf(column) < 2 ** 8 ? sharedBytes : sharedPairs)(column.length), column);

/** The same numbers in shared memory, in the smallest width that fits all. */
export const inFewestBytes = (column: Uint32Array): AnyWidth =>
  highestOf(column) < 2 ** 16 ? inBytes(column) : filled(sharedWords(column.length), column);

/**
 * Whole numbers by row, each stored as its difference from the lowest one: deals of a segment
 * usually came together, so that differences are far smaller than ids and times are.
 */
export class OffsetColumn {
  /** The lowest number. */
  readonly base: number;
  /** The low 32 bits of the differences. */
  readonly low: Uint32Array;
  /** The bits above these; null if no difference has any. */
  readonly high: AnyWidth | null;

  constructor(base: number, low: Uint32Array, high: AnyWidth | null) {
    this.base = base;
    this.low = low;
    this.high = high;
  }

  /** Of safe integers. In loops, because `entries` makes an object of each row and `from` a call. */
  static of(values: Float64Array): OffsetColumn {
    let base = values[0] ?? 0;
    for (let row = 0; row < values.length; row += 1) base = Math.min(base, values[row] ?? 0);
    const low = sharedWords(values.length);
    const high = new Uint32Array(values.length);
    for (let row = 0; row < values.length; row += 1) {
      const difference = (values[row] ?? 0) - base;
      low[row] = difference % LOW_RANGE;
      high[row] = Math.floor(difference / LOW_RANGE);
    }
    return new OffsetColumn(base, low, highestOf(high) > 0 ? inFewestBytes(high) : null);
  }

  get length(): number {
    return this.low.length;
  }

  get byteLength(): number {
    return this.low.byteLength + (this.high?.byteLength ?? 0);
  }

  at(row: number): number {
    const low = this.base + (this.low[row] ?? 0);
    return this.high === null ? low : low + (this.high[row] ?? 0) * LOW_RANGE;
  }
}
