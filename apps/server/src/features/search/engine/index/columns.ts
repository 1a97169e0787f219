import { everyByte, type ByteName } from './filter-columns.ts';

/** The values of a segment's deals, one row each, newest first. */
export interface Columns extends Readonly<Record<ByteName, Uint8Array>> {
  readonly ids: Float64Array;
  /** `change_seq` of the indexed version. */
  readonly versions: Float64Array;
  /** Microseconds since the epoch. */
  readonly postedAt: Float64Array;
  /** Euro cents. */
  readonly prices: Uint32Array;
  /** The prices with delivery, as far as that is known. */
  readonly totals: Uint32Array;
  /** See `packed-values.ts`. */
  readonly packed: Uint16Array;
  /** The dictionaries' numbers of sources, locations and spellings of brands; 0 of the latter two is "none". */
  readonly sources: Uint16Array;
  readonly locations: Uint16Array;
  readonly brands: Uint32Array;
  /** See `home-values.ts`. */
  readonly homes: Uint8Array;
  /** See `tieOf`. */
  readonly ties: Uint8Array;
}

/** Columns of zeros. */
export const createColumns = (size: number): Columns => ({
  ids: new Float64Array(size),
  versions: new Float64Array(size),
  postedAt: new Float64Array(size),
  prices: new Uint32Array(size),
  totals: new Uint32Array(size),
  packed: new Uint16Array(size),
  sources: new Uint16Array(size),
  locations: new Uint16Array(size),
  brands: new Uint32Array(size),
  homes: new Uint8Array(size),
  ties: new Uint8Array(size),
  ...everyByte(() => new Uint8Array(size)),
});

/** Rows have at most this many bits, so that a row and a rank fit one exact number. */
export const ROW_BITS = 22;
export const ROW_RANGE = 2 ** ROW_BITS;
