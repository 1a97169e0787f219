import { sql } from 'kysely';
import type { DealCountsByStatus } from '@izgodno/contract/deals/deal-page';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import {
  RESTORE_WINDOW_MS,
  type listMyDeals as listMyDealsCall,
  type listSellerDeals as listSellerDealsCall,
} from '@izgodno/contract/posts/calls';
import { isDeletedBy, type ListedDeal } from '#features/deals/api.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { PostsCall, PostsContext } from './posts-context.ts';

/** The latest deals of a list that are read for its counts. */
const LONGEST_LIST = 5_000;

/** A seller's deals. Of deleted deals only those that can still be restored. */
const dealsOf = ({ database, clock }: PostsContext, sellerId: string) =>
  database
    .selectFrom('deals')
    .where('seller_id', '=', sellerId)
    .where((expression) =>
      expression.or([
        expression('deleted_at', 'is', null),
        expression('deleted_at', '>', new Date(clock.now() - RESTORE_WINDOW_MS)),
      ]),
    );

/** Last posted first. */
const listOf = async (
  context: PostsContext,
  sellerId: string,
  statuses: readonly DealStatus[],
): Promise<readonly ListedDeal[]> => {
  const rows = await dealsOf(context, sellerId)
    .select(['id', 'posted_at as postedAt'])
    .where(sql<boolean>`status = ANY(${statuses})`)
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LONGEST_LIST)
    .execute();
  return rows.map(({ id, postedAt }) => ({ id, key: postedAt.getTime() }));
};

export const countOwn = async (
  context: PostsContext,
  sellerId: string,
): Promise<DealCountsByStatus> => {
  const rows = await dealsOf(context, sellerId)
    .select((expression) => ['status', expression.fn.countAll<number>().as('deals')])
    .groupBy('status')
    .execute();
  const counts = { active: 0, sold: 0, expired: 0, deleted: 0 };
  for (const { status, deals } of rows) counts[status] = deals;
  return counts;
};

/**
 * The number of users with each of these deals among their favourites; deals with none are left
 * out.
 */
const countFavorites = async (
  { database }: PostsContext,
  dealIds: readonly number[],
): Promise<Readonly<Record<string, number>>> => {
  const rows = await database
    .selectFrom('favorites')
    .select((expression) => ['deal_id', expression.fn.countAll<number>().as('users')])
    .where(sql<boolean>`deal_id = ANY(${dealIds})`)
    .groupBy('deal_id')
    .execute();
  return Object.fromEntries(rows.map(({ deal_id, users }) => [deal_id, users]));
};

/** The ids, among these, of deals that a moderator removed. */
const findRemoved = async (
  { database }: PostsContext,
  dealIds: readonly number[],
): Promise<string[]> => {
  const rows = await database
    .selectFrom('deals')
    .select('id')
    .where(isOneOf('id', dealIds, 'bigint'))
    .where(isDeletedBy(sql.ref('deals.id'), 'moderator'))
    .execute();
  return rows.map(({ id }) => String(id));
};

export const listMyDeals: PostsCall<typeof listMyDealsCall> = async (context, { query, user }) => {
  const statuses = query.status === undefined ? present : [query.status];
  const list = await listOf(context, user.id, statuses);
  const [page, counts] = await Promise.all([
    context.dealLookup.page(list, query, { deleted: true, whole: true }),
    countOwn(context, user.id),
  ]);
  const ids = page.items.map(({ id }) => Number(id));
  const [favorites, removedByModerator] = await Promise.all([
    countFavorites(context, ids),
    findRemoved(context, ids),
  ]);
  return { ...page, counts, favorites, removedByModerator };
};

const present = ['active', 'sold', 'expired'] as const;

export const listSellerDeals: PostsCall<typeof listSellerDealsCall> = async (
  context,
  { params, query },
) => context.dealLookup.page(await listOf(context, params.id, ['active']), query);
