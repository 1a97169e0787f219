import type { ClientBase } from 'pg';
import { REFRESH_REDUCTIONS } from '../prices/observed-reductions.ts';
import { columnAssignments, columnNames } from './staged-columns.ts';

const INSERT_NEW = `
  WITH inserted AS (
    INSERT INTO deals (source_id, external_id, posted_at, checked_at, ${columnNames})
    SELECT $1, external_id, coalesce(posted_at, now()), CASE WHEN $4 THEN now() END, ${columnNames}
      FROM pg_temp.import_stage
     WHERE position > $2 AND position <= $3 AND deal_id IS NULL
    RETURNING id, price_amount, price_currency, original_amount
  ), observed AS (
    INSERT INTO price_observations (deal_id, price_amount, price_currency, original_amount)
    SELECT id, price_amount, price_currency, original_amount FROM inserted
  ), queued AS (
    INSERT INTO offers_to_group (deal_id) SELECT id FROM inserted
  )
  SELECT count(*)::integer AS changed FROM inserted`;

/**
 * A fare that its source found before a visitor's check says less than the check did. One without a
 * time may be a day old.
 */
const OLDER_THAN_CHECK = `
  staged.details ->> 'kind' = 'fare' AND deals.checked_at IS NOT NULL AND
  deals.checked_at > coalesce((staged.details ->> 'foundAt')::timestamptz, now() - interval '1 day')`;

// "former" reads the statement's snapshot, so it has the former prices. It is joined in the update,
// because PostgreSQL expects few staged rows and would compare each of them with each updated one.
// A deal that a moderator removed stays removed, whatever its source says later; one that is removed
// after the statement began is deleted only in its newest version.
const UPDATE_CHANGED = `
  WITH staged AS (
    SELECT * FROM pg_temp.import_stage WHERE position > $1 AND position <= $2 AND deal_id IS NOT NULL
       AND NOT EXISTS (
         SELECT FROM deal_deletions removed
          WHERE removed.deal_id = import_stage.deal_id AND removed.deleted_by = 'moderator')
  ), updated AS (
    UPDATE deals
       SET external_id = staged.external_id, ${columnAssignments}, posted_at = coalesce(staged.posted_at, deals.posted_at),
           status = 'active', deleted_at = NULL, updated_at = now(), change_seq = nextval('deal_change_seq')
      FROM staged JOIN deals AS former ON former.id = staged.deal_id
     WHERE deals.id = staged.deal_id AND (${OLDER_THAN_CHECK}) IS NOT TRUE
       AND (deals.status <> 'deleted' OR former.status = 'deleted')
    RETURNING deals.id, deals.price_amount, deals.price_currency, deals.original_amount,
              former.price_amount AS former_amount, former.price_currency AS former_currency
  ), observed AS (
    INSERT INTO price_observations (deal_id, price_amount, price_currency, original_amount)
    SELECT id, price_amount, price_currency, original_amount FROM updated
     WHERE (price_amount, price_currency) <> (former_amount, former_currency)
    RETURNING deal_id
  ), queued AS (
    INSERT INTO offers_to_group (deal_id) SELECT id FROM updated
  )
  SELECT count(*)::integer AS changed,
         (SELECT coalesce(array_agg(deal_id::text), '{}') FROM observed) AS repriced
    FROM updated`;

const countChanged = async (
  client: ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<number> => {
  const { rows } = await client.query<{ changed: number }>(text, [...values]);
  return rows[0]?.changed ?? 0;
};

/** Updates known deals, and the reductions of those with another price. */
const update = async (client: ClientBase, from: number, to: number): Promise<number> => {
  const { rows } = await client.query<{ changed: number; repriced: readonly string[] }>(
    UPDATE_CHANGED,
    [from, to],
  );
  const [{ changed, repriced } = { changed: 0, repriced: [] }] = rows;
  if (repriced.length > 0) await client.query(REFRESH_REDUCTIONS, [repriced, new Date()]);
  return changed;
};

export interface StagedRows {
  /** Positions above `from`, up to `to`. */
  readonly from: number;
  readonly to: number;
  /** Whether each new deal records when it was seen, rather than the source when it was read. */
  readonly stampChecked: boolean;
}

/** Applies some staged rows: an insert and an update. */
export const applyRows = async (
  client: ClientBase,
  sourceId: string,
  { from, to, stampChecked }: StagedRows,
): Promise<{ readonly inserted: number; readonly updated: number }> => ({
  inserted: await countChanged(client, INSERT_NEW, [sourceId, from, to, stampChecked]),
  updated: await update(client, from, to),
});
