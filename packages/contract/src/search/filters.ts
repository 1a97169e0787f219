import {
  areaRanges,
  categories,
  categoryAliases,
  conditions,
  propertyOffers,
  roomCounts,
  sourceGroups,
  type Category,
} from '../deals/vocabulary.ts';

/** The longest text that is searched for, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 200;
/** The largest number of values of one `oneOf` filter. */
export const MAX_FILTER_VALUES = 50;
/** A price in major units, as the filters have it. */
export const FILTER_PRICE = /^\d{1,8}(\.\d{1,2})?$/;

/** A deal passes with any of the values; an empty list lets every deal pass. The parameter may be repeated. */
interface OneOf {
  readonly kind: 'oneOf';
  /** Absent where the values are ids of rows: lower-case names. */
  readonly values?: readonly string[];
  /** Other names of values, which addresses may use. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The only category whose lists offer the filter, because other deals have no such value. */
  readonly only?: Category;
}
/** An amount of money from the first parameter to the second, both inclusive, in major units. */
interface Range {
  readonly kind: 'range';
  readonly parameters: readonly [from: string, to: string];
}
/** A least value, inclusive. A deal without a value counts as 0. */
interface AtLeast {
  readonly kind: 'atLeast';
  readonly maximum: number;
  /** Deals hold whole numbers: this many to one unit of the parameter. */
  readonly scale: number;
  /** The values offered for choice. */
  readonly steps: readonly number[];
}
/** Only deals that have the property, where the parameter is `true`. */
interface Flag {
  readonly kind: 'flag';
}
export type Filter = OneOf | Range | AtLeast | Flag;

/**
 * Every filter of the list of deals. The query schema, the query of the search, its message to the
 * worker, the SQL condition, the address and the chip derive from a row; docs/search.md lists what a
 * new row needs besides.
 */
export const filters = {
  category: { kind: 'oneOf', values: categories, aliases: categoryAliases },
  group: { kind: 'oneOf', values: sourceGroups },
  source: { kind: 'oneOf' },
  condition: { kind: 'oneOf', values: conditions },
  brand: { kind: 'oneOf' },
  location: { kind: 'oneOf' },
  offer: { kind: 'oneOf', values: propertyOffers, only: 'imoti' },
  rooms: { kind: 'oneOf', values: roomCounts, only: 'imoti' },
  area: { kind: 'oneOf', values: areaRanges, only: 'imoti' },
  price: { kind: 'range', parameters: ['minPrice', 'maxPrice'] },
  /** With delivery, as far as that is known. */
  total: { kind: 'range', parameters: ['minTotal', 'maxTotal'] },
  minDiscount: { kind: 'atLeast', maximum: 100, scale: 1, steps: [10, 25, 50] },
  minRating: { kind: 'atLeast', maximum: 5, scale: 10, steps: [3, 4, 4.5] },
  inStock: { kind: 'flag' },
  /** Only a stated price of 0: of most deals, delivery is unknown. */
  freeDelivery: { kind: 'flag' },
} as const satisfies Readonly<Record<string, Filter>>;

type Rows = typeof filters;
type NameOf<Kind extends Filter['kind']> = {
  [Name in keyof Rows]: Rows[Name]['kind'] extends Kind ? Name : never;
}[keyof Rows];

export type FilterName = keyof Rows;
export type OneOfName = NameOf<'oneOf'>;
export type RangeName = NameOf<'range'>;
export type RangeParameter = Rows[RangeName]['parameters'][number];
export type AtLeastName = NameOf<'atLeast'>;
export type FlagName = NameOf<'flag'>;

/** A value that a `oneOf` filter compares. */
export type OneOfValue<Name extends OneOfName> = Rows[Name] extends {
  readonly values: readonly (infer Value extends string)[];
}
  ? Value
  : string;

const rows: Readonly<Record<string, Filter>> = filters;

export const isOfKind = <Kind extends Filter['kind']>(
  name: string,
  kind: Kind,
): name is Extract<FilterName, NameOf<Kind>> => rows[name]?.kind === kind;

/** Whether a list with these filters offers a filter: its category has such values, or it is chosen. */
export const isOffered = (
  name: FilterName,
  chosen: { readonly [Name in OneOfName]?: readonly string[] | undefined },
): boolean => {
  const row: Filter = filters[name];
  if (row.kind !== 'oneOf' || row.only === undefined || !isOfKind(name, 'oneOf')) return true;
  const [category, other] = chosen.category ?? [];
  return (category === row.only && other === undefined) || (chosen[name]?.length ?? 0) > 0;
};

const namesOf = <Kind extends Filter['kind']>(kind: Kind) =>
  Object.keys(rows).filter((name) => isOfKind(name, kind));

export const oneOfFilters = namesOf('oneOf');
export const rangeFilters = namesOf('range');
export const atLeastFilters = namesOf('atLeast');
export const flagFilters = namesOf('flag');

export const filterNames = [
  ...oneOfFilters,
  ...rangeFilters,
  ...atLeastFilters,
  ...flagFilters,
] as const;

/** The parameters of all ranges. */
export const rangeParameters = rangeFilters.flatMap((name) => filters[name].parameters);

/** The parameters of all filters, in the order in which addresses name them. */
export const filterParameterNames = [
  ...oneOfFilters,
  ...rangeParameters,
  ...atLeastFilters,
  ...flagFilters,
] as const;
