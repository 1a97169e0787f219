/** Unsigned whole numbers, in the smallest width that fits all of them. */
export type AnyWidth = Uint8Array | Uint16Array | Uint32Array;

const LOW_RANGE = 2 ** 32;

const highestOf = (column: Uint16Array | Uint32Array): number => {
  let highest = 0;
  for (const value of column) highest = Math.max(highest, value);
  return highest;
};

/** The same numbers in bytes, if all fit. */
export const inBytes = (column: Uint16Array): Uint8Array | Uint16Array =>
  highestOf(column) < 2 ** 8 ? new Uint8Array(column) : column;

/** The same numbers in the smallest width that fits all. */
export const inFewestBytes = (column: Uint32Array): AnyWidth =>
  highestOf(column) < 2 ** 16 ? inBytes(new Uint16Array(column)) : column;

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

  /** Of safe integers. */
  static of(values: Float64Array): OffsetColumn {
    const base = values.reduce((lowest, value) => Math.min(lowest, value), values[0] ?? 0);
    const low = Uint32Array.from(values, (value) => (value - base) % LOW_RANGE);
    const high = inFewestBytes(
      Uint32Array.from(values, (value) => Math.floor((value - base) / LOW_RANGE)),
    );
    return new OffsetColumn(base, low, high.some((value) => value > 0) ? high : null);
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
