import type { Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import { DEFAULT_DEAL_LIFETIME_DAYS } from '@izgodno/contract/posts/calls';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { changeDeals, type DealWriting } from '../write-deals.ts';
import { changeStatus, type DealState, type StatusAction } from './deal-status.ts';

/** A deal before and after a change of its status. */
export interface StatusChange {
  readonly sellerId: string | null;
  readonly before: DealStatus;
  readonly after: DealStatus;
  /** True also if the deal stays deleted, but by another. */
  readonly isChanged: boolean;
}

interface LockedDeal {
  readonly sellerId: string | null;
  readonly state: DealState;
}

/** Locks a deal until the transaction ends. Throws `not_found`. */
export const lockDeal = async (
  transaction: Transaction<Schema>,
  dealId: number,
): Promise<LockedDeal> => {
  const deal = await transaction
    .selectFrom('deals')
    .select(['status', 'seller_id as sellerId', 'deleted_at as deletedAt'])
    .where('id', '=', dealId)
    .forUpdate()
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  if (deal.status !== 'deleted') return { sellerId: deal.sellerId, state: { status: deal.status } };
  const deletion = await transaction
    .selectFrom('deal_deletions')
    .select(['from_status as from', 'deleted_by as by', 'also_by as alsoBy'])
    .where('deal_id', '=', dealId)
    .executeTakeFirst();
  // Without one its source deleted the deal, so there is nothing to restore.
  if (deletion === undefined || deal.deletedAt === null) throw new CallError('not_found');
  return {
    sellerId: deal.sellerId,
    state: { status: 'deleted', ...deletion, at: deal.deletedAt.getTime() },
  };
};

const store = async (
  writing: DealWriting,
  dealId: number,
  state: DealState,
  now: number,
): Promise<void> => {
  const { transaction } = writing;
  const at = new Date(now);
  await changeDeals(
    writing,
    { ids: [dealId] },
    {
      status: state.status,
      deleted_at: state.status === 'deleted' ? new Date(state.at) : null,
      updated_at: at,
    },
  );
  await transaction.deleteFrom('deal_deletions').where('deal_id', '=', dealId).execute();
  if (state.status === 'deleted') {
    await transaction
      .insertInto('deal_deletions')
      .values({
        deal_id: dealId,
        from_status: state.from,
        deleted_by: state.by,
        also_by: state.alsoBy,
      })
      .execute();
  }
  if (state.status === 'active') {
    // A post whose end had passed is active again for as long as a new one.
    await transaction
      .updateTable('posts')
      .set({ expires_at: new Date(now + DEFAULT_DEAL_LIFETIME_DAYS * DAY_MS) })
      .where('deal_id', '=', dealId)
      .where('expires_at', '<=', at)
      .execute();
  }
};

/**
 * Locks a deal until the transaction ends and applies an action to it. Throws `not_found`, or the
 * error of a rejected action.
 */
export const applyStatus = async (
  writing: DealWriting,
  dealId: number,
  action: StatusAction,
  now: number,
): Promise<StatusChange> => {
  const { sellerId, state } = await lockDeal(writing.transaction, dealId);
  const outcome = changeStatus(state, action, now);
  if (outcome.rejected !== undefined) throw new CallError(outcome.rejected);
  const isChanged = outcome.state !== state;
  if (isChanged) await store(writing, dealId, outcome.state, now);
  return { sellerId, before: state.status, after: outcome.state.status, isChanged };
};
