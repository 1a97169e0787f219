import { sql, type Expression, type SqlBool } from 'kysely';
import type { Pool } from 'pg';
import { facetNames, type FacetName } from '@izgodno/contract/deals/deal-page';
import { priceBucketEdges } from '@izgodno/contract/deals/vocabulary';
import type { Database } from '@izgodno/server/schema/schema.ts';
import type { DealQuery, DealSearch } from '@izgodno/server/features/search/deal-search.ts';

/**
 * The peer's indexes: a generated full-text column under GIN, and an index for every order and the
 * most frequent filters. The product's own tables have none of these.
 */
export const prepareFullText = async (pool: Pool, say: (line: string) => void): Promise<void> => {
  const statements = [
    `CREATE TABLE IF NOT EXISTS deal_full_text AS
       SELECT id, to_tsvector('simple', title || ' ' || coalesce(brand, '') || ' ' || array_to_string(tags, ' ') || ' ' || description) AS document
       FROM deals`,
    'CREATE UNIQUE INDEX IF NOT EXISTS deal_full_text_id ON deal_full_text (id)',
    'CREATE INDEX IF NOT EXISTS deal_full_text_document ON deal_full_text USING gin (document)',
    'CREATE INDEX IF NOT EXISTS bench_deals_newest ON deals (posted_at DESC, id DESC)',
    'CREATE INDEX IF NOT EXISTS bench_deals_price ON deals (price_eur, posted_at DESC, id DESC)',
    'CREATE INDEX IF NOT EXISTS bench_deals_category ON deals (category, posted_at DESC)',
    'CREATE INDEX IF NOT EXISTS bench_deals_location ON deals (location_id, posted_at DESC)',
    'VACUUM ANALYZE deals',
    'VACUUM ANALYZE deal_full_text',
  ];
  for (const statement of statements) {
    say(`peer: ${statement.slice(0, 60).replaceAll(/\s+/g, ' ')} …`);
    await pool.query(statement);
  }
};

const conditionsOf = (query: DealQuery, without: FacetName | null): Expression<SqlBool>[] => {
  const conditions: Expression<SqlBool>[] = [
    sql<SqlBool>`deals.status = 'active' AND deals.deleted_at IS NULL`,
  ];
  const oneOf = (facet: FacetName, column: string, values: readonly string[]): void => {
    if (facet !== without && values.length > 0)
      conditions.push(sql<SqlBool>`${sql.ref(column)} = ANY(${values})`);
  };
  oneOf('category', 'deals.category', query.category);
  oneOf('source', 'deals.source_id', query.source);
  oneOf('group', 'sources.source_group', query.group);
  oneOf('condition', 'deals.condition', query.condition);
  oneOf('location', 'deals.location_id', query.location);
  if (without !== 'price') {
    if (query.minPrice !== null)
      conditions.push(sql<SqlBool>`deals.price_eur >= ${query.minPrice}`);
    if (query.maxPrice !== null)
      conditions.push(sql<SqlBool>`deals.price_eur <= ${query.maxPrice}`);
  }
  if (query.minDiscount !== null)
    conditions.push(sql<SqlBool>`coalesce(deals.discount_percent, 0) >= ${query.minDiscount}`);
  if (query.minRating !== null)
    conditions.push(sql<SqlBool>`coalesce(deals.rating, 0) >= ${query.minRating}`);
  if (query.inStock) conditions.push(sql<SqlBool>`deals.availability = 'in_stock'`);
  if (query.text !== '')
    conditions.push(sql<SqlBool>`document @@ plainto_tsquery('simple', ${query.text})`);
  return conditions;
};

const facetExpression: Readonly<Record<FacetName, Expression<unknown>>> = {
  category: sql`deals.category`,
  source: sql`deals.source_id`,
  group: sql`sources.source_group`,
  condition: sql`deals.condition`,
  brand: sql`deals.brand_slug`,
  location: sql`deals.location_id`,
  offer: sql`deals.details ->> 'offer'`,
  rooms: sql`deals.details ->> 'rooms'`,
  area: sql`deals.details ->> 'area'`,
  price: sql`width_bucket(deals.price_eur, ${sql.lit(`{${priceBucketEdges.map((edge) => edge * 100).join(',')}}`)}::bigint[])::text`,
};

const orders: Readonly<Record<DealQuery['sort'], (text: string) => Expression<unknown>>> = {
  newest: () => sql`deals.posted_at DESC, deals.id DESC`,
  price_asc: () => sql`deals.price_eur, deals.posted_at DESC, deals.id DESC`,
  price_desc: () => sql`deals.price_eur DESC, deals.posted_at DESC, deals.id DESC`,
  total_asc: () =>
    sql`deals.price_eur + coalesce(deals.delivery_eur, 0), deals.posted_at DESC, deals.id DESC`,
  rating: () => sql`coalesce(deals.rating, 0) DESC, deals.posted_at DESC, deals.id DESC`,
  relevance: (text) =>
    text === ''
      ? sql`deals.posted_at DESC, deals.id DESC`
      : sql`ts_rank(document, plainto_tsquery('simple', ${text})) DESC, deals.posted_at DESC, deals.id DESC`,
};

const from = (text: string) =>
  sql`deals JOIN sources ON sources.id = deals.source_id ${
    text === '' ? sql`` : sql`JOIN deal_full_text ON deal_full_text.id = deals.id`
  }`;

const where = (query: DealQuery, without: FacetName | null) =>
  sql.join(conditionsOf(query, without), sql` AND `);

/**
 * The peer of the search bench: PostgreSQL's full-text search with the same interface. First pages
 * only.
 */
export const createFullTextSearch = (database: Database): DealSearch => {
  return {
    async search(query, limit) {
      const hits = sql<{ id: number; change_seq: number }>`
        SELECT deals.id, deals.change_seq FROM ${from(query.text)} WHERE ${where(query, null)}
        ORDER BY ${orders[query.sort](query.text)} LIMIT ${limit}`.execute(database);
      const total = sql<{ count: number }>`
        SELECT count(*) FROM ${from(query.text)} WHERE ${where(query, null)}`.execute(database);
      const facets = facetNames.map(async (facet) => {
        const { rows } = await sql<{ value: string; count: number }>`
          SELECT ${facetExpression[facet]} AS value, count(*) AS count FROM ${from(query.text)}
          WHERE ${where(query, facet)} AND ${facetExpression[facet]} IS NOT NULL
          GROUP BY 1 ORDER BY 2 DESC`.execute(database);
        return [facet, rows] as const;
      });
      const [found, counted, ...faceted] = await Promise.all([hits, total, ...facets]);
      const none: { value: string; count: number }[] = [];
      return {
        hits: found.rows.map((row) => ({ id: String(row.id), version: row.change_seq })),
        total: counted.rows[0]?.count ?? 0,
        facets: {
          category: none,
          source: none,
          group: none,
          condition: none,
          location: none,
          offer: none,
          rooms: none,
          area: none,
          price: none,
          ...Object.fromEntries(faceted),
          brand: [],
        },
        nextCursor: null,
        partial: false,
        correctedQuery: null,
        dropped: [],
      };
    },
    suggest: () => Promise.resolve([]),
  };
};
