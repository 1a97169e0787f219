import { sql, type RawBuilder } from 'kysely';
import type { FacetName } from '@izgodno/contract/deals/deal-page';
import type { DealQuery } from '../../deal-search.ts';
import type { SortOrder } from '@izgodno/contract/deals/vocabulary';
import {
  atLeastFilters,
  filterNames,
  filters,
  flagFilters,
  oneOfFilters,
  rangeFilters,
  type AtLeastName,
  type FilterName,
  type RangeName,
} from '@izgodno/contract/search/filters';
import { bucketEdgesInCents } from '@izgodno/contract/deals/facets';
import { facetBit } from '../facets.ts';
import { filterColumns } from '../index/filter-columns.ts';
import { isAscending, type SortKey } from '../ordering.ts';

type Condition = RawBuilder<boolean>;

const always: Condition = sql`true`;

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` AND `);

/** The FROM clause of a statement: `d` the deal, `s` its source. */
export const dealsAndSources = sql`deals d JOIN sources s ON s.id = d.source_id`;

/** The deals that can be found: of equal offers by several sources only the representative. */
export const isLive: Condition = sql`d.status = 'active' AND d.deleted_at IS NULL AND d.represented_by IS NULL`;

/** What a filter compares: a constant of `filterColumns`. */
export const valueOf = (name: FilterName): RawBuilder<unknown> => sql.raw(filterColumns[name].sql);

/** Microseconds since the epoch. */
export const postedAt = sql<number>`(extract(epoch FROM d.posted_at) * 1000000)::bigint`;

/** Index into `bucketNames`. */
export const priceBucket = sql<number>`width_bucket(d.price_eur, ${bucketEdgesInCents}::bigint[]) - 1`;

const filteredColumns = filterNames.map((name) => {
  const column = filterColumns[name];
  return 'byte' in column
    ? sql`(${valueOf(name)})::int AS ${sql.ref(column.byte)}`
    : sql`${valueOf(name)} AS ${sql.ref(name)}`;
});

/** The columns of `searchableDealSchema`. */
export const searchableColumns = sql`
  d.id, d.change_seq AS version, d.title, d.description, d.brand AS "brandName", d.kind,
  array_to_string(d.tags, ', ') AS tags,
  ${sql.join(filteredColumns)}, ${postedAt} AS "postedAt",
  d.popularity`;

const anyOf = (column: RawBuilder<unknown>, values: readonly string[]): Condition =>
  values.length === 0 ? always : sql`coalesce(${column} = ANY (${values}::text[]), false)`;

const between = (name: RangeName, query: DealQuery): Condition => {
  const [from, to] = filters[name].parameters;
  return sql`${valueOf(name)} BETWEEN ${query[from] ?? 0} AND ${query[to] ?? Number.MAX_SAFE_INTEGER}`;
};

const atLeast = (name: AtLeastName, query: DealQuery): Condition => {
  const least = query[name];
  return least === null ? always : sql`${valueOf(name)} >= ${least}`;
};

/** The condition of each filter. */
const conditionsOf = (query: DealQuery): ReadonlyMap<FilterName, Condition> =>
  new Map([
    ...oneOfFilters.map((name) => [name, anyOf(valueOf(name), query[name])] as const),
    ...rangeFilters.map((name) => [name, between(name, query)] as const),
    ...atLeastFilters.map((name) => [name, atLeast(name, query)] as const),
    ...flagFilters.map(
      (name) => [name, query[name] ? sql<boolean>`${valueOf(name)}` : always] as const,
    ),
  ]);

const isFacet = (name: FilterName): name is FacetName => Object.hasOwn(facetBit, name);

/** The filters without a facet. */
export const otherConditions = (query: DealQuery): Condition =>
  all([...conditionsOf(query)].filter(([name]) => !isFacet(name)).map(([, passes]) => passes));

export const everyCondition = (query: DealQuery): Condition =>
  all([...conditionsOf(query).values()]);

/** The sum of `facetBit` over the facets whose filter the deal fails. */
export const failedFacets = (query: DealQuery): RawBuilder<number> => {
  const bits = [...conditionsOf(query)].flatMap(([name, passes]) =>
    isFacet(name) ? [sql`CASE WHEN ${passes} THEN 0 ELSE ${sql.lit(facetBit[name])} END`] : [],
  );
  return sql`(${sql.join(bits, sql` + `)})`;
};

const primaryKeys: Readonly<Record<SortOrder, RawBuilder<unknown>>> = {
  price_asc: valueOf('price'),
  price_desc: valueOf('price'),
  total_asc: valueOf('total'),
  rating: valueOf('minRating'),
  newest: sql`0`,
  // PostgreSQL does not know the score of a text.
  relevance: sql`0`,
};

/** `SortKey.primary` as far as it depends on the deal alone. */
export const primaryKey = (sort: SortOrder): RawBuilder<unknown> => primaryKeys[sort];

/** The ORDER BY list that corresponds to `compareKeys`. */
export const orderBy = (sort: SortOrder): RawBuilder<unknown> => {
  if (sort === 'newest') return sql`d.posted_at DESC, d.id DESC`;
  const direction = isAscending(sort) ? sql`ASC` : sql`DESC`;
  return sql`${primaryKey(sort)} ${direction}, d.posted_at DESC, d.id DESC`;
};

/** Deals that come after the key in the given order. */
export const comesAfter = (sort: SortOrder, after: SortKey | null): Condition => {
  if (after === null) return always;
  // An interval times a whole number of microseconds is exact; to_timestamp() of seconds is not.
  const time = sql`(timestamptz 'epoch' + ${after.postedAt}::double precision * interval '1 microsecond')`;
  const older = sql<boolean>`(d.posted_at, d.id) < (${time}, ${after.id}::bigint)`;
  if (sort === 'newest') return older;
  const key = primaryKey(sort);
  const further = isAscending(sort) ? sql`>` : sql`<`;
  return sql`(${key} ${further} ${after.primary} OR (${key} = ${after.primary} AND ${older}))`;
};

/** A page of the deals that a query finds among the newest. */
export interface PageRequest {
  readonly query: DealQuery;
  /** Deals of the page. */
  readonly limit: number;
  /** The last deal of the page before; null for the first page. */
  readonly after: SortKey | null;
  /** The largest number of deals that are read. */
  readonly scanLimit: number;
}

export interface Window {
  /** The largest number of deals, the newest first. */
  readonly limit: number;
  /** Only deals of these sources; of all if there are none. */
  readonly sources: readonly string[];
  /** Only deals after this one; null begins with the newest. */
  readonly after: SortKey | null;
}

/**
 * `dealsAndSources` of a limited number of live deals, so that the work of a statement is limited
 * however many deals there are and however few pass its conditions.
 */
export const newestDealsAndSources = ({ limit, sources, after }: Window): RawBuilder<unknown> => {
  const isOfSource = sources.length === 0 ? always : sql`d.source_id = ANY (${sources}::text[])`;
  return sql`(
    SELECT d.* FROM deals d WHERE ${isLive} AND ${isOfSource} AND ${comesAfter('newest', after)}
    ORDER BY d.posted_at DESC, d.id DESC LIMIT ${limit}
  ) d JOIN sources s ON s.id = d.source_id`;
};
