import type { Bus } from '#platform/bus.ts';
import type { Database } from '#schema/schema.ts';
import { changeDeals } from '#features/deals/api.ts';

const BATCH = 2_000;

/**
 * Publishes new views to lists of deals. A single view does not change a deal, because every list
 * would then read a popular deal again at each view.
 */
export const announceCounts = async (database: Database, bus: Bus): Promise<void> => {
  let announced = BATCH;
  while (announced === BATCH) {
    announced = await database.transaction().execute(async (transaction) => {
      const counts = await transaction
        .updateTable('deal_daily_counts')
        .set({ announced: true })
        .where('announced', '=', false)
        .where('deal_id', 'in', (query) =>
          query
            .selectFrom('deal_daily_counts')
            .distinct()
            .select('deal_id')
            .where('announced', '=', false)
            .limit(BATCH),
        )
        .returning('deal_id')
        .execute();
      const ids = [...new Set(counts.map(({ deal_id }) => deal_id))];
      await changeDeals({ transaction, bus }, { ids }, {});
      return ids.length;
    });
  }
};
