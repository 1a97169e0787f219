import { sql, type Transaction } from 'kysely';
import { dayOf } from '#platform/networks.ts';
import type { Schema } from '#schema/schema.ts';

export type Counted = 'views' | 'likes' | 'favorites';

/** Adds to a deal's counts of today, or subtracts from them. */
export const countToday = async (
  transaction: Transaction<Schema>,
  dealId: number,
  what: Counted,
  change: 1 | -1,
  now: number,
): Promise<void> => {
  const day = dayOf(now);
  await transaction
    .insertInto('deal_daily_counts')
    .values({ deal_id: dealId, day, [what]: change })
    .onConflict((conflict) =>
      conflict.columns(['deal_id', 'day']).doUpdateSet({
        [what]: sql`deal_daily_counts.${sql.ref(what)} + ${change}`,
        announced: false,
      }),
    )
    .execute();
};
