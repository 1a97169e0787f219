import { everyByte, type ByteName } from './filter-columns.ts';
import { inBytes, inFewestBytes, OffsetColumn } from './offset-column.ts';
import { sharedBytes, sharedPairs, sharedWords, type AnyWidth } from './shared-memory.ts';

/** The columns with the same width in all segments. */
interface FixedColumns extends Readonly<Record<ByteName, Uint8Array>> {
  /** Euro cents. */
  readonly prices: Uint32Array;
  /** The prices with delivery, as far as that is known. */
  readonly totals: Uint32Array;
  /** See `packed-values.ts`. */
  readonly packed: Uint16Array;
  /** See `home-values.ts`. */
  readonly homes: Uint8Array;
  /** See `tieOf`. */
  readonly ties: Uint8Array;
}

/** The values of a segment's deals, one row each, newest first. */
export interface Columns extends FixedColumns {
  readonly ids: OffsetColumn;
  /** `change_seq` of the indexed version. */
  readonly versions: OffsetColumn;
  /** Microseconds since the epoch. */
  readonly postedAt: OffsetColumn;
  /** The dictionaries' numbers of sources, locations and spellings of brands; 0 of the latter two is "none". */
  readonly sources: Uint16Array | Uint8Array;
  readonly locations: Uint16Array | Uint8Array;
  readonly brands: AnyWidth;
}

/** Columns that are being filled, in which every value has room. */
export interface WideColumns extends FixedColumns {
  readonly ids: Float64Array;
  readonly versions: Float64Array;
  readonly postedAt: Float64Array;
  readonly sources: Uint16Array;
  readonly locations: Uint16Array;
  readonly brands: Uint32Array;
}

/** Columns of zeros in shared memory. */
export const createFixedColumns = (size: number): FixedColumns => ({
  prices: sharedWords(size),
  totals: sharedWords(size),
  packed: sharedPairs(size),
  homes: sharedBytes(size),
  ties: sharedBytes(size),
  ...everyByte(() => sharedBytes(size)),
});

/** Columns of zeros. */
export const createColumns = (size: number): WideColumns => ({
  ...createFixedColumns(size),
  ids: new Float64Array(size),
  versions: new Float64Array(size),
  postedAt: new Float64Array(size),
  sources: new Uint16Array(size),
  locations: new Uint16Array(size),
  brands: new Uint32Array(size),
});

const noRows = createColumns(0);
const isColumn = (name: string): name is keyof WideColumns => Object.hasOwn(noRows, name);
const columnNames = Object.keys(noRows).filter(isColumn);

/** Columns with the rows at some positions of others. */
export const inOrder = (columns: WideColumns, positions: Uint32Array): WideColumns => {
  const ordered = createColumns(positions.length);
  for (const name of columnNames) {
    const [from, to] = [columns[name], ordered[name]];
    for (let row = 0; row < positions.length; row += 1) to[row] = from[positions[row] ?? 0] ?? 0;
  }
  return ordered;
};

/** The columns in as few bytes as their values allow, in shared memory. */
export const compactColumns = (columns: WideColumns): Columns => ({
  ...columns,
  ids: OffsetColumn.of(columns.ids),
  versions: OffsetColumn.of(columns.versions),
  postedAt: OffsetColumn.of(columns.postedAt),
  sources: inBytes(columns.sources),
  locations: inBytes(columns.locations),
  brands: inFewestBytes(columns.brands),
});

/** Rows have at most this many bits, so that a row and a rank fit one exact number. */
export const ROW_BITS = 22;
export const ROW_RANGE = 2 ** ROW_BITS;
