import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import {
  filterNames,
  filters,
  isOfKind,
  type Filter,
  type FilterName,
} from '@izgodno/contract/search/filters';
import { bucketNames, everyFacet, type CountedFacet } from '@izgodno/contract/deals/facets';
import type { DealQuery } from '../../deal-search.ts';
import { countsBrands } from '../facets.ts';
import { isAscending, relevanceOf, type SortKey } from '../ordering.ts';
import { scoreColumns, matchOf } from './match-query.ts';
import type { Clause, ParsedQuery } from '../analysis/types.ts';
import { columnOf, quoted } from './tables.ts';

/** Values of a facet without a fixed list, and spellings of brands, that are counted at most. More make each count slower. */
const MOST_VALUES = 1_000;

/** No ranker, because scores are columns; as many rows in memory as are returned. */
const options = (rows: number): string => `OPTION ranker=none, max_matches=${rows}`;

/** What deals are searched in. */
export interface SearchedTable {
  readonly table: string;
  readonly query: DealQuery;
  readonly words: Pick<ParsedQuery, 'alternatives'>;
  /** What the deals must not match. */
  readonly excluded: readonly Clause[];
}

const conditionOf = (name: FilterName, query: DealQuery): readonly string[] => {
  const column = columnOf(name);
  if (isOfKind(name, 'oneOf')) {
    const values: readonly string[] = query[name];
    return values.length === 0 ? [] : [`${column} IN (${values.map(quoted).join()})`];
  }
  if (isOfKind(name, 'range')) {
    const [from, to] = filters[name].parameters;
    const [lowest, highest] = [query[from], query[to]];
    return [
      ...(lowest === null ? [] : [`${column}>=${lowest}`]),
      ...(highest === null ? [] : [`${column}<=${highest}`]),
    ];
  }
  if (isOfKind(name, 'atLeast')) {
    const least = query[name];
    return least === null ? [] : [`${column}>=${least}`];
  }
  return isOfKind(name, 'flag') && query[name] ? [`${column}=1`] : [];
};

/** The WHERE clause of a search, without the filter of a facet if one is named. */
const where = (
  { query, words, excluded }: SearchedTable,
  without: FilterName | null,
  ...more: readonly string[]
): string => {
  const match = matchOf(words.alternatives, excluded);
  const conditions = [
    ...(match === null ? [] : [`MATCH('${match}')`]),
    ...filterNames.filter((name) => name !== without).flatMap((name) => conditionOf(name, query)),
    ...more,
  ];
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
};

const primaryKeys: Readonly<Record<Exclude<SortOrder, 'relevance'>, string>> = {
  price_asc: columnOf('price'),
  price_desc: columnOf('price'),
  total_asc: columnOf('total'),
  rating: columnOf('minRating'),
  newest: '0',
};

/** `relevanceOf` as an expression. */
const relevance = (freshFrom: number): string => {
  const inStock = relevanceOf(0, true, 0, false);
  const unit = relevanceOf(1, false, 0, false);
  const fresh = relevanceOf(0, false, 0, true);
  const stock = `IF(${columnOf('inStock')}=1,${inStock},0)`;
  return `score*${unit}+${stock}+tie+IF(posted_at>=${freshFrom},${fresh},0)`;
};

export interface PageOrder {
  readonly sort: SortOrder;
  readonly after: SortKey | null;
  readonly limit: number;
  /** In microseconds; see `freshFrom` of the orders. */
  readonly freshFrom: number;
}

/** The rows of a page and one more, if there is one. */
export const pageStatement = (searched: SearchedTable, order: PageOrder): string => {
  const { sort, after, limit } = order;
  const ascending = isAscending(sort);
  const further = ascending ? '>' : '<';
  const primary = sort === 'relevance' ? relevance(order.freshFrom) : primaryKeys[sort];
  const columns = [
    'id',
    'version',
    'posted_at',
    ...(sort === 'relevance' ? scoreColumns(searched.words.alternatives) : []),
    `${primary} AS rank_key`,
    ...(after === null
      ? []
      : [
          `(rank_key${further}${after.primary} OR (rank_key=${after.primary} AND (posted_at<${after.postedAt} OR (posted_at=${after.postedAt} AND id<${after.id})))) AS later`,
        ]),
  ];
  const condition = where(searched, null, ...(after === null ? [] : ['later=1']));
  const direction = ascending ? 'ASC' : 'DESC';
  return `SELECT ${columns.join()} FROM ${searched.table} ${condition} ORDER BY rank_key ${direction}, posted_at DESC, id DESC LIMIT ${limit + 1} ${options(limit + 1)}`;
};

export const totalStatement = (searched: SearchedTable): string =>
  `SELECT COUNT(*) AS c FROM ${searched.table} ${where(searched, null)} ${options(1)}`;

/** A row if any deal has the words, whatever the filters. */
export const anyStatement = ({ table, words }: Pick<SearchedTable, 'table' | 'words'>): string => {
  const match = matchOf(words.alternatives);
  return `SELECT id FROM ${table} ${match === null ? '' : `WHERE MATCH('${match}')`} LIMIT 1 ${options(1)}`;
};

/** The column with the values of a facet. */
const facetColumn = (name: CountedFacet): string =>
  name === 'price' ? 'price_bucket' : columnOf(name);

/** How many values a facet can have. */
const mostValues = (name: CountedFacet): number => {
  if (name === 'price') return bucketNames.length;
  const row: Filter = filters[name];
  return row.kind === 'oneOf' && row.values !== undefined ? row.values.length : MOST_VALUES;
};

const facetStatement = (searched: SearchedTable, name: CountedFacet): string => {
  const column = facetColumn(name);
  const present = name === 'price' ? [] : [`${column}<>''`];
  const most = mostValues(name);
  return `SELECT ${column} AS v, COUNT(*) AS c FROM ${searched.table} ${where(searched, name, ...present)} GROUP BY ${column} ORDER BY c DESC LIMIT ${most} ${options(most)}`;
};

/** A statement for each facet that every search counts. */
export const facetStatements = (searched: SearchedTable): Readonly<Record<CountedFacet, string>> =>
  everyFacet((name) => facetStatement(searched, name));

/** The spellings of the brands; null if the search does not count them. */
export const brandStatement = (searched: SearchedTable): string | null => {
  if (!countsBrands(searched.query)) return null;
  const column = columnOf('brand');
  const condition = where(searched, searched.query.brands ? 'brand' : null, `${column}<>''`);
  return `SELECT ${column} AS slug, brand_name AS name, COUNT(*) AS c FROM ${searched.table} ${condition} GROUP BY ${column}, brand_name ORDER BY c DESC LIMIT ${MOST_VALUES} ${options(MOST_VALUES)}`;
};

export const newestStatement = (table: string): string =>
  `SELECT posted_at FROM ${table} ORDER BY posted_at DESC LIMIT 1 ${options(1)}`;

/** The number of deals with a token. */
export const countStatement = (table: string, token: string): string =>
  `SELECT COUNT(*) AS c FROM ${table} WHERE MATCH('${token}') ${options(1)}`;
