import { sql, type Transaction } from 'kysely';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { DEFAULT_DEAL_LIFETIME_DAYS } from '@izgodno/contract/posts/calls';
import type { Clock } from '#platform/clock.ts';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { DealStatusChanges, StatusChange } from './status-changes.ts';
import { changeStatus, type DealState, type StatusAction } from './deal-status.ts';

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
    .select(['from_status as from', 'deleted_by as by'])
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
  transaction: Transaction<Schema>,
  dealId: number,
  state: DealState,
  now: number,
): Promise<void> => {
  const at = new Date(now);
  await transaction
    .updateTable('deals')
    .set({
      status: state.status,
      deleted_at: state.status === 'deleted' ? new Date(state.at) : null,
      updated_at: at,
      change_seq: sql`nextval('deal_change_seq')`,
    })
    .where('id', '=', dealId)
    .execute();
  await transaction.deleteFrom('deal_deletions').where('deal_id', '=', dealId).execute();
  if (state.status === 'deleted') {
    await transaction
      .insertInto('deal_deletions')
      .values({ deal_id: dealId, from_status: state.from, deleted_by: state.by })
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

/** Applies an action to a locked deal. Throws the rejection's error. */
export const applyStatus = async (
  transaction: Transaction<Schema>,
  dealId: number,
  deal: LockedDeal,
  action: StatusAction,
  now: number,
): Promise<StatusChange> => {
  const outcome = changeStatus(deal.state, action, now);
  if (outcome.refused !== undefined) throw new CallError(outcome.refused);
  if (outcome.state !== deal.state) await store(transaction, dealId, outcome.state, now);
  return { sellerId: deal.sellerId, before: deal.state.status, after: outcome.state.status };
};

export const createDealStatusChanges = (clock: Clock): DealStatusChanges => {
  const change = async (
    transaction: Transaction<Schema>,
    dealId: number,
    action: StatusAction,
  ): Promise<StatusChange> =>
    applyStatus(transaction, dealId, await lockDeal(transaction, dealId), action, clock.now());
  return {
    set: (transaction, dealId, status) => change(transaction, dealId, { kind: 'set', status }),
    remove: (transaction, dealId) =>
      change(transaction, dealId, { kind: 'delete', by: 'moderator' }),
    reinstate: (transaction, dealId) =>
      change(transaction, dealId, { kind: 'restore', by: 'moderator' }),
  };
};
