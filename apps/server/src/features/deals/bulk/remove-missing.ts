import type { ClientBase } from 'pg';

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
export const countStanding = async (client: ClientBase, sourceId: string): Promise<number> => {
  const { rows } = await client.query<{ standing: number }>(
    `SELECT count(*)::integer AS standing FROM deals WHERE source_id = $1 AND status <> 'deleted'`,
    [sourceId],
  );
  return rows[0]?.standing ?? 0;
};
