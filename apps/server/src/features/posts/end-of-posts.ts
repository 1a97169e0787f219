import { sql } from 'kysely';
import { RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Files } from '#features/uploads/api.ts';
import type { Notifier } from '#features/notices/api.ts';
import { dealsChanged } from '#features/deals/api.ts';
import { forgottenColumns } from './account-posts.ts';
import { MEMBERS_SOURCE } from './post-writer.ts';

/** Posts per transaction, so that search replicas never wait long for one. */
const BATCH = 500;

export interface EndOfPostsOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly files: Files;
  readonly notifier: Notifier;
}

/** Expires posts whose end has passed and notifies their owners. */
export const expirePosts = async ({ bus, clock, notifier }: EndOfPostsOptions): Promise<void> => {
  let expired = BATCH;
  while (expired === BATCH) {
    expired = await notifier.transaction(async (transaction, notify) => {
      const now = new Date(clock.now());
      const due = await transaction
        .selectFrom('posts')
        .innerJoin('deals', 'deals.id', 'posts.deal_id')
        .select(['deals.id', 'deals.seller_id as sellerId', 'posts.expires_at as expiresAt'])
        .where('posts.expires_at', '<=', now)
        .where('deals.status', '=', 'active')
        .orderBy('posts.expires_at')
        .limit(BATCH)
        .forUpdate('deals')
        .execute();
      const ids = due.map(({ id }) => id);
      await transaction
        .updateTable('deals')
        .set({ status: 'expired', updated_at: now, change_seq: sql`nextval('deal_change_seq')` })
        .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
        .execute();
      await notify(
        due.flatMap(({ id, sellerId, expiresAt }) =>
          sellerId === null
            ? []
            : {
                userId: sellerId,
                occasion: `own_deal_expired:${id}:${expiresAt.getTime()}`,
                about: { kind: 'own_deal_expired', dealId: id, why: 'date' } as const,
              },
        ),
      );
      return due.length;
    });
    if (expired > 0) bus.publish(dealsChanged, {});
  }
};

/**
 * Erases the content of deleted posts after the window for restoring. Their rows stay, so that
 * search replicas learn of the deletion.
 */
export const forgetDeletedPosts = async ({
  database,
  clock,
  files,
}: EndOfPostsOptions): Promise<void> => {
  let forgotten = BATCH;
  while (forgotten === BATCH) {
    forgotten = await database.transaction().execute(async (transaction) => {
      const due = await transaction
        .selectFrom('posts')
        .innerJoin('deals', 'deals.id', 'posts.deal_id')
        .select('deals.id')
        .where('deals.source_id', '=', MEMBERS_SOURCE)
        .where('deals.status', '=', 'deleted')
        .where('deals.deleted_at', '<', new Date(clock.now() - RESTORE_WINDOW_MS))
        .limit(BATCH)
        .forUpdate('deals')
        .execute();
      const ids = due.map(({ id }) => id);
      await transaction
        .updateTable('deals')
        .set({ ...forgottenColumns, tags: [] })
        .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
        .execute();
      for (const table of ['posts', 'deal_deletions', 'price_observations'] as const) {
        await transaction
          .deleteFrom(table)
          .where(sql<boolean>`deal_id = ANY(${ids}::bigint[])`)
          .execute();
      }
      for (const id of ids) await files.release({ kind: 'deal', id: String(id) }, { transaction });
      return due.length;
    });
  }
};
