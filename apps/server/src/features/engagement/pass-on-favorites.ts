import { sql, type RawBuilder, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { AWAITS_GROUPING, findSuccessors } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';

const removedSchema = z.array(z.object({ id: z.int(), waits: z.boolean() }));

/**
 * Makes the deals that replace removed deals `d` of sources favourites in their place. Their prices
 * count as known, because another shop's price is no change. The status stays as the user last saw
 * it, so that users who were notified of the removal are notified that the deal is back. Deals that
 * ended without being removed stay favourites, because they keep their pages.
 */
export const passOnFavorites = async (
  transaction: Transaction<Schema>,
  among: RawBuilder<unknown>,
): Promise<{
  /** The deals that became favourites. */
  readonly successors: readonly number[];
  /** False if some deals may get a successor soon. */
  readonly isComplete: boolean;
}> => {
  const { rows } = await sql`
    SELECT d.id, ${AWAITS_GROUPING} IS TRUE AS waits FROM deals d
     WHERE ${among} AND d.deleted_at IS NOT NULL AND d.seller_id IS NULL
       AND EXISTS (SELECT FROM favorites f WHERE f.deal_id = d.id)`.execute(transaction);
  const removed = expectShape(removedSchema, rows);
  const found = await findSuccessors(
    transaction,
    removed.flatMap(({ id, waits }) => (waits ? [] : id)),
  );
  if (found.size > 0)
    await sql`
      WITH passed AS (
        DELETE FROM favorites f
         USING unnest(${[...found.keys()]}::bigint[], ${[...found.values()]}::bigint[]) AS found (removed, successor)
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
  return {
    successors: [...new Set(found.values())],
    isComplete: removed.every(({ waits }) => !waits),
  };
};
