import { sql, type RawBuilder, type Transaction } from 'kysely';
import { findSuccessorsAmong } from '#features/deals/api.ts';
import type { PassedOn } from '#features/notices/api.ts';
import type { Schema } from '#schema/schema.ts';

/** The deals of favourites whose users know that they were removed, as all do soon after. */
export const KNOWN_AS_REMOVED = sql`SELECT deal_id FROM favorites WHERE known_status = 'deleted'`;

/**
 * Makes the deals that replace removed deals `d` of sources favourites in their place. Their prices
 * count as known, because another shop's price is no change. The status stays as the user last saw
 * it, so that users who were notified of the removal are notified that the deal is back. Deals that
 * ended without being removed stay favourites, because they keep their pages.
 */
export const passOnFavorites = async (
  transaction: Transaction<Schema>,
  among: RawBuilder<unknown>,
): Promise<PassedOn> => {
  const { successors, isComplete } = await findSuccessorsAmong(
    transaction,
    sql`${among} AND d.deleted_at IS NOT NULL
        AND EXISTS (SELECT FROM favorites f WHERE f.deal_id = d.id)`,
  );
  if (successors.size > 0)
    await sql`
      WITH passed AS (
        DELETE FROM favorites f
         USING unnest(${[...successors.keys()]}::bigint[], ${[...successors.values()]}::bigint[]) AS found (removed, successor)
         WHERE f.deal_id = found.removed
        RETURNING f.*, found.successor
      )
      INSERT INTO favorites
        (user_id, deal_id, network, created_at, known_amount, known_currency, known_price_eur,
         known_in_stock, known_status)
      SELECT DISTINCT ON (passed.user_id, d.id)
             passed.user_id, d.id, passed.network, passed.created_at, d.price_amount, d.price_currency,
             d.price_eur, d.availability = 'in_stock', passed.known_status
        FROM passed JOIN deals d ON d.id = passed.successor
       ORDER BY passed.user_id, d.id, passed.created_at DESC
      ON CONFLICT DO NOTHING`.execute(transaction);
  return { successors: [...new Set(successors.values())], isComplete };
};
