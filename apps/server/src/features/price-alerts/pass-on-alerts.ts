import { sql, type RawBuilder, type Transaction } from 'kysely';
import { findSuccessorsAmong, isActive } from '#features/deals/api.ts';
import type { PassedOn } from '#features/notices/api.ts';
import type { Schema } from '#schema/schema.ts';

/** The deals of open alerts. */
export const OPEN_ALERTS = sql`SELECT deal_id FROM price_alerts WHERE reached_at IS NULL`;

/**
 * Passes open alerts of ended deals `d` of sources on to the deals that replace them. One that its
 * user has open there stays instead.
 */
export const passOnAlerts = async (
  transaction: Transaction<Schema>,
  among: RawBuilder<unknown>,
): Promise<PassedOn> => {
  const { successors, isComplete } = await findSuccessorsAmong(
    transaction,
    sql`${among} AND NOT ${isActive('d')}
        AND EXISTS (SELECT FROM price_alerts a WHERE a.deal_id = d.id AND a.reached_at IS NULL)`,
  );
  if (successors.size > 0)
    await sql`
      WITH passed AS (
        DELETE FROM price_alerts a
         USING unnest(${[...successors.keys()]}::bigint[], ${[...successors.values()]}::bigint[]) AS found (ended, successor)
         WHERE a.deal_id = found.ended AND a.reached_at IS NULL
        RETURNING a.*, found.successor
      )
      INSERT INTO price_alerts AS own
        (user_id, deal_id, below_amount, below_currency, below_eur, with_delivery, created_at)
      SELECT DISTINCT ON (user_id, successor)
             user_id, successor, below_amount, below_currency, below_eur, with_delivery, created_at
        FROM passed ORDER BY user_id, successor, created_at DESC
      ON CONFLICT (user_id, deal_id) DO UPDATE
         SET below_amount = excluded.below_amount, below_currency = excluded.below_currency,
             below_eur = excluded.below_eur, with_delivery = excluded.with_delivery,
             created_at = excluded.created_at, reached_at = NULL
       WHERE own.reached_at IS NOT NULL`.execute(transaction);
  return { successors: [...new Set(successors.values())], isComplete };
};
