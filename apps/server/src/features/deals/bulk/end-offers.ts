import type { ClientBase } from 'pg';

/** Rows per transaction, as for a whole source. */
const BATCH_ROWS = 5_000;

const TOUCH_SEEN = `
  UPDATE deals SET checked_at = now() FROM pg_temp.import_seen WHERE deals.id = import_seen.deal_id`;

/** Records that the deals seen in the staging area were checked now. */
export const touchSeen = async (client: ClientBase): Promise<void> => {
  await client.query(TOUCH_SEEN);
};

/** Expires the deals that match a condition; their offers may get another representative. */
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

/**
 * The number of active deals of the source, and how many of them the end of the sweep would expire.
 */
export const countStale = async (
  client: ClientBase,
  sourceId: string,
  keepMs: number,
): Promise<{ readonly standing: number; readonly stale: number }> => {
  const { rows } = await client.query<{ standing: number; stale: number }>(
    `SELECT count(*)::integer AS standing, count(*) FILTER (WHERE ${STALE})::integer AS stale
       FROM deals WHERE source_id = $1 AND status = 'active'`,
    [sourceId, keepMs],
  );
  return rows[0] ?? { standing: 0, stale: 0 };
};

const EXPIRE_STALE = endWhere(`id IN (SELECT id FROM deals WHERE ${STALE} LIMIT ${BATCH_ROWS})`);

/** Expires the deals that the sweep did not see; returns their number. */
export const expireStale = async (
  client: ClientBase,
  sourceId: string,
  keepMs: number,
  signal: AbortSignal,
): Promise<number> => {
  let expired = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rowCount } = await client.query(EXPIRE_STALE, [sourceId, keepMs]);
    expired += rowCount ?? 0;
    if ((rowCount ?? 0) < BATCH_ROWS) return expired;
  }
};

/** Clears the times of visitors' checks of a source's fares, because the source was read since. */
export const eraseChecks = async (client: ClientBase, sourceId: string): Promise<void> => {
  await client.query(
    `UPDATE deals SET checked_at = NULL FROM sources
      WHERE sources.id = $1 AND sources.source_group = 'travel'
        AND deals.source_id = sources.id AND deals.checked_at IS NOT NULL`,
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

/** Marks the missing deals with positions above `from`, up to `to`, as deleted; returns their number. */
export const removeMissing = async (
  client: ClientBase,
  from: number,
  to: number,
): Promise<number> => {
  const { rowCount } = await client.query(REMOVE, [from, to]);
  return rowCount ?? 0;
};

/** The number of active deals of a source. */
export const countPresent = async (client: ClientBase, sourceId: string): Promise<number> => {
  const { rows } = await client.query<{ standing: number }>(
    `SELECT count(*)::integer AS standing FROM deals WHERE source_id = $1 AND status <> 'deleted'`,
    [sourceId],
  );
  return rows[0]?.standing ?? 0;
};
