import { sql, type Selectable } from 'kysely';
import type { DealListQuery } from '@izgodno/contract/deals/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { SavedSearchesTable } from '#platform/database/schema/people.ts';
import { CallError } from '#platform/http/errors.ts';
import type { DealQuery, DealSearch } from '#ports/deal-search.ts';
import type { Notifier } from '#ports/notifier.ts';
import { readSearch } from './search-query.ts';

/** Saved searches a run; those that were looked at longest ago go first. */
const SEARCHES_A_RUN = 1_000;
/** New deals of one search that a run looks at. More at once is a new source, not news. */
const MATCHES_A_RUN = 100;
/**
 * How far a run looks back behind the one before. Deals appear with the time at which their
 * transaction began and are found a moment later; what was told of already is told of once.
 */
const OVERLAP_MS = 10 * 60_000;
const MATCHES_KEPT_MS = 24 * 60 * 60_000;

type SavedSearchRow = Selectable<SavedSearchesTable>;

export interface MatchOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly search: DealSearch;
  readonly notifier: Notifier;
  readonly toDealQuery: (query: DealListQuery) => DealQuery;
}

/** Looks for new deals that match saved searches and tells their people: once a run, once a deal. */
export const matchNewDeals = async ({
  database,
  clock,
  search,
  notifier,
  toDealQuery,
}: MatchOptions): Promise<void> => {
  const findHits = async (saved: SavedSearchRow): Promise<readonly number[]> => {
    const query: DealQuery = { ...toDealQuery(readSearch(saved.query).query), sort: 'newest' };
    const { hits, correctedQuery } = await search.search(query, MATCHES_A_RUN, null);
    // Other words than those saved were not asked for.
    return correctedQuery === null ? hits.map(({ id }) => Number(id)) : [];
  };

  const tell = async (saved: SavedSearchRow, hits: readonly number[], now: Date): Promise<void> => {
    const since = new Date(
      Math.max(saved.created_at.getTime(), saved.checked_at.getTime() - OVERLAP_MS),
    );
    await notifier.transaction(async (transaction, notify) => {
      const { rows } = await sql<{ deal_id: number }>`
        INSERT INTO saved_search_matches (saved_search_id, deal_id, matched_at)
        SELECT ${saved.id}, id, ${now} FROM deals
         WHERE id = ANY(${hits}::bigint[]) AND created_at > ${since}
           AND seller_id IS DISTINCT FROM ${saved.user_id}
        ON CONFLICT DO NOTHING
        RETURNING deal_id`.execute(transaction);
      await transaction
        .updateTable('saved_searches')
        .set({
          checked_at: now,
          ...(rows.length === 0
            ? {}
            : { matches: sql`matches + ${rows.length}`, last_match_at: now }),
        })
        .where('id', '=', saved.id)
        .execute();
      if (rows.length === 0) return;
      const dealIds = rows.map(({ deal_id }) => deal_id);
      const { id, name, query } = saved;
      await notify([
        {
          userId: saved.user_id,
          occasion: `saved_search:${id}:${now.getTime()}`,
          about: {
            kind: 'saved_search',
            savedSearch: { id, name, query },
            dealIds: dealIds.toSorted((a, b) => b - a),
          },
        },
      ]);
    });
  };

  const due = await database
    .selectFrom('saved_searches')
    .selectAll()
    .where('paused', '=', false)
    .orderBy('checked_at')
    .limit(SEARCHES_A_RUN)
    .execute();
  for (const saved of due) {
    try {
      await tell(saved, await findHits(saved), new Date(clock.now()));
    } catch (error) {
      // A search that the product no longer takes must not hold up the others.
      if (!(error instanceof CallError)) throw error;
      await database
        .updateTable('saved_searches')
        .set({ paused: true })
        .where('id', '=', saved.id)
        .execute();
    }
  }
  await database
    .deleteFrom('saved_search_matches')
    .where('matched_at', '<', new Date(clock.now() - MATCHES_KEPT_MS))
    .execute();
};
