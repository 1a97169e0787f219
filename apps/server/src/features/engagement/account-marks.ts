import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Database } from '#schema/schema.ts';

/** A user's favourites and likes, last marked first. */
export const readMarksOf = async (
  database: Database,
  table: 'favorites' | 'deal_likes',
  userId: string,
): Promise<AccountParts['favorites']> => {
  const rows = await database
    .selectFrom(table)
    .innerJoin('deals', 'deals.id', `${table}.deal_id`)
    .select(['deals.id', 'deals.title', `${table}.created_at as at`])
    .where(`${table}.user_id`, '=', userId)
    .orderBy(`${table}.created_at`, 'desc')
    .execute();
  return rows.map(({ id, title, at }) => ({ dealId: String(id), title, at: at.toISOString() }));
};
