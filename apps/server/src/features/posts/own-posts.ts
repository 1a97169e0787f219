import { sql } from 'kysely';
import { RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import { type DealCountsByStatus } from '@izgodno/contract/deals/deal-page';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Database } from '#schema/schema.ts';
import type { ListedDeal } from '#features/deals/api.ts';

/** The latest deals of a list that are read for its counts. */
const LONGEST_LIST = 5_000;

export interface OwnPosts {
  /** Last posted first. Of deleted deals only those that can still be restored. */
  list(
    sellerId: string,
    statuses: readonly DealStatus[],
    now: number,
  ): Promise<readonly ListedDeal[]>;
  count(sellerId: string, now: number): Promise<DealCountsByStatus>;
  /**
   * The number of users with each of these deals among their favourites; deals with none are left
   * out.
   */
  countFavorites(dealIds: readonly number[]): Promise<Readonly<Record<string, number>>>;
}

export const createOwnPosts = (database: Database): OwnPosts => {
  const from = (sellerId: string, now: number) =>
    database
      .selectFrom('deals')
      .where('seller_id', '=', sellerId)
      .where((expression) =>
        expression.or([
          expression('deleted_at', 'is', null),
          expression('deleted_at', '>', new Date(now - RESTORE_WINDOW_MS)),
        ]),
      );

  return {
    async list(sellerId, statuses, now) {
      const rows = await from(sellerId, now)
        .select(['id', 'posted_at as postedAt'])
        .where(sql<boolean>`status = ANY(${statuses})`)
        .orderBy('posted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(LONGEST_LIST)
        .execute();
      return rows.map(({ id, postedAt }) => ({ id, key: postedAt.getTime() }));
    },

    async count(sellerId, now) {
      const rows = await from(sellerId, now)
        .select((expression) => ['status', expression.fn.countAll<number>().as('deals')])
        .groupBy('status')
        .execute();
      const counts = { active: 0, sold: 0, expired: 0, deleted: 0 };
      for (const { status, deals } of rows) counts[status] = deals;
      return counts;
    },

    async countFavorites(dealIds) {
      const rows = await database
        .selectFrom('favorites')
        .select((expression) => ['deal_id', expression.fn.countAll<number>().as('people')])
        .where(sql<boolean>`deal_id = ANY(${dealIds})`)
        .groupBy('deal_id')
        .execute();
      return Object.fromEntries(rows.map(({ deal_id, people: users }) => [deal_id, users]));
    },
  };
};
