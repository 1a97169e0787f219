import {
  categories,
  conditions,
  priceBucketEdges,
  sourceGroups,
} from '@izgodno/contract/deals/vocabulary';
import type { DealQuery } from '@izgodno/server/features/search/deal-search.ts';
import type { SearchableDeal } from '@izgodno/server/features/search/engine/searchable-deal.ts';

/** Another engine that holds the same deals. It finds words as they are: it has no analyser for them. */
export interface Peer {
  readonly name: string;
  /** The number of deals that match, after a page of their ids and all counts were read, too. */
  search(query: DealQuery, limit: number): Promise<number>;
  /** The number of deals on the first page for words, without total and counts. */
  searchText(text: string, limit: number): Promise<number>;
  close(): Promise<void>;
}

/** The facets of the generated deals, each with its column. */
export const facets = ['category', 'source', 'grp', 'cond', 'location', 'bucket'] as const;
export type Facet = (typeof facets)[number];

/** Columns beside those of facets. */
const numbers = ['price', 'discount', 'rating', 'stock', 'posted'] as const;

/** Every column but the id. */
export const columns = [...facets, ...numbers] as const;

/** Numbers for the values of a list that is not known in advance; 0 for none. */
class Codes {
  readonly #codes = new Map<string, number>();

  of(value: string | null): number {
    if (value === null) return 0;
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.#codes.size + 1);
    return this.#codes.size;
  }
}

const sources = new Codes();
const locations = new Codes();

const bucketOf = (cents: number): number =>
  priceBucketEdges.filter((edge) => cents >= edge * 100).length;

/** What an engine stores of a deal, all as numbers, because engines count these fastest. */
export type Row = Readonly<Record<'id' | (typeof columns)[number], number>>;

export const rowOf = (deal: SearchableDeal): Row => ({
  id: deal.id,
  category: categories.indexOf(deal.category) + 1,
  source: sources.of(deal.source),
  grp: sourceGroups.indexOf(deal.group) + 1,
  cond: conditions.indexOf(deal.condition) + 1,
  location: locations.of(deal.location),
  bucket: bucketOf(deal.price),
  price: deal.price,
  discount: deal.discount,
  rating: deal.rating,
  stock: deal.inStock ? 1 : 0,
  // Seconds: some engines have no numbers of 64 bits.
  posted: Math.floor(deal.postedAt / 1_000_000),
});

/** Words in lower case, separated by spaces. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');

export const documentOf = ({ title, brandName, tags, description }: SearchableDeal): string =>
  wordsOf([title, brandName ?? '', tags, description].join(' '));

/** A condition on a column. */
interface Condition {
  /** Whose counts it does not apply to. */
  readonly facet: Facet | null;
  readonly column: string;
  readonly comparison: 'IN' | '>=' | '<=';
  readonly values: readonly number[];
}

const compare = (
  column: string,
  comparison: '>=' | '<=',
  value: number | null,
  facet: Facet | null = null,
): readonly Condition[] => (value === null ? [] : [{ facet, column, comparison, values: [value] }]);

const conditionsOf = (query: DealQuery): readonly Condition[] => {
  const lists = {
    category: query.category.map((value) => categories.indexOf(value) + 1),
    source: query.source.map((value) => sources.of(value)),
    grp: query.group.map((value) => sourceGroups.indexOf(value) + 1),
    cond: query.condition.map((value) => conditions.indexOf(value) + 1),
    location: query.location.map((value) => locations.of(value)),
    bucket: [],
  };
  return [
    ...facets.flatMap((facet): readonly Condition[] => {
      const values = lists[facet];
      return values.length === 0 ? [] : [{ facet, column: facet, comparison: 'IN', values }];
    }),
    ...compare('price', '>=', query.minPrice, 'bucket'),
    ...compare('price', '<=', query.maxPrice, 'bucket'),
    ...compare('discount', '>=', query.minDiscount),
    ...compare('rating', '>=', query.minRating),
    ...compare('stock', '>=', query.inStock ? 1 : null),
  ];
};

/** The facets whose counts need other conditions than the page. */
export const filteredFacets = (query: DealQuery): ReadonlySet<Facet | null> =>
  new Set(conditionsOf(query).map(({ facet }) => facet));

/** In SQL, whether the value of a column is one of some. */
const inList = (column: string, values: string): string => `${column} IN (${values})`;

/** The filters of a query, those of a facet left out for its counts; as SQL unless an engine has other lists. */
export const filtersOf = (
  query: DealQuery,
  facet: Facet | null = null,
  oneOf = inList,
): readonly string[] =>
  conditionsOf(query)
    .filter((condition) => facet === null || condition.facet !== facet)
    .map(({ column, comparison, values }) =>
      comparison === 'IN'
        ? oneOf(column, values.join())
        : `${column} ${comparison} ${values.join()}`,
    );

/** The column of an order, and whether it falls; null for relevance. */
export const orderOf = ({ sort, text }: DealQuery): readonly [string, boolean] | null => {
  switch (sort) {
    case 'price_asc':
    case 'total_asc':
      return ['price', false];
    case 'price_desc':
      return ['price', true];
    case 'rating':
      return ['rating', true];
    case 'relevance':
      return text.trim() === '' ? ['posted', true] : null;
    case 'newest':
      return ['posted', true];
  }
};
