import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { dayOf, type Clock } from '#platform/clock.ts';
import type { Database, Schema } from '#schema/schema.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';

/**
 * The visitors of one day who must search for the same before its words are stored. What fewer
 * search for might identify them.
 */
export const LEAST_VISITORS = 3;

/** Bytes of digests in the log. */
const DIGEST_BYTES = 16;

export interface CountedQuery {
  readonly query: string;
  readonly searches: number;
  readonly withoutDeals: number;
  readonly near: number;
  readonly corrected: number;
  readonly opened: number;
  readonly rankSum: number;
  /** Digests, in hexadecimal digits. */
  readonly visitors: ReadonlySet<string>;
}

/** A query that was searched for after another. */
export interface Refinement {
  readonly query: string;
  readonly refined: string;
  readonly searches: number;
}

interface Batch {
  /** `2026-11-21`. */
  readonly day: string;
  readonly queries: readonly CountedQuery[];
  readonly refinements: readonly Refinement[];
}

/** A query with the key of its row, in hexadecimal digits. */
interface Keyed extends CountedQuery {
  readonly key: string;
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

const addCounts = async (
  transaction: Transaction<Schema>,
  day: string,
  queries: readonly Keyed[],
): Promise<void> => {
  const column = (
    name: 'searches' | 'withoutDeals' | 'near' | 'corrected' | 'opened' | 'rankSum',
  ) => queries.map((counts) => counts[name]);
  await sql`
    INSERT INTO search_counts AS c
      (day, key, searches, without_deals, near, corrected, opened, rank_sum)
    SELECT ${day}::date, * FROM unnest(
      ${queries.map(({ key }) => bytes(key))}::bytea[], ${column('searches')}::int[],
      ${column('withoutDeals')}::int[], ${column('near')}::int[], ${column('corrected')}::int[],
      ${column('opened')}::int[], ${column('rankSum')}::bigint[])
    ON CONFLICT (day, key) DO UPDATE
      SET searches = c.searches + excluded.searches,
          without_deals = c.without_deals + excluded.without_deals,
          near = c.near + excluded.near, corrected = c.corrected + excluded.corrected,
          opened = c.opened + excluded.opened, rank_sum = c.rank_sum + excluded.rank_sum`.execute(
    transaction,
  );
};

/** Stores the words of queries that enough visitors have searched for, and erases these visitors. */
const publishWords = async (
  transaction: Transaction<Schema>,
  day: string,
  queries: readonly Keyed[],
): Promise<void> => {
  const keys = queries.map(({ key }) => bytes(key));
  const visits = queries.flatMap(({ key, visitors }) =>
    Array.from(visitors, (visitor) => ({ key, visitor })),
  );
  await sql`
    INSERT INTO search_visitors (day, key, visitor)
    SELECT c.day, c.key, new.visitor
      FROM unnest(${visits.map(({ key }) => bytes(key))}::bytea[],
                  ${visits.map(({ visitor }) => bytes(visitor).subarray(0, DIGEST_BYTES))}::bytea[])
           AS new (key, visitor)
      JOIN search_counts c ON c.day = ${day} AND c.key = new.key AND c.query IS NULL
        ON CONFLICT DO NOTHING`.execute(transaction);
  await sql`
    UPDATE search_counts SET query = new.query
      FROM unnest(${keys}::bytea[], ${queries.map(({ query }) => query)}::text[]) AS new (key, query)
     WHERE search_counts.day = ${day} AND search_counts.key = new.key
       AND search_counts.query IS NULL
       AND (SELECT count(*) FROM search_visitors v
             WHERE v.day = ${day} AND v.key = new.key) >= ${LEAST_VISITORS}`.execute(transaction);
  await sql`
    DELETE FROM search_visitors v USING search_counts c
     WHERE v.day = ${day} AND v.key = ANY(${keys}::bytea[])
       AND c.day = v.day AND c.key = v.key AND c.query IS NOT NULL`.execute(transaction);
};

const addRefinements = async (
  transaction: Transaction<Schema>,
  day: string,
  pairs: readonly { readonly from: string; readonly to: string; readonly searches: number }[],
): Promise<void> => {
  await sql`
    INSERT INTO search_refinements AS r (day, key, refined_key, searches)
    SELECT ${day}::date, * FROM unnest(
      ${pairs.map(({ from }) => bytes(from))}::bytea[], ${pairs.map(({ to }) => bytes(to))}::bytea[],
      ${pairs.map(({ searches }) => searches)}::int[])
    ON CONFLICT (day, key, refined_key) DO UPDATE
      SET searches = r.searches + excluded.searches`.execute(transaction);
};

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
  a.key < b.key ? -1 : 1;

/** Adds a batch to the log. */
export const storeSearches = async (
  { database, pseudonyms }: { readonly database: Database; readonly pseudonyms: Pseudonyms },
  { day, queries, refinements }: Batch,
): Promise<void> => {
  const keyOf = async (query: string): Promise<string> => {
    const digest = await pseudonyms.digestOfToday('queries', query);
    return digest.toString('hex', 0, DIGEST_BYTES);
  };
  // In one order on all nodes, so that their transactions do not deadlock.
  const keyed = await Promise.all(
    queries.map(async (counts) => ({ ...counts, key: await keyOf(counts.query) })),
  );
  keyed.sort(byKey);
  const pairs = await Promise.all(
    refinements.map(async ({ query, refined, searches }) => {
      const [from, to] = [await keyOf(query), await keyOf(refined)];
      return { key: from + to, from, to, searches };
    }),
  );
  pairs.sort(byKey);
  await database.transaction().execute(async (transaction) => {
    await addCounts(transaction, day, keyed);
    await publishWords(transaction, day, keyed);
    await addRefinements(transaction, day, pairs);
  });
};

/**
 * Erases the traces of past days: the visitors, the refinements of queries without words, and these
 * queries themselves, of which each day keeps one sum. Erases all that is older than the setting.
 */
export const cleanSearches = async (
  database: Database,
  clock: Clock,
  storedDays: number,
): Promise<void> => {
  const today = dayOf(clock.now());
  const first = dayOf(clock.now() - storedDays * DAY_MS);
  await database.transaction().execute(async (transaction) => {
    await sql`DELETE FROM search_visitors WHERE day < ${today}`.execute(transaction);
    await sql`
      DELETE FROM search_refinements r
       WHERE day < ${today} AND (day < ${first} OR (
         SELECT count(*) FROM search_counts c
          WHERE c.day = r.day AND c.key IN (r.key, r.refined_key) AND c.query IS NOT NULL) < 2)`.execute(
      transaction,
    );
    await sql`DELETE FROM search_counts WHERE day < ${first}`.execute(transaction);
    await sql`
      WITH rare AS (
        DELETE FROM search_counts WHERE day < ${today} AND query IS NULL RETURNING *
      )
      INSERT INTO search_counts
        (day, key, searches, without_deals, near, corrected, opened, rank_sum)
      SELECT day, '', sum(searches), sum(without_deals), sum(near), sum(corrected), sum(opened),
             sum(rank_sum)
        FROM rare GROUP BY day`.execute(transaction);
  });
};
