import { sql, type RawBuilder, type SqlBool } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { LOGGED_QUERIES_LIMIT, type SearchLogView } from '@izgodno/contract/search/log-calls';
import type { DatabaseReads } from '#schema/schema.ts';

/** A query is unopened from this number of searches with deals on, of which few were opened. */
const LEAST_SEARCHES = 3;
const FEW_OPENED = 0.2;
/** The refinements of a query in a response. */
const MAX_REFINEMENTS = 3;

const totalsSchema = z.array(
  z.object({ searches: z.int(), withoutDeals: z.int(), opened: z.int(), rare: z.int() }),
);
const queriesSchema = z.array(
  z.object({
    query: z.string(),
    searches: z.int(),
    withoutDeals: z.int(),
    near: z.int(),
    corrected: z.int(),
    opened: z.int(),
    rankSum: z.int(),
  }),
);
const refinementsSchema = z.array(
  z.object({ query: z.string(), refined: z.string(), searches: z.int() }),
);

const conditions: Readonly<Record<SearchLogView, RawBuilder<SqlBool>>> = {
  top: sql`true`,
  none: sql`sum(without_deals) > 0`,
  unopened: sql`sum(searches - without_deals) >= ${LEAST_SEARCHES}
    AND sum(opened) < ${FEW_OPENED}::float8 * sum(searches - without_deals)`,
};

const orders: Readonly<Record<SearchLogView, RawBuilder<unknown>>> = {
  top: sql`sum(searches)`,
  none: sql`sum(without_deals)`,
  unopened: sql`sum(searches - without_deals - opened)`,
};

/** Reads the totals and the first queries of a view, since a day (`2026-11-21`). */
export const readSearches = (reads: DatabaseReads, view: SearchLogView, since: string) =>
  reads(async (database) => {
    const totals = await sql`
      SELECT coalesce(sum(searches), 0)::int AS searches,
             coalesce(sum(without_deals), 0)::int AS "withoutDeals",
             coalesce(sum(opened), 0)::int AS opened,
             coalesce(sum(searches) FILTER (WHERE query IS NULL), 0)::int AS rare
        FROM search_counts WHERE day >= ${since}`.execute(database);
    const found = await sql`
      SELECT query, sum(searches)::int AS searches, sum(without_deals)::int AS "withoutDeals",
             sum(near)::int AS near, sum(corrected)::int AS corrected, sum(opened)::int AS opened,
             sum(rank_sum)::bigint AS "rankSum"
        FROM search_counts WHERE day >= ${since} AND query IS NOT NULL
       GROUP BY query HAVING ${conditions[view]}
       ORDER BY ${orders[view]} DESC, query LIMIT ${LOGGED_QUERIES_LIMIT}`.execute(database);
    const queries = expectShape(queriesSchema, found.rows);
    const refinements = await sql`
      SELECT a.query, b.query AS refined, sum(r.searches)::int AS searches
        FROM search_refinements r
        JOIN search_counts a ON a.day = r.day AND a.key = r.key
        JOIN search_counts b ON b.day = r.day AND b.key = r.refined_key
       WHERE r.day >= ${since} AND a.query = ANY(${queries.map(({ query }) => query)}::text[])
         AND b.query IS NOT NULL
       GROUP BY a.query, b.query ORDER BY sum(r.searches) DESC, b.query`.execute(database);
    const refined = expectShape(refinementsSchema, refinements.rows);
    const [total] = expectShape(totalsSchema, totals.rows);
    return {
      ...(total ?? { searches: 0, withoutDeals: 0, opened: 0, rare: 0 }),
      queries: queries.map(({ rankSum, query, ...counts }) =>
        Object.assign(counts, {
          query,
          rank: counts.opened === 0 ? null : rankSum / counts.opened,
          refinedTo: refined
            .filter((next) => next.query === query)
            .slice(0, MAX_REFINEMENTS)
            .map((next) => ({ query: next.refined, searches: next.searches })),
        }),
      ),
    };
  });
