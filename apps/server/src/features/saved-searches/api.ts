import type { FastifyInstance } from 'fastify';
import { sql, type Selectable, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import * as calls from '@izgodno/contract/saved-searches/calls';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { AccountData } from '#features/accounts/api.ts';
import { runOnDealChanges } from '#features/deals/api.ts';
import { leftOutOf, toDealQuery } from '#features/search/api.ts';
import type { Bus } from '#platform/bus.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { createCallAdder, type CallHandler } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { SavedSearchesTable } from '#schema/saved-searches.ts';
import type { Database, Schema } from '#schema/schema.ts';
import { readSearch } from './search-query.ts';
import { notifyOfMatches, type MatchOptions } from './notify-of-matches.ts';
import { queryOfSaved, PercolatedSearches } from './percolated-searches.ts';

const matchJob = defineJob({ name: 'saved-searches.match', payload: z.strictObject({}) });

/** In milliseconds; the search finds a deal within a second after a change. */
const MATCH_DELAY_MS = 1_500;
const MONTH_MS = 30 * DAY_MS;

type SavedSearchCall<C extends Call> = CallHandler<MatchOptions, C>;

const present = (row: Selectable<SavedSearchesTable>): calls.SavedSearch => ({
  id: row.id,
  name: row.name,
  query: row.query,
  paused: row.paused,
  matches: row.matches,
  lastMatchAt: row.last_match_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

const listOf = async (database: Database, userId: string): Promise<calls.SavedSearch[]> => {
  const rows = await database
    .selectFrom('saved_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(present);
};

const listSearches: SavedSearchCall<typeof calls.listSavedSearches> = async (
  { database },
  { query, user },
) => {
  const searches = await listOf(database, user.id);
  const { rows, nextCursor } = cutShortList(searches, query, ({ createdAt, id }) => [
    createdAt,
    id,
  ]);
  return { savedSearches: rows, nextCursor };
};

/** The number of matches of the last 30 days, counted up to `LAST_MONTH_COUNT_LIMIT`. */
const preview: SavedSearchCall<typeof calls.previewSavedSearch> = async (
  { database, clock, search },
  { query: { query: text } },
) => {
  const query = { ...queryOfSaved(text), sort: 'newest' } as const;
  const page = await search.search(query, calls.LAST_MONTH_COUNT_LIMIT, null);
  const ids = page.hits.map(({ id }) => Number(id));
  const { recent } = await database
    .selectFrom('deals')
    .select((expression) => expression.fn.countAll<number>().as('recent'))
    .where(isOneOf('id', ids, 'bigint'))
    .where('posted_at', '>', new Date(clock.now() - MONTH_MS))
    .executeTakeFirstOrThrow();
  return {
    matchesLastMonth: recent,
    orMore: recent === calls.LAST_MONTH_COUNT_LIMIT && page.nextCursor !== null,
    leftOut: [...leftOutOf(toDealQuery(readSearch(text).query))],
  };
};

/** Throws `limit_reached`, but not for a saved query, which is rejected as such. */
const rejectTooMany = async (
  transaction: Transaction<Schema>,
  userId: string,
  query: string,
): Promise<void> => {
  await oneAtATime(transaction, `saved searches of ${userId}`);
  const { saved } = await transaction
    .selectFrom('saved_searches')
    .select((expression) => expression.fn.countAll<number>().as('saved'))
    .where('user_id', '=', userId)
    .where('query', '<>', query)
    .executeTakeFirstOrThrow();
  if (saved >= calls.MAX_SAVED_SEARCHES) throw new CallError('limit_reached');
};

const save: SavedSearchCall<typeof calls.saveSearch> = async (
  { database, clock },
  { user, body },
) => {
  const { text: query } = readSearch(body.query);
  const now = clock.now();
  const at = new Date(now);
  const row = await database
    .transaction()
    .execute(async (transaction) => {
      await rejectTooMany(transaction, user.id, query);
      return transaction
        .insertInto('saved_searches')
        .values({
          id: createUuidV7(now),
          user_id: user.id,
          name: body.name,
          query,
          last_match_at: null,
          checked_at: at,
          created_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    })
    .catch((cause: unknown) => {
      if (!isUniqueViolation(cause)) throw cause;
      const error = { code: calls.savedSearchFieldErrors.savedAlready, message: 'Saved already' };
      throw new CallError('validation_failed', { fields: { query: error }, cause });
    });
  return { savedSearch: present(row) };
};

const change: SavedSearchCall<typeof calls.changeSavedSearch> = async (
  { database, clock },
  { user, params, body },
) => {
  const row = await database
    .updateTable('saved_searches')
    .set({
      name: sql`coalesce(${body.name ?? null}, name)`,
      paused: sql`coalesce(${body.paused ?? null}::boolean, paused)`,
      // Deals that appeared during a pause are not notified after it.
      ...(body.paused === false
        ? { checked_at: sql`CASE WHEN paused THEN ${new Date(clock.now())} ELSE checked_at END` }
        : {}),
    })
    .where('user_id', '=', user.id)
    .where('id', '=', params.id)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new CallError('not_found');
  return { savedSearch: present(row) };
};

const erase: SavedSearchCall<typeof calls.deleteSavedSearch> = async (
  { database },
  { user, params },
) => {
  const { numDeletedRows } = await database
    .deleteFrom('saved_searches')
    .where('user_id', '=', user.id)
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new CallError('not_found');
  return {};
};

export interface SavedSearchDependencies extends MatchOptions {
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly accountData: AccountData;
}

/** Registers searches that notify their users of new matches. */
export const registerSavedSearches = (
  app: FastifyInstance,
  dependencies: SavedSearchDependencies,
): void => {
  const add = createCallAdder<MatchOptions>(app, dependencies);
  add(calls.listSavedSearches, listSearches);
  add(calls.previewSavedSearch, preview);
  add(calls.saveSearch, save);
  add(calls.changeSavedSearch, change);
  add(calls.deleteSavedSearch, erase);

  dependencies.accountData.exports('savedSearches', (userId) =>
    listOf(dependencies.database, userId),
  );

  const searches = new PercolatedSearches(dependencies.database);
  runOnDealChanges(
    app,
    { ...dependencies, delayMs: MATCH_DELAY_MS, cron: '*/2 * * * *' },
    matchJob,
    () => notifyOfMatches(dependencies, searches),
  );
};
