import { sql, type Selectable } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { TransactionRange } from '#platform/database/transaction-position.ts';
import { readUnreadChanges } from '#features/deals/api.ts';
import type { Database } from '#schema/schema.ts';
import type { SavedSearchesTable } from '#schema/saved-searches.ts';
import { CallError } from '#platform/http/errors.ts';
import { toDealQuery, understandQuery, type DealSearch } from '#features/search/api.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import type { RecordEvent } from '#features/webhooks/api.ts';
import { mayMatch, readChangedDeals, type ChangedDeal } from './changed-deals.ts';
import { findAmong, SearchIncompleteError } from './find-among.ts';
import { readSearch } from './search-query.ts';

/** Saved searches in memory at once. */
const SEARCHES = 1_000;
/**
 * How far a run looks back before the previous one, because the clocks of nodes differ; earlier
 * matches are not notified twice.
 */
const OVERLAP_MS = 10 * 60_000;
const MATCHES_STORED_MS = 24 * 60 * 60_000;
const READER = 'saved-searches';

type SavedSearchRow = Selectable<SavedSearchesTable>;

export interface MatchOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly search: DealSearch;
  readonly notifier: NoticePublisher;
  readonly recordEvent: RecordEvent;
}

async function* readActiveSearches(database: Database): AsyncGenerator<SavedSearchRow> {
  let last: string | null = null;
  for (;;) {
    const active = database.selectFrom('saved_searches').selectAll().where('paused', '=', false);
    const rows: readonly SavedSearchRow[] = await (
      last === null ? active : active.where('id', '>', last)
    )
      .orderBy('id')
      .limit(SEARCHES)
      .execute();
    yield* rows;
    if (rows.length < SEARCHES) return;
    last = rows.at(-1)?.id ?? null;
  }
}

/** A run; its time counts for all that it finds. */
interface Run extends MatchOptions {
  readonly now: Date;
  /** All unread changes were made after this time; null if that is unknown. */
  readonly unreadSince: Date | null;
}

/** Counts the matches and notifies of those that are new. */
const notifyOfDeals = (
  { notifier, recordEvent, now }: Run,
  saved: SavedSearchRow,
  found: readonly number[],
): Promise<void> =>
  notifier.transaction(async (transaction, notify) => {
    const { rows } = await sql<{ deal_id: number }>`
      INSERT INTO saved_search_matches (saved_search_id, deal_id, matched_at)
      SELECT ${saved.id}, id, ${now} FROM deals
       WHERE id = ANY(${found}::bigint[]) AND seller_id IS DISTINCT FROM ${saved.user_id}
      ON CONFLICT DO NOTHING
      RETURNING deal_id`.execute(transaction);
    const dealIds = rows.map(({ deal_id }) => deal_id).toSorted((a, b) => b - a);
    const [newest] = dealIds;
    if (newest === undefined) return;
    await transaction
      .updateTable('saved_searches')
      .set({ matches: sql`matches + ${dealIds.length}`, last_match_at: now })
      .where('id', '=', saved.id)
      .execute();
    const { id, name, query } = saved;
    await recordEvent(transaction, saved.user_id, 'search.matched', {
      savedSearch: { id, name, query },
      dealIds: dealIds.map(String),
    });
    await notify([
      {
        userId: saved.user_id,
        occasion: `saved_search:${id}:${newest}:${now.getTime()}`,
        about: { kind: 'saved_search', savedSearch: { id, name, query }, dealIds },
      },
    ]);
  });

/** False if the search does not know all deals yet. */
const matchOne = async (
  run: Run,
  saved: SavedSearchRow,
  changed: readonly ChangedDeal[],
): Promise<boolean> => {
  const lookBack = Math.min(
    saved.checked_at.getTime() - OVERLAP_MS,
    run.unreadSince?.getTime() ?? Infinity,
  );
  const since = Math.max(saved.created_at.getTime(), lookBack);
  try {
    const query = understandQuery(toDealQuery(readSearch(saved.query).query));
    const news = changed.filter((deal) => mayMatch(query, deal, since));
    const found = await findAmong(run.search, query, news);
    if (found.length > 0) await notifyOfDeals(run, saved, found);
  } catch (error) {
    if (error instanceof SearchIncompleteError) return false;
    // A search that is no longer valid must not block the others.
    if (!(error instanceof CallError)) throw error;
    await run.database
      .updateTable('saved_searches')
      .set({ paused: true })
      .where('id', '=', saved.id)
      .execute();
  }
  return true;
};

/** False if some search does not know all deals yet. */
const matchAll = async (run: Run, ranges: readonly TransactionRange[]): Promise<boolean> => {
  const { database, now } = run;
  let isDone = true;
  for await (const changed of readChangedDeals(database, ranges)) {
    for await (const saved of readActiveSearches(database)) {
      if (!(await matchOne(run, saved, changed))) isDone = false;
    }
  }
  if (!isDone) return false;
  await database
    .updateTable('saved_searches')
    .set({ checked_at: now })
    .where('paused', '=', false)
    .where('checked_at', '<', now)
    .execute();
  return true;
};

/**
 * Finds new matches of saved searches (new deals, or deals whose price fell) and notifies their
 * users of each deal once. All searches are matched with all changes before any change counts as
 * read.
 */
export const notifyOfMatches = async (options: MatchOptions): Promise<void> => {
  const { database, clock } = options;
  const now = new Date(clock.now());
  await readUnreadChanges(database, READER, ({ ranges, since }) =>
    matchAll({ ...options, now, unreadSince: since }, ranges),
  );
  await database
    .deleteFrom('saved_search_matches')
    .where('matched_at', '<', new Date(now.getTime() - MATCHES_STORED_MS))
    .execute();
};
