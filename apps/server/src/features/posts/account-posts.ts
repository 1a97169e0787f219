import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import { eraseDeals, type DealWriting } from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';

/** A user's posts, the oldest first; without erased ones. */
export async function* readPostsOf(
  database: Database,
  userId: string,
): AsyncGenerator<AccountParts['posts'][number]> {
  const rows = readInPages(
    (after: number | null, limit) =>
      database
        .selectFrom('deals')
        .select(['id', 'title', 'description', 'category', 'condition', 'tags', 'link', 'media'])
        .select(['price_amount', 'price_currency', 'status', 'posted_at'])
        .where('seller_id', '=', userId)
        .where('id', '>', after ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    (row) => row.id,
  );
  for await (const { id, price_amount, price_currency, posted_at, ...rest } of rows) {
    yield {
      ...rest,
      id: String(id),
      price: price_amount,
      currency: price_currency,
      postedAt: posted_at.toISOString(),
    };
  }
}

/** Erases a user's posts. */
export const deletePostsOf = async (
  writing: DealWriting,
  files: Files,
  clock: Clock,
  userId: string,
): Promise<void> => {
  const ids = await eraseDeals(writing, { sellerId: userId }, new Date(clock.now()));
  const { transaction } = writing;
  for (const id of ids) await files.release({ kind: 'deal', id: String(id) }, { transaction });
};
