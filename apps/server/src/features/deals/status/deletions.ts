import { sql, type RawBuilder } from 'kysely';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Connection } from '#schema/schema.ts';
import type { DeletedDeal } from './deal-status.ts';

/** Whether `by` deleted the deal with this id; then only they can bring it back. */
export const isDeletedBy = (
  dealId: RawBuilder<unknown>,
  by: DeletedDeal['by'],
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM deal_deletions AS deletion
   WHERE deletion.deal_id = ${dealId} AND deletion.deleted_by = ${by})`;

/** Whether the suspension of its seller hides the deal with this id, also if a removal hides it, too. */
export const isHiddenBySuspension = (
  dealId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM deal_deletions AS deletion
   WHERE deletion.deal_id = ${dealId} AND 'suspension' IN (deletion.deleted_by, deletion.also_by))`;

/** Who deleted each of these deals. Those that their source deleted are left out. */
export const readDeleters = async (
  connection: Connection,
  dealIds: readonly number[],
): Promise<ReadonlyMap<number, DeletedDeal['by']>> => {
  const rows = await connection
    .selectFrom('deal_deletions')
    .select(['deal_id', 'deleted_by'])
    .where(isOneOf('deal_id', dealIds, 'bigint'))
    .execute();
  return new Map(rows.map(({ deal_id, deleted_by }) => [deal_id, deleted_by]));
};
