import type { ClientBase } from 'pg';
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

// "before" reads the statement's snapshot, so it has the former prices. A deal that a moderator
// removed stays removed, whatever its source says later.
const UPDATE_CHANGED = `
  WITH staged AS (
    SELECT * FROM pg_temp.import_stage WHERE position > $1 AND position <= $2 AND deal_id IS NOT NULL
       AND NOT EXISTS (
         SELECT FROM deal_deletions removed
          WHERE removed.deal_id = import_stage.deal_id AND removed.deleted_by = 'moderator')
  ), before AS (
    SELECT deals.id, deals.price_amount, deals.price_currency
      FROM staged JOIN deals ON deals.id = staged.deal_id
  ), updated AS (
    UPDATE deals
       SET ${columnAssignments}, posted_at = coalesce(staged.posted_at, deals.posted_at),
           status = 'active', deleted_at = NULL, updated_at = now(), change_seq = nextval('deal_change_seq')
      FROM staged
     WHERE deals.id = staged.deal_id
    RETURNING deals.id
  ), observed AS (
    INSERT INTO price_observations (deal_id, price_amount, price_currency, original_amount)
    SELECT staged.deal_id, staged.price_amount, staged.price_currency, staged.original_amount
      FROM staged JOIN before ON before.id = staged.deal_id
     WHERE (staged.price_amount, staged.price_currency) <> (before.price_amount, before.price_currency)
  ), queued AS (
    INSERT INTO offers_to_group (deal_id) SELECT id FROM updated
  )
  SELECT count(*)::integer AS changed FROM updated`;

const countChanged = async (
  client: ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<number> => {
  const { rows } = await client.query<{ changed: number }>(text, [...values]);
  return rows[0]?.changed ?? 0;
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
  updated: await countChanged(client, UPDATE_CHANGED, [from, to]),
});
