import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Rows a statement: well under a second, as search replicas wait for open transactions. */
const BATCH_ROWS = 5_000;

/** Expires deals whose end has come; returns how many. */
export const expireDeals = async (database: Database): Promise<number> => {
  let expired = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE deals
         SET status = 'expired', updated_at = now(), change_seq = nextval('deal_change_seq')
       WHERE id IN (SELECT id FROM deals WHERE status = 'active' AND expires_at <= now() LIMIT ${BATCH_ROWS})
    `.execute(database);
    expired += Number(numAffectedRows);
    if (numAffectedRows < BATCH_ROWS) return expired;
  }
};
