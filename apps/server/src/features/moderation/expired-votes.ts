import type { Transaction } from 'kysely';
import {
  EXPIRED_VOTES_NEEDED,
  type markExpired as markExpiredCall,
  type unmarkExpired as unmarkExpiredCall,
} from '@izgodno/contract/moderation/calls';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { ModerationCall, ModerationContext } from './moderation-context.ts';
import { applyStatus, lockDeal, type StatusChange } from '#features/deals/api.ts';
import { holdRecipients, type Notify } from '#features/notices/api.ts';
import { findDeal } from './reports.ts';

/** What a vote changes: a deal that the transaction locks. */
interface VotedDeal {
  readonly context: ModerationContext;
  readonly transaction: Transaction<Schema>;
  readonly notify: Notify;
  readonly dealId: number;
  readonly sellerId: string | null;
  readonly status: Exclude<DealStatus, 'deleted'>;
}

const isExpiredByMembers = async ({ transaction, dealId }: VotedDeal): Promise<boolean> =>
  (await transaction
    .selectFrom('expired_by_members')
    .select('deal_id')
    .where('deal_id', '=', dealId)
    .executeTakeFirst()) !== undefined;

/** Locks a deal until the transaction of the vote ends. Throws `not_found`, also for a deleted one. */
const inVote = <Result>(
  context: ModerationContext,
  dealId: number,
  voterId: string,
  vote: (deal: VotedDeal) => Promise<Result>,
): Promise<Result> =>
  context.noticePublisher.transaction(async (transaction, notify) => {
    const { sellerId: notified } = await findDeal(transaction, dealId);
    await holdRecipients(transaction, [notified, voterId]);
    const { sellerId, state } = await lockDeal(transaction, dealId);
    if (state.status === 'deleted') throw new CallError('not_found');
    return vote({ context, transaction, notify, dealId, sellerId, status: state.status });
  });

interface Marks {
  readonly marks: number;
  /**
   * The number of members or of networks, whichever is smaller, because one person may have ten
   * accounts.
   */
  readonly independent: number;
  readonly marked: boolean;
}

const countMarks = async ({ transaction, dealId }: VotedDeal, userId: string): Promise<Marks> => {
  const rows = await transaction
    .selectFrom('expired_marks')
    .select(['user_id', 'network'])
    .where('deal_id', '=', dealId)
    .execute();
  const networks = new Set(rows.map(({ network }) => network.toString('hex')));
  return {
    marks: rows.length,
    independent: Math.min(rows.length, networks.size),
    marked: rows.some((row) => row.user_id === userId),
  };
};

const setStatus = (
  { context: { bus, clock }, transaction, dealId }: VotedDeal,
  status: 'active' | 'expired',
): Promise<StatusChange> =>
  applyStatus({ transaction, bus }, dealId, { kind: 'set', status }, clock.now());

const expire = async (deal: VotedDeal): Promise<void> => {
  const { context, transaction, notify, dealId, sellerId } = deal;
  await setStatus(deal, 'expired');
  await transaction.insertInto('expired_by_members').values({ deal_id: dealId }).execute();
  if (sellerId === null) return;
  const occasion = `own_deal_expired:${dealId}:${context.clock.now()}`;
  await notify([
    { userId: sellerId, occasion, about: { kind: 'own_deal_expired', dealId, why: 'members' } },
  ]);
};

/** Enough independent votes expire a deal. */
const decide = async (deal: VotedDeal, userId: string) => {
  const { marks, independent, marked } = await countMarks(deal, userId);
  const enough = independent >= EXPIRED_VOTES_NEEDED;
  let { status } = deal;
  if (enough && status === 'active') {
    await expire(deal);
    status = 'expired';
  } else if (!enough && status === 'expired' && (await isExpiredByMembers(deal))) {
    // First, or the change of the status would end the other votes.
    await deal.transaction
      .deleteFrom('expired_by_members')
      .where('deal_id', '=', deal.dealId)
      .execute();
    await setStatus(deal, 'active');
    status = 'active';
  }
  return { marks, needed: EXPIRED_VOTES_NEEDED, marked, status };
};

/** The owner's vote alone suffices. Throws `status_conflict` for a deal that is not active. */
export const markExpired: ModerationCall<typeof markExpiredCall> = async (
  context,
  { params, user, request },
) => {
  const { clock, pseudonyms } = context;
  const dealId = Number(params.id);
  const network = await pseudonyms.lasting(`expired:${dealId}`, request.ip);
  return inVote(context, dealId, user.id, async (deal) => {
    if (deal.sellerId === user.id) {
      const { after } = await setStatus(deal, 'expired');
      return { marks: 0, needed: EXPIRED_VOTES_NEEDED, marked: false, status: after };
    }
    if (deal.status !== 'active' && !(await isExpiredByMembers(deal)))
      throw new CallError('status_conflict');
    await deal.transaction
      .insertInto('expired_marks')
      .values({ deal_id: dealId, user_id: user.id, network, created_at: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return decide(deal, user.id);
  });
};

export const unmarkExpired: ModerationCall<typeof unmarkExpiredCall> = (
  context,
  { params, user },
) =>
  inVote(context, Number(params.id), user.id, async (deal) => {
    await deal.transaction
      .deleteFrom('expired_marks')
      .where('deal_id', '=', deal.dealId)
      .where('user_id', '=', user.id)
      .execute();
    return decide(deal, user.id);
  });
