import { sql, type Transaction } from 'kysely';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { changeDeals, type DealWriting } from '#features/deals/api.ts';
import type { Schema } from '#schema/schema.ts';

/** Deals per statement. */
const BATCH = 500;

/** The counts of deals and days, by the table of what they count. */
const counts = { deal_likes: 'likes', favorites: 'favorites' } as const;

/**
 * Takes a user's likes or favourites from the counts of the days on which they were given. They are
 * locked, because a call in progress that takes one back also uncounts it.
 */
const uncountDays = async (
  transaction: Transaction<Schema>,
  userId: string,
  table: keyof typeof counts,
): Promise<void> => {
  const column = counts[table];
  await sql`
    UPDATE deal_daily_counts c
       SET ${sql.ref(column)} = greatest(c.${sql.ref(column)} - 1, 0)
      FROM (SELECT deal_id, created_at FROM ${sql.table(table)}
             WHERE user_id = ${userId}::uuid FOR UPDATE) m
     WHERE c.deal_id = m.deal_id AND c.day = (m.created_at AT TIME ZONE 'UTC')::date`.execute(
    transaction,
  );
};

/** Takes the likes and favourites of an account that is being deleted from the counts of deals. */
export const uncountMarksOf = async (writing: DealWriting, userId: string): Promise<void> => {
  const { transaction } = writing;
  const liked = await transaction
    .selectFrom('deal_likes')
    .select('deal_id')
    .where('user_id', '=', userId)
    .orderBy('deal_id')
    .forUpdate()
    .execute();
  const ids = liked.map(({ deal_id }) => deal_id);
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    // In the order of their ids, so that two deletions do not deadlock.
    await transaction
      .selectFrom('deals')
      .select('id')
      .where(isOneOf('id', batch, 'bigint'))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    await changeDeals(writing, { ids: batch }, { likes: sql`greatest(likes - 1, 0)` });
  }
  await uncountDays(transaction, userId, 'deal_likes');
  await uncountDays(transaction, userId, 'favorites');
};
