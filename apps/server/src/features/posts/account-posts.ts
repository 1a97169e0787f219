import { sql, type Transaction } from 'kysely';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import type { Schema } from '#schema/schema.ts';
import type { Files } from '#features/uploads/api.ts';

/**
 * The cleared columns of an erased deal. Its row stays, so that search replicas learn of the
 * deletion.
 */
export const forgottenColumns = {
  title: '',
  description: '',
  link: null,
  media: '[]',
  seller_id: null,
} as const;

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
  transaction: Transaction<Schema>,
  files: Files,
  clock: Clock,
  userId: string,
): Promise<void> => {
  const at = new Date(clock.now());
  const posts = await transaction
    .updateTable('deals')
    .set({
      ...forgottenColumns,
      tags: [],
      status: 'deleted',
      deleted_at: at,
      updated_at: at,
      change_seq: sql`nextval('deal_change_seq')`,
    })
    .where('seller_id', '=', userId)
    .returning('id')
    .execute();
  const ids = posts.map(({ id }) => id);
  for (const table of ['posts', 'deal_deletions', 'price_observations'] as const) {
    await transaction
      .deleteFrom(table)
      .where(sql<boolean>`deal_id = ANY(${ids}::bigint[])`)
      .execute();
  }
  for (const id of ids) await files.release({ kind: 'deal', id: String(id) }, { transaction });
};
