import { SLUG } from '../common/slug.ts';
import { sortAliases, sortOrders, type SortOrder } from '../deals/vocabulary.ts';
import {
  atLeastFilters,
  FILTER_PRICE,
  filterParameterNames,
  filters,
  flagFilters,
  MAX_FILTER_VALUES,
  MAX_QUERY_LENGTH,
  oneOfFilters,
  rangeFilters,
  type AtLeastName,
  type FlagName,
  type OneOfName,
  type OneOfValue,
  type RangeParameter,
} from './filters.ts';

export const views = ['grid', 'list'] as const;
export type View = (typeof views)[number];

/**
 * The complete state of the deals list in its URL, so that equal URLs show equal lists. Absent
 * means no filter. Prices are in major euro units, discounts in percent.
 */
export type DealSearch = {
  readonly [Name in OneOfName]?: OneOfValue<Name>[] | undefined;
} & {
  readonly [Name in RangeParameter | AtLeastName]?: number | undefined;
} & {
  readonly [Name in FlagName]?: true | undefined;
} & {
  readonly q?: string | undefined;
  /** Searches the words as they are. */
  readonly raw?: true | undefined;
  readonly sort?: SortOrder | undefined;
  readonly view?: View | undefined;
};

const MAX_PRICE = 10_000_000;

const texts = (raw: unknown): string[] =>
  [raw].flat().filter((value): value is string => typeof value === 'string' && value !== '');

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text);

const named =
  <Value extends string>(values: readonly Value[], aliases: Readonly<Record<string, Value>>) =>
  (text: string): Value | undefined =>
    Object.hasOwn(aliases, text) ? aliases[text] : oneOf(values)(text);

const list = <Value extends string>(
  raw: unknown,
  read: (text: string) => Value | undefined,
): Value[] | undefined => {
  const values = [...new Set(texts(raw).map(read))].filter((value) => value !== undefined);
  return values.length === 0 ? undefined : values.slice(0, MAX_FILTER_VALUES);
};

const single = <Value>(raw: unknown, read: (text: string) => Value | undefined) => {
  const [first] = texts(typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw);
  return first === undefined ? undefined : read(first);
};

const amount =
  (maximum: number) =>
  (text: string): number | undefined => {
    // As people write it: 12,50 and 1 200.
    const plain = text.replaceAll(/\s/gu, '').replace(',', '.');
    return FILTER_PRICE.test(plain) && Number(plain) <= maximum ? Number(plain) : undefined;
  };

const positive = (maximum: number) => (text: string) => amount(maximum)(text) || undefined;

/** A `oneOf` filter's value: one of its own, or the id of a row. */
const valueOf = (name: OneOfName) => {
  const filter = filters[name];
  if (!('values' in filter)) return (text: string) => (SLUG.test(text) ? text : undefined);
  return named<string>(filter.values, 'aliases' in filter ? filter.aliases : {});
};

const leastOf = (name: AtLeastName) => (text: string) => {
  const { maximum, scale } = filters[name];
  const value = positive(maximum)(text);
  // A filter of whole numbers takes no fraction.
  return value === undefined || scale > 1 || Number.isInteger(value) ? value : undefined;
};

const keys = ['q', 'raw', ...filterParameterNames, 'sort', 'view'] as const;

/** Removes absent values and sorts the rest, so that equal searches have equal, short URLs. */
export const canonical = (search: DealSearch): DealSearch =>
  Object.fromEntries(
    keys.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]])),
  );

/**
 * Parses the parameters of a URL. A link may be old, shortened or mistyped: invalid values are
 * ignored, the rest applies.
 */
export const parseDealSearch = (raw: Readonly<Record<string, unknown>>): DealSearch =>
  canonical({
    ...Object.fromEntries([
      ...oneOfFilters.map((name) => [name, list(raw[name], valueOf(name))]),
      ...rangeFilters.flatMap((name) => {
        const [from, to] = filters[name].parameters;
        return [
          [from, single(raw[from], positive(MAX_PRICE))],
          [to, single(raw[to], amount(MAX_PRICE))],
        ];
      }),
      ...atLeastFilters.map((name) => [name, single(raw[name], leastOf(name))]),
      ...(['raw', ...flagFilters] as const).map((name) => [
        name,
        single(raw[name], (text) => text === 'true' || undefined),
      ]),
    ]),
    q: single(raw['q'], (text) => text.trim().slice(0, MAX_QUERY_LENGTH) || undefined),
    sort: single(raw['sort'], named(sortOrders, sortAliases)),
    view: single(raw['view'], oneOf(views)),
  });

/** Everything that decides which deals are found and in which order, without the view. */
export const withoutView = (search: DealSearch): DealSearch =>
  canonical({ ...search, view: undefined });
