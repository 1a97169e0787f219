import { sql, type Selectable } from 'kysely';
import type { DealListQuery } from '@izgodno/contract/deals/calls';
import type { Clock } from '#platform/clock.ts';
import { readSettledChanges } from '#platform/database/change-reader.ts';
import type { Database } from '#platform/database/database.ts';
import type { SavedSearchesTable } from '#platform/database/schema/people.ts';
import { CallError } from '#platform/http/errors.ts';
import type { DealQuery, DealSearch } from '#ports/deal-search.ts';
import type { Notifier } from '#ports/notifier.ts';
import { questionOf, readFallenPrices, type FallenPrice } from './fallen-prices.ts';
import { readSearch } from './search-query.ts';

/** Saved searches a run; those that were looked at longest ago go first. */
const SEARCHES_A_RUN = 1_000;
/** New deals, and as many fallen prices, of one search that a run looks at. More is no news, but a new source or a sale. */
const MATCHES_A_RUN = 100;
/**
 * How far a run looks back behind the one before. Deals appear with the time at which their
 * transaction began and are found a moment later; what was told of already is told of once.
 */
const OVERLAP_MS = 10 * 60_000;
const MATCHES_KEPT_MS = 24 * 60 * 60_000;
const READER = 'saved-searches';

type SavedSearchRow = Selectable<SavedSearchesTable>;

export interface MatchOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly search: DealSearch;
  readonly notifier: Notifier;
  readonly toDealQuery: (query: DealListQuery) => DealQuery;
}

/** Deals that may be news to a search: those of the first kind only if they have appeared since. */
interface Found {
  readonly newest: readonly number[];
  readonly fallen: readonly number[];
}

/**
 * Looks for deals that have come to match saved searches, as new ones or because their price has fallen,
 * and tells their people: once a run, once a deal.
 */
export const tellOfMatches = async (options: MatchOptions): Promise<void> => {
  const { database, clock, search, notifier, toDealQuery } = options;

  const ask = async (query: DealQuery): Promise<readonly number[]> => {
    const { hits, correctedQuery } = await search.search(query, MATCHES_A_RUN, null);
    // Other words than those saved were not asked for.
    return correctedQuery === null ? hits.map(({ id }) => Number(id)) : [];
  };

  const find = async (
    saved: SavedSearchRow,
    since: Date,
    fallen: readonly FallenPrice[],
  ): Promise<Found> => {
    const query: DealQuery = { ...toDealQuery(readSearch(saved.query).query), sort: 'newest' };
    const asked = fallen
      .flatMap((deal) => {
        const question = deal.since > since ? questionOf(query, deal) : null;
        return question === null ? [] : { id: deal.id, question };
      })
      .slice(0, MATCHES_A_RUN);
    const found: number[] = [];
    for (const { id, question } of asked) {
      if ((await ask(question)).includes(id)) found.push(id);
    }
    return { newest: await ask(query), fallen: found };
  };

  const tell = async (
    saved: SavedSearchRow,
    { newest, fallen }: Found,
    since: Date,
    now: Date,
  ): Promise<void> => {
    await notifier.transaction(async (transaction, notify) => {
      const { rows } = await sql<{ deal_id: number }>`
        INSERT INTO saved_search_matches (saved_search_id, deal_id, matched_at)
        SELECT ${saved.id}, id, ${now} FROM deals
         WHERE (id = ANY(${newest}::bigint[]) AND created_at > ${since} OR id = ANY(${fallen}::bigint[]))
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

  const look = async (saved: SavedSearchRow, fallen: readonly FallenPrice[]): Promise<void> => {
    const since = new Date(
      Math.max(saved.created_at.getTime(), saved.checked_at.getTime() - OVERLAP_MS),
    );
    try {
      await tell(saved, await find(saved, since, fallen), since, new Date(clock.now()));
    } catch (error) {
      // A search that the product no longer takes must not hold up the others.
      if (!(error instanceof CallError)) throw error;
      await database
        .updateTable('saved_searches')
        .set({ paused: true })
        .where('id', '=', saved.id)
        .execute();
    }
  };

  const due = await database
    .selectFrom('saved_searches')
    .selectAll()
    .where('paused', '=', false)
    .orderBy('checked_at')
    .limit(SEARCHES_A_RUN)
    .execute();
  let fallen: readonly FallenPrice[] = [];
  await readSettledChanges({ database, clock, name: READER }, async (after, upTo) => {
    if (due.length > 0) fallen = await readFallenPrices(database, after, upTo);
  });
  for (const saved of due) await look(saved, fallen);
  await database
    .deleteFrom('saved_search_matches')
    .where('matched_at', '<', new Date(clock.now() - MATCHES_KEPT_MS))
    .execute();
};
