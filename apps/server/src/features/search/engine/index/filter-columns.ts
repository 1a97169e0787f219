import { areaRanges, roomCounts } from '@izgodno/contract/deals/vocabulary';
import {
  filterNames,
  type AtLeastName,
  type FilterName,
  type FlagName,
} from '@izgodno/contract/search/filters';

/** The filters whose columns of the index are laid out by hand, in `index/compiled-filter.ts`. */
type LaidOutByHand =
  | 'category'
  | 'group'
  | 'source'
  | 'condition'
  | 'brand'
  | 'location'
  | 'offer'
  | 'rooms'
  | 'area'
  | 'price'
  | 'total'
  | 'inStock';

/** What a filter compares, as SQL on a deal `d` and its source `s`. */
interface FilterColumn {
  readonly sql: string;
}
interface ByteColumn extends FilterColumn {
  /** The name of the column of the index that holds the value, a whole number from 0 to 255. */
  readonly byte: string;
}

const rooms = "(d.details ->> 'rooms')::int";
const mostRooms = roomCounts.length;
const areaNames = areaRanges.map((range) => `'${range}'`).join();
const areaEdges = areaRanges.map((range) => Number.parseInt(range, 10)).join();

type FilterColumns = {
  readonly [Name in FilterName]: Name extends LaidOutByHand
    ? FilterColumn
    : Name extends AtLeastName | FlagName
      ? ByteColumn
      : never;
};

/** What each filter compares, in PostgreSQL and in the index. A `byte` needs nothing besides. */
export const filterColumns = {
  category: { sql: 'd.category' },
  group: { sql: 's.source_group' },
  source: { sql: 'd.source_id' },
  condition: { sql: 'd.condition' },
  brand: { sql: 'd.brand_slug' },
  location: { sql: 'd.location_id' },
  offer: { sql: "d.details ->> 'offer'" },
  rooms: {
    sql: `CASE WHEN ${rooms} > ${mostRooms} THEN '${mostRooms}' ELSE d.details ->> 'rooms' END`,
  },
  area: {
    sql: `(ARRAY[${areaNames}])[width_bucket((d.details ->> 'area')::numeric, ARRAY[${areaEdges}]::numeric[])]`,
  },
  price: { sql: 'd.price_eur' },
  /** With delivery, as far as that is known; of several offers the lowest. */
  total: { sql: 'coalesce(d.lowest_total_eur, d.price_eur + coalesce(d.delivery_eur, 0))' },
  /** In percent; 0 if there is none. */
  minDiscount: { sql: 'coalesce(d.discount_percent, 0)', byte: 'discount' },
  /** In tenths of a star; 0 if there is none. */
  minRating: { sql: 'coalesce(d.rating, 0)', byte: 'rating' },
  inStock: { sql: "d.availability = 'in_stock'" },
  freeDelivery: { sql: 'coalesce(d.delivery_eur = 0, false)', byte: 'deliveredFree' },
} as const satisfies FilterColumns;

type Rows = typeof filterColumns;
type ByteFilter = {
  [Name in keyof Rows]: Rows[Name] extends ByteColumn ? Name : never;
}[keyof Rows];
export type ByteName = Rows[ByteFilter]['byte'];

const hasByte = (name: FilterName): name is ByteFilter => 'byte' in filterColumns[name];

/** The filters that the index holds as a column of bytes each. */
export const byteFilters = filterNames
  .filter(hasByte)
  .map((name) => ({ name, byte: filterColumns[name].byte }));

// The overload states the type, because TypeScript cannot derive it from a list of entries.
/** A value for each column of bytes. */
export function everyByte<Value>(
  valueOf: (byte: ByteName, name: ByteFilter) => Value,
): Readonly<Record<ByteName, Value>>;
export function everyByte<Value>(
  valueOf: (byte: ByteName, name: ByteFilter) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(byteFilters.map(({ name, byte }) => [byte, valueOf(byte, name)]));
}
