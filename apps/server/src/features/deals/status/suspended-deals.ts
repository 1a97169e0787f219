import { sql, type Selectable } from 'kysely';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { DealsTables } from '#schema/deals.ts';
import { changeDeals, type DealWriting } from '../write-deals.ts';
import type { DealState } from './deal-status.ts';

/** Why the deals of a seller go: until a suspension ends, or as a moderator removes them. */
export type HidingDeals = Exclude<Extract<DealState, { status: 'deleted' }>['by'], 'owner'>;

type Deletion = Partial<Selectable<DealsTables['deal_deletions']>>;

const REMOVED = { deleted_by: 'moderator', also_by: null } as const;

/**
 * Locks the deals of a seller before what says why they are deleted, as a change of the status of one
 * deal does, so that neither reads what the other is about to change.
 */
const lockDealsOf = ({ transaction }: DealWriting, sellerId: string) =>
  transaction
    .selectFrom('deals')
    .select(['id', 'status'])
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Changes how the deleted deals of a seller are deleted. */
const changeDeletions = async (
  { transaction }: DealWriting,
  sellerId: string,
  [from, to]: readonly [Deletion, Deletion],
): Promise<void> => {
  await transaction
    .updateTable('deal_deletions')
    .set(to)
    .where((eb) => eb.and(from))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deals')
          .select('id')
          .whereRef('deals.id', '=', 'deal_deletions.deal_id')
          .where('seller_id', '=', sellerId),
      ),
    )
    .execute();
};

/**
 * Hides every deal of a suspended seller that is not deleted; `moderator` takes also those hidden
 * before. A deal whose removal is undone before the suspension ends stays hidden until then.
 */
export const hideDealsOf = async (
  writing: DealWriting,
  sellerId: string,
  by: HidingDeals,
  at: Date,
): Promise<readonly number[]> => {
  const { transaction } = writing;
  const deals = await lockDealsOf(writing, sellerId);
  const removed = { deleted_by: 'moderator', also_by: 'suspension' } as const;
  if (by === 'moderator')
    await changeDeletions(writing, sellerId, [{ deleted_by: 'suspension' }, removed]);
  await changeDeletions(writing, sellerId, [REMOVED, removed]);
  const ids = deals.flatMap(({ id, status }) => (status === 'deleted' ? [] : id));
  await sql`
    INSERT INTO deal_deletions (deal_id, from_status, deleted_by, also_by)
    SELECT id, status, ${by}, ${by === 'moderator' ? 'suspension' : null}
      FROM deals WHERE id = ANY(${ids}::bigint[])`.execute(transaction);
  return changeDeals(writing, { ids }, { status: 'deleted', deleted_at: at, updated_at: at });
};

/** Shows the deals again that a suspension hid. */
export const showDealsOf = async (
  writing: DealWriting,
  sellerId: string,
  at: Date,
): Promise<void> => {
  const { transaction } = writing;
  await lockDealsOf(writing, sellerId);
  await changeDeletions(writing, sellerId, [{ also_by: 'suspension' }, { also_by: null }]);
  const hidden = await transaction
    .selectFrom('deal_deletions')
    .innerJoin('deals', 'deals.id', 'deal_deletions.deal_id')
    .select(['deals.id', 'from_status as status'])
    .where('seller_id', '=', sellerId)
    .where('deleted_by', '=', 'suspension')
    .execute();
  for (const [status, deals] of Map.groupBy(hidden, (deal) => deal.status)) {
    const ids = deals.map(({ id }) => id);
    await changeDeals(writing, { ids }, { status, deleted_at: null, updated_at: at });
    await transaction
      .deleteFrom('deal_deletions')
      .where(isOneOf('deal_id', ids, 'bigint'))
      .execute();
  }
};
