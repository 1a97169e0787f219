import { RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import { changeDeals, eraseDeals } from '#features/deals/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { Notifier } from '#features/notices/api.ts';
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
      await changeDeals({ transaction, bus }, { ids }, { status: 'expired', updated_at: now });
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
  }
};

/** Erases the content of deleted posts after the window for restoring. */
export const forgetDeletedPosts = async ({
  database,
  bus,
  clock,
  files,
}: EndOfPostsOptions): Promise<void> => {
  let forgotten = BATCH;
  while (forgotten === BATCH) {
    forgotten = await database.transaction().execute(async (transaction) => {
      const now = clock.now();
      const due = await transaction
        .selectFrom('posts')
        .innerJoin('deals', 'deals.id', 'posts.deal_id')
        .select('deals.id')
        .where('deals.source_id', '=', MEMBERS_SOURCE)
        .where('deals.status', '=', 'deleted')
        .where('deals.deleted_at', '<', new Date(now - RESTORE_WINDOW_MS))
        .limit(BATCH)
        .forUpdate('deals')
        .execute();
      const ids = due.map(({ id }) => id);
      await eraseDeals({ transaction, bus }, { ids }, new Date(now));
      for (const id of ids) await files.release({ kind: 'deal', id: String(id) }, { transaction });
      return due.length;
    });
  }
};
