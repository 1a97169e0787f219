import { sql } from 'kysely';
import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { dealsChanged } from '#features/deals/api.ts';

const BATCH = 2_000;

/**
 * Publishes new views to lists of deals. A single view does not change a deal, because every list
 * would then read a popular deal again at each view.
 */
export const announceCounts = async (database: Database, bus: Bus): Promise<void> => {
  let announced = BATCH;
  while (announced === BATCH) {
    const { numAffectedRows = 0n } = await sql`
      WITH due AS (
        SELECT DISTINCT deal_id FROM deal_daily_counts WHERE NOT announced LIMIT ${BATCH}
      ), told AS (
        UPDATE deal_daily_counts counts SET announced = true
          FROM due WHERE counts.deal_id = due.deal_id AND NOT counts.announced
      )
      UPDATE deals SET change_seq = nextval('deal_change_seq')
        FROM due WHERE deals.id = due.deal_id`.execute(database);
    announced = Number(numAffectedRows);
    if (announced > 0) bus.publish(dealsChanged, {});
  }
};
