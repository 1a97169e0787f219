import { sql } from 'kysely';
import type { DealMark } from '@izgodno/contract/engagement/calls';
import type { DealCountsByStatus } from '@izgodno/contract/deals/deal-page';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Database } from '#schema/schema.ts';
import type { ListedDeal } from '#features/deals/api.ts';

export type FavoriteDeals = ReturnType<typeof createFavoriteDeals>;

/** A user's favourites and likes. */
export const createFavoriteDeals = (database: Database) => ({
  /** Favourites that are not deleted, last added first; at most `MAX_FAVORITES`. */
  async list(userId: string, status: DealStatus | null): Promise<readonly ListedDeal[]> {
    const rows = await database
      .selectFrom('favorites')
      .innerJoin('deals', 'deals.id', 'favorites.deal_id')
      .select(['deals.id', 'favorites.created_at as keptAt'])
      .where('favorites.user_id', '=', userId)
      .where('deals.deleted_at', 'is', null)
      .$if(status !== null, (query) => query.where('deals.status', '=', status))
      .orderBy('favorites.created_at', 'desc')
      .orderBy('deals.id', 'desc')
      .execute();
    return rows.map(({ id, keptAt }) => ({ id, key: keptAt.getTime() }));
  },

  async count(userId: string): Promise<DealCountsByStatus> {
    const rows = await database
      .selectFrom('favorites')
      .innerJoin('deals', 'deals.id', 'favorites.deal_id')
      .select((expression) => ['deals.status', expression.fn.countAll<number>().as('deals')])
      .where('favorites.user_id', '=', userId)
      .groupBy('deals.status')
      .execute();
    const counts = { active: 0, sold: 0, expired: 0, deleted: 0 };
    for (const { status, deals } of rows) counts[status] = deals;
    return counts;
  },

  /** The engagement of the user with these deals. */
  async marks(userId: string, dealIds: readonly number[]): Promise<readonly DealMark[]> {
    if (dealIds.length === 0) return [];
    const { rows } = await sql<{ id: number; mark: 'favorite' | 'liked' | 'markedExpired' }>`
      SELECT deal_id AS id, 'favorite' AS mark FROM favorites
       WHERE user_id = ${userId} AND deal_id = ANY(${dealIds}::bigint[])
      UNION ALL
      SELECT deal_id, 'liked' FROM deal_likes
       WHERE user_id = ${userId} AND deal_id = ANY(${dealIds}::bigint[])
      UNION ALL
      SELECT deal_id, 'markedExpired' FROM expired_marks
       WHERE user_id = ${userId} AND deal_id = ANY(${dealIds}::bigint[])`.execute(database);
    const marks = new Map<number, DealMark>();
    for (const { id, mark } of rows) {
      const none = { id: String(id), favorite: false, liked: false, markedExpired: false };
      marks.set(id, { ...none, ...marks.get(id), [mark]: true });
    }
    return dealIds.flatMap((id) => marks.get(id) ?? []);
  },
});
