import {
  categories,
  categoryAliases,
  conditions,
  sortAliases,
  sortOrders,
  sourceGroups,
  type Category,
  type Condition,
  type SortOrder,
  type SourceGroup,
} from '@izgodno/contract/deals/vocabulary';

export const views = ['grid', 'list'] as const;
export type View = (typeof views)[number];

/**
 * The complete state of the deals list in its URL, so that equal URLs show equal lists. Absent
 * means no filter. Prices are in major euro units, discounts in percent.
 */
export interface DealSearch {
  readonly q?: string | undefined;
  readonly category?: readonly Category[] | undefined;
  readonly group?: readonly SourceGroup[] | undefined;
  readonly source?: readonly string[] | undefined;
  readonly condition?: readonly Condition[] | undefined;
  readonly location?: readonly string[] | undefined;
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly minDiscount?: number | undefined;
  readonly minRating?: number | undefined;
  readonly inStock?: true | undefined;
  readonly sort?: SortOrder | undefined;
  readonly view?: View | undefined;
}

/** The server's limits: length of a search, and values per filter. */
const MAX_QUERY_LENGTH = 200;
const MAX_VALUES = 50;
const MAX_PRICE = 10_000_000;
const MAX_PERCENT = 99;
const MAX_STARS = 5;

const slug = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const decimal = /^\d{1,8}(\.\d{1,2})?$/;

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
  return values.length === 0 ? undefined : values.slice(0, MAX_VALUES);
};

const single = <Value>(raw: unknown, read: (text: string) => Value | undefined) => {
  const [first] = texts(typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw);
  return first === undefined ? undefined : read(first);
};

const amount =
  (maximum: number) =>
  (text: string): number | undefined => {
    const value = decimal.test(text) ? Number(text) : Number.NaN;
    return value >= 0 && value <= maximum ? value : undefined;
  };

const positive = (maximum: number) => (text: string) => amount(maximum)(text) || undefined;

const wholePercent = (text: string): number | undefined => {
  const value = positive(MAX_PERCENT)(text);
  return Number.isInteger(value) ? value : undefined;
};

/** The order of the parameters in a URL. */
const keys = [
  'q',
  'category',
  'group',
  'source',
  'condition',
  'location',
  'minPrice',
  'maxPrice',
  'minDiscount',
  'minRating',
  'inStock',
  'sort',
  'view',
] as const satisfies readonly (keyof DealSearch)[];

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
    q: single(raw['q'], (text) => text.trim().slice(0, MAX_QUERY_LENGTH) || undefined),
    category: list(raw['category'], named(categories, categoryAliases)),
    group: list(raw['group'], oneOf(sourceGroups)),
    source: list(raw['source'], (text) => (slug.test(text) ? text : undefined)),
    condition: list(raw['condition'], oneOf(conditions)),
    location: list(raw['location'], (text) => (slug.test(text) ? text : undefined)),
    minPrice: single(raw['minPrice'], positive(MAX_PRICE)),
    maxPrice: single(raw['maxPrice'], amount(MAX_PRICE)),
    minDiscount: single(raw['minDiscount'], wholePercent),
    minRating: single(raw['minRating'], positive(MAX_STARS)),
    inStock: single(raw['inStock'], (text) => text === 'true' || undefined),
    sort: single(raw['sort'], named(sortOrders, sortAliases)),
    view: single(raw['view'], oneOf(views)),
  });

/** The default order: relevance for a search with terms, else newest. */
export const defaultSort = (search: DealSearch): SortOrder =>
  search.q === undefined ? 'newest' : 'relevance';

/** Relevance needs search terms. */
export const sortsFor = (search: DealSearch): readonly SortOrder[] =>
  search.q === undefined ? sortOrders.filter((order) => order !== 'relevance') : sortOrders;

/** Everything that decides which deals are found and in which order, without the view. */
export const withoutView = (search: DealSearch): DealSearch =>
  canonical({ ...search, view: undefined });
