import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';

/**
 * Deals per transaction. Search replicas wait for the oldest open transaction that took a change
 * number, so each must be short.
 */
const BATCH_ROWS = 1_000;

/** Expires offers whose end has passed, such as fares. Returns their number. */
export const expireOffers = async (
  database: Database,
  clock: Clock,
  signal: AbortSignal,
): Promise<number> => {
  let expired = 0;
  for (;;) {
    signal.throwIfAborted();
    const { numAffectedRows } = await sql`
      WITH ended AS (
        UPDATE deals
           SET status = 'expired', updated_at = now(), change_seq = nextval('deal_change_seq')
         WHERE id IN (SELECT id FROM deals
                       WHERE status = 'active' AND expires_at <= ${new Date(clock.now())}
                       LIMIT ${BATCH_ROWS} FOR UPDATE SKIP LOCKED)
        RETURNING id
      )
      INSERT INTO offers_to_group (deal_id) SELECT id FROM ended`.execute(database);
    const count = Number(numAffectedRows ?? 0);
    expired += count;
    if (count < BATCH_ROWS) return expired;
  }
};
