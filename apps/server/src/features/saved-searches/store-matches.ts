import { sql, type Transaction } from 'kysely';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Schema } from '#schema/schema.ts';
import type { NoticePublisher } from '#features/notices/api.ts';
import type { RecordEvents } from '#features/webhooks/api.ts';

/** Searches of one transaction. It locks their rows and their users', which others may wait for. */
const SEARCHES_AT_ONCE = 500;
/** Deals of one transaction, unless a single search has more: at most those of a page of changes. */
const MATCHES_AT_ONCE = 5_000;

/** The deals that match a saved search. */
export interface FoundMatches {
  readonly savedSearchId: string;
  readonly dealIds: readonly number[];
}

export interface StoreOptions {
  readonly noticePublisher: NoticePublisher;
  readonly recordEvents: RecordEvents;
  /** When the deals were found. */
  readonly now: Date;
}

/** Parts that are stored in one transaction each. */
function* inParts(found: readonly FoundMatches[]): Generator<readonly FoundMatches[]> {
  let part: FoundMatches[] = [];
  let deals = 0;
  for (const one of found) {
    if (part.length === SEARCHES_AT_ONCE || deals + one.dealIds.length > MATCHES_AT_ONCE) {
      if (part.length > 0) yield part;
      [part, deals] = [[], 0];
    }
    part.push(one);
    deals += one.dealIds.length;
  }
  if (part.length > 0) yield part;
}

/**
 * Those of the searches that exist and are not paused. They and their users exist until the
 * transaction ends. Every run locks them in this order, and users before what the deletion of their
 * account deletes, so that concurrent runs and deletions do not deadlock.
 */
const holdSearches = async (transaction: Transaction<Schema>, ids: readonly string[]) =>
  transaction
    .selectFrom('saved_searches as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id as userId', 's.name', 's.query'])
    .where(isOneOf('s.id', ids))
    .where('s.paused', '=', false)
    .orderBy('s.user_id')
    .orderBy('s.id')
    .forKeyShare('u')
    .forNoKeyUpdate('s')
    .execute();

interface Pair {
  readonly savedSearchId: string;
  readonly userId: string;
  readonly dealId: number;
}

/**
 * Stores and counts matches, except of members' own deals. Returns those that are new, by the ids of
 * their searches, the newest deals first.
 */
const insertMatches = async (
  transaction: Transaction<Schema>,
  pairs: readonly Pair[],
  now: Date,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const { rows } = await sql<{ id: string; deal_id: number }>`
    WITH held AS MATERIALIZED (
      -- In order, because the check of the foreign key locks them too.
      SELECT id, seller_id FROM deals
       WHERE id = ANY(${[...new Set(pairs.map(({ dealId }) => dealId))]}::bigint[])
       ORDER BY id FOR KEY SHARE
    ), inserted AS (
      INSERT INTO saved_search_matches (saved_search_id, deal_id, matched_at)
      SELECT pair.saved_search_id, pair.deal_id, ${now}
        FROM unnest(${pairs.map(({ savedSearchId }) => savedSearchId)}::uuid[],
                    ${pairs.map(({ userId }) => userId)}::uuid[],
                    ${pairs.map(({ dealId }) => dealId)}::bigint[])
             AS pair (saved_search_id, user_id, deal_id)
        JOIN held ON held.id = pair.deal_id
       WHERE held.seller_id IS DISTINCT FROM pair.user_id
          ON CONFLICT DO NOTHING
      RETURNING saved_search_id, deal_id
    ), counted AS (
      UPDATE saved_searches SET matches = matches + new.count, last_match_at = ${now}
        FROM (SELECT saved_search_id, count(*) FROM inserted GROUP BY 1) AS new
       WHERE id = new.saved_search_id
    )
    SELECT saved_search_id AS id, deal_id FROM inserted ORDER BY deal_id DESC`.execute(transaction);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, deals]) => [
      id,
      deals.map(({ deal_id }) => deal_id),
    ]),
  );
};

const storePart = (
  { noticePublisher, recordEvents, now }: StoreOptions,
  part: readonly FoundMatches[],
): Promise<void> =>
  noticePublisher.transaction(async (transaction, notify) => {
    const dealsOf = new Map(part.map(({ savedSearchId, dealIds }) => [savedSearchId, dealIds]));
    const held = await holdSearches(transaction, [...dealsOf.keys()]);
    const pairs = held.flatMap(({ id: savedSearchId, userId }) =>
      (dealsOf.get(savedSearchId) ?? []).map((dealId) => ({ savedSearchId, userId, dealId })),
    );
    const stored = await insertMatches(transaction, pairs, now);
    if (stored.size === 0) return;
    const matched = held.flatMap(({ userId, ...savedSearch }) => {
      const dealIds = stored.get(savedSearch.id);
      return dealIds === undefined ? [] : { userId, savedSearch, dealIds };
    });
    await recordEvents(
      transaction,
      matched.map(({ userId, savedSearch, dealIds }) => ({
        userId,
        event: 'search.matched',
        data: { savedSearch, dealIds: dealIds.map(String) },
      })),
    );
    await notify(
      matched.map(({ userId, savedSearch, dealIds }) => ({
        userId,
        occasion: `saved_search:${savedSearch.id}:${dealIds[0]}:${now.getTime()}`,
        about: { kind: 'saved_search', savedSearch, dealIds },
      })),
    );
  });

/**
 * Counts matches and notifies of those that are new, those of many searches in one transaction.
 * Matches of searches that were deleted or paused meanwhile are left out. If a part fails, those
 * before it stay stored.
 */
export const storeMatches = async (
  options: StoreOptions,
  found: readonly FoundMatches[],
): Promise<void> => {
  for (const part of inParts(found)) await storePart(options, part);
};
