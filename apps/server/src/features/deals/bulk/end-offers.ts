import type { ClientBase } from 'pg';

/** Rows per transaction, as for a whole source. */
const BATCH_ROWS = 5_000;

const TOUCH_SEEN = `
  UPDATE deals SET checked_at = now() FROM pg_temp.import_seen WHERE deals.id = import_seen.deal_id`;

/** Records that the deals seen in the staging area were checked now. */
export const touchSeen = async (client: ClientBase): Promise<void> => {
  await client.query(TOUCH_SEEN);
};

const KEEP_TIMES = `
  UPDATE deals SET unread_since = coalesce(deals.checked_at, sources.checked_at)
    FROM pg_temp.import_unread, sources
   WHERE deals.id = import_unread.deal_id AND sources.id = deals.source_id AND deals.unread_since IS NULL`;

const ERASE_TIMES = `
  UPDATE deals SET unread_since = NULL FROM pg_temp.import_seen
   WHERE deals.id = import_seen.deal_id AND import_seen.was_unread AND deals.unread_since IS NOT NULL
     AND NOT EXISTS (SELECT FROM pg_temp.import_unread WHERE import_unread.deal_id = deals.id)`;

/**
 * Keeps the times at which deals were last read that no usable row names now, and erases those of the
 * others. Call it before the present time is recorded.
 */
export const noteUnread = async (client: ClientBase): Promise<void> => {
  await client.query(KEEP_TIMES);
  await client.query(ERASE_TIMES);
};

/**
 * Expires the deals that match a condition; their offers may get another representative. A deal whose lock
 * is waited for may be removed meanwhile, so a subquery locks, too: another deal takes its place there.
 */
const endWhere = (condition: string): string => `
  WITH ended AS (
    UPDATE deals
       SET status = 'expired', updated_at = now(), change_seq = nextval('deal_change_seq')
     WHERE ${condition}
    RETURNING id
  )
  INSERT INTO offers_to_group (deal_id) SELECT id FROM ended`;

const END_UNAVAILABLE = endWhere(`source_id = $1 AND external_id = ANY ($2) AND status = 'active'`);

/** Expires the active deals of these external ids, which their source ended; returns their number. */
export const endUnavailable = async (
  client: ClientBase,
  sourceId: string,
  externalIds: readonly string[],
): Promise<number> => {
  if (externalIds.length === 0) return 0;
  const { rowCount } = await client.query(END_UNAVAILABLE, [sourceId, externalIds]);
  return rowCount ?? 0;
};

/** Deals that were seen neither in this sweep nor within `keepMs`. */
const STALE = `
  deals.source_id = $1 AND deals.status = 'active'
  AND coalesce(deals.checked_at, '-infinity') <
      (SELECT CASE WHEN $2::bigint = 0 THEN sweep_started_at ELSE now() - make_interval(secs => $2::bigint / 1000.0) END
         FROM sources WHERE id = $1)`;

/** The part of its source that a deal belongs to: the origin of a fare, the noted part, or the shop. */
const PART = `
  CASE WHEN deals.details ->> 'kind' = 'fare' THEN deals.details ->> 'origin'
       ELSE coalesce(deals.source_part, deals.merchant, '') END`;

/** The deals of one part of a source. */
export interface PartCount {
  readonly part: string;
  readonly present: number;
  /** How many of them the end of the reading would withdraw. */
  readonly missing: number;
}

/** The active deals of the source by part, and how many of them the end of the sweep would expire. */
export const countStale = async (
  client: ClientBase,
  sourceId: string,
  keepMs: number,
): Promise<readonly PartCount[]> => {
  const { rows } = await client.query<PartCount>(
    `SELECT ${PART} AS part, count(*)::integer AS present,
            count(*) FILTER (WHERE ${STALE})::integer AS missing
       FROM deals WHERE source_id = $1 AND status = 'active' GROUP BY 1`,
    [sourceId, keepMs],
  );
  return rows;
};

const EXPIRE_STALE = endWhere(
  `id IN (SELECT id FROM deals WHERE ${STALE} AND NOT ${PART} = ANY ($3) LIMIT ${BATCH_ROWS} FOR NO KEY UPDATE)`,
);

/** Expires the deals that the sweep did not see, except those of the held parts. */
export const expireStale = async (
  client: ClientBase,
  sourceId: string,
  { keepMs, held }: { readonly keepMs: number; readonly held: readonly string[] },
  signal: AbortSignal,
): Promise<number> => {
  let expired = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await client.query(EXPIRE_STALE, [sourceId, keepMs, [...held]]);
    expired += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_ROWS) return expired;
  }
};

/**
 * Clears the times of visitors' checks of a source's fares, because the source was read since. Those
 * of fares that were found before their check stay. It reads all deals of the source.
 */
export const eraseChecks = async (client: ClientBase, sourceId: string): Promise<void> => {
  await client.query(
    `UPDATE deals SET checked_at = NULL
      WHERE source_id = $1 AND checked_at IS NOT NULL AND status = 'active'
        AND deals.checked_at <=
            coalesce((deals.details ->> 'foundAt')::timestamptz, now() - interval '1 day')`,
    [sourceId],
  );
};

const CREATE_REMOVED = `
  DROP TABLE IF EXISTS pg_temp.import_removed;
  CREATE TEMPORARY TABLE import_removed (
    position integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    deal_id bigint NOT NULL
  );
  ANALYZE pg_temp.import_seen;`;

const FIND_REMOVED = `
  INSERT INTO pg_temp.import_removed (deal_id)
  SELECT id FROM deals
   WHERE source_id = $1 AND status <> 'deleted'
     AND NOT EXISTS (SELECT FROM pg_temp.import_seen WHERE import_seen.deal_id = deals.id)`;

const REMOVE = `
  WITH removed AS (
    UPDATE deals
       SET status = 'deleted', deleted_at = now(), updated_at = now(), change_seq = nextval('deal_change_seq')
      FROM pg_temp.import_removed
     WHERE position > $1 AND position <= $2 AND deals.id = import_removed.deal_id
    RETURNING deals.id
  )
  INSERT INTO offers_to_group (deal_id) SELECT id FROM removed`;

/** Records which deals of a source were not seen, and returns their number. */
export const findMissing = async (client: ClientBase, sourceId: string): Promise<number> => {
  await client.query(CREATE_REMOVED);
  const { rowCount } = await client.query(FIND_REMOVED, [sourceId]);
  return rowCount ?? 0;
};

/** The deals of the source by part, with the numbers of missing ones; after `findMissing`. */
export const countMissing = async (
  client: ClientBase,
  sourceId: string,
): Promise<readonly PartCount[]> => {
  const { rows } = await client.query<PartCount>(
    `SELECT ${PART} AS part, count(*)::integer AS present,
            count(import_removed.deal_id)::integer AS missing
       FROM deals LEFT JOIN pg_temp.import_removed ON import_removed.deal_id = deals.id
      WHERE source_id = $1 AND status <> 'deleted' GROUP BY 1`,
    [sourceId],
  );
  return rows;
};

/** Keeps missing deals of these parts; `all` keeps every missing deal. */
export const keepMissing = async (
  client: ClientBase,
  held: 'all' | readonly string[],
): Promise<void> => {
  if (held === 'all') await client.query('TRUNCATE pg_temp.import_removed');
  else if (held.length > 0) {
    await client.query(
      `DELETE FROM pg_temp.import_removed USING deals
        WHERE deals.id = import_removed.deal_id AND ${PART} = ANY ($1)`,
      [[...held]],
    );
  }
};

/** Marks the missing deals with positions above `from`, up to `to`, as deleted; returns their number. */
export const removeMissing = async (
  client: ClientBase,
  from: number,
  to: number,
): Promise<number> => {
  const { rowCount } = await client.query(REMOVE, [from, to]);
  return rowCount ?? 0;
};

export interface PresentCount {
  readonly deals: number;
  /** Items of the parts that did not fail: the choices of each deal, or the deal itself. */
  readonly items: number;
}

/** The number of active deals of a source, some parts of which failed. */
export const countPresent = async (
  client: ClientBase,
  sourceId: string,
  failed: readonly string[],
): Promise<PresentCount> => {
  const { rows } = await client.query<PresentCount>(
    `SELECT count(*)::integer AS deals,
            coalesce(sum(coalesce(jsonb_array_length(variants), 1))
                       FILTER (WHERE NOT ${PART} = ANY ($2)), 0)::integer AS items
       FROM deals WHERE source_id = $1 AND status <> 'deleted'`,
    [sourceId, [...failed]],
  );
  return rows[0] ?? { deals: 0, items: 0 };
};
