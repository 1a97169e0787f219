import { sql, type Selectable, type Transaction } from 'kysely';
import type { DealListQuery } from '@izgodno/contract/search/calls';
import {
  LAST_MONTH_COUNT_LIMIT,
  MAX_SAVED_SEARCHES,
  savedSearchFieldErrors,
  type SavedSearch,
} from '@izgodno/contract/saved-searches/calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Schema } from '#schema/schema.ts';
import type { SavedSearchesTable } from '#schema/saved-searches.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { DealQuery, DealSearch } from '#features/search/api.ts';
import { readSearch } from './search-query.ts';

const MONTH_MS = 30 * 24 * 60 * 60_000;

const present = (row: Selectable<SavedSearchesTable>): SavedSearch => ({
  id: row.id,
  name: row.name,
  query: row.query,
  paused: row.paused,
  matches: row.matches,
  lastMatchAt: row.last_match_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

export interface SavedSearchOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly search: DealSearch;
  /** The search query of a list call. */
  readonly toDealQuery: (query: DealListQuery) => DealQuery;
}

export type SavedSearchService = ReturnType<typeof createSavedSearchService>;

const rejectTooMany = async (transaction: Transaction<Schema>, userId: string): Promise<void> => {
  await oneAtATime(transaction, `saved searches of ${userId}`);
  const { saved } = await transaction
    .selectFrom('saved_searches')
    .select((expression) => expression.fn.countAll<number>().as('saved'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (saved >= MAX_SAVED_SEARCHES) throw new CallError('limit_reached');
};

export const createSavedSearchService = (options: SavedSearchOptions) => {
  const { database, clock, search, toDealQuery } = options;

  return {
    async list(userId: string): Promise<readonly SavedSearch[]> {
      const rows = await database
        .selectFrom('saved_searches')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(present);
    },

    /** The number of matches of the last 30 days, counted up to `LAST_MONTH_COUNT_LIMIT`. */
    async countLastMonth(
      text: string,
    ): Promise<{ readonly matchesLastMonth: number; readonly orMore: boolean }> {
      const query = { ...toDealQuery(readSearch(text).query), sort: 'newest' } as const;
      const page = await search.search(query, LAST_MONTH_COUNT_LIMIT, null);
      const ids = page.hits.map(({ id }) => Number(id));
      const { recent } = await database
        .selectFrom('deals')
        .select((expression) => expression.fn.countAll<number>().as('recent'))
        .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
        .where('posted_at', '>', new Date(clock.now() - MONTH_MS))
        .executeTakeFirstOrThrow();
      return {
        matchesLastMonth: recent,
        orMore: recent === LAST_MONTH_COUNT_LIMIT && page.nextCursor !== null,
      };
    },

    async save(userId: string, text: string, name: string): Promise<SavedSearch> {
      const { text: query } = readSearch(text);
      const now = clock.now();
      const at = new Date(now);
      const row = await database
        .transaction()
        .execute(async (transaction) => {
          await rejectTooMany(transaction, userId);
          return transaction
            .insertInto('saved_searches')
            .values({
              id: createUuidV7(now),
              user_id: userId,
              name,
              query,
              last_match_at: null,
              checked_at: at,
              created_at: at,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
        })
        .catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error;
          const fault = { code: savedSearchFieldErrors.savedAlready, message: 'Saved already' };
          throw new CallError('validation_failed', { fields: { query: fault }, cause: error });
        });
      return present(row);
    },

    async change(
      userId: string,
      id: string,
      change: { readonly name?: string | undefined; readonly paused?: boolean | undefined },
    ): Promise<SavedSearch> {
      const row = await database
        .updateTable('saved_searches')
        .set({
          name: sql`coalesce(${change.name ?? null}, name)`,
          paused: sql`coalesce(${change.paused ?? null}::boolean, paused)`,
          // Deals that appeared during a pause are not notified after it.
          ...(change.paused === false ? { checked_at: new Date(clock.now()) } : {}),
        })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new CallError('not_found');
      return present(row);
    },

    async delete(userId: string, id: string): Promise<void> {
      const { numDeletedRows } = await database
        .deleteFrom('saved_searches')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new CallError('not_found');
    },
  };
};
