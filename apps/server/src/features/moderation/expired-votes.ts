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
import { applyStatus, type StatusChange } from '#features/deals/api.ts';
import type { Notify } from '#features/notices/api.ts';

interface LockedDeal {
  readonly status: DealStatus;
  readonly sellerId: string | null;
}

const lockDeal = async (transaction: Transaction<Schema>, dealId: number): Promise<LockedDeal> => {
  const deal = await transaction
    .selectFrom('deals')
    .select(['status', 'seller_id as sellerId'])
    .where('id', '=', dealId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

const isExpiredByMembers = async (
  transaction: Transaction<Schema>,
  dealId: number,
): Promise<boolean> =>
  (await transaction
    .selectFrom('expired_by_members')
    .select('deal_id')
    .where('deal_id', '=', dealId)
    .executeTakeFirst()) !== undefined;

const eraseVotes = async (transaction: Transaction<Schema>, dealId: number): Promise<void> => {
  await transaction.deleteFrom('expired_by_members').where('deal_id', '=', dealId).execute();
  await transaction.deleteFrom('expired_marks').where('deal_id', '=', dealId).execute();
};

interface Marks {
  readonly marks: number;
  /**
   * The number of members or of networks, whichever is smaller, because one person may have ten
   * accounts.
   */
  readonly independent: number;
  readonly marked: boolean;
}

const countMarks = async (
  transaction: Transaction<Schema>,
  dealId: number,
  userId: string,
): Promise<Marks> => {
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
  { bus, clock }: ModerationContext,
  transaction: Transaction<Schema>,
  dealId: number,
  status: 'active' | 'expired',
): Promise<StatusChange> =>
  applyStatus({ transaction, bus }, dealId, { kind: 'set', status }, clock.now());

const expire = async (
  context: ModerationContext,
  transaction: Transaction<Schema>,
  dealId: number,
  { sellerId }: LockedDeal,
  notify: Notify,
): Promise<void> => {
  await setStatus(context, transaction, dealId, 'expired');
  await transaction.insertInto('expired_by_members').values({ deal_id: dealId }).execute();
  if (sellerId === null) return;
  const occasion = `own_deal_expired:${dealId}:${context.clock.now()}`;
  await notify([
    { userId: sellerId, occasion, about: { kind: 'own_deal_expired', dealId, why: 'members' } },
  ]);
};

/** Enough independent votes expire a deal. */
const decide = async (
  context: ModerationContext,
  transaction: Transaction<Schema>,
  dealId: number,
  userId: string,
  deal: LockedDeal,
  notify: Notify,
) => {
  const { marks, independent, marked } = await countMarks(transaction, dealId, userId);
  const enough = independent >= EXPIRED_VOTES_NEEDED;
  let { status } = deal;
  if (enough && status === 'active') {
    await expire(context, transaction, dealId, deal, notify);
    status = 'expired';
  } else if (!enough && status === 'expired' && (await isExpiredByMembers(transaction, dealId))) {
    await setStatus(context, transaction, dealId, 'active');
    await transaction.deleteFrom('expired_by_members').where('deal_id', '=', dealId).execute();
    status = 'active';
  }
  return { marks, needed: EXPIRED_VOTES_NEEDED, marked, status };
};

/** The owner's vote alone suffices. Throws `status_conflict` for a deal that is not active. */
export const markExpired: ModerationCall<typeof markExpiredCall> = async (
  context,
  { params, user, request },
) => {
  const { clock, pseudonyms, noticePublisher } = context;
  const dealId = Number(params.id);
  const network = await pseudonyms.lasting(`expired:${dealId}`, request.ip);
  return noticePublisher.transaction(async (transaction, notify) => {
    const deal = await lockDeal(transaction, dealId);
    if (deal.sellerId === user.id) {
      const { after } = await setStatus(context, transaction, dealId, 'expired');
      return { marks: 0, needed: EXPIRED_VOTES_NEEDED, marked: false, status: after };
    }
    const byMembers = await isExpiredByMembers(transaction, dealId);
    // The owner or source has made the deal active again since, so earlier votes no longer count.
    if (deal.status === 'active' && byMembers) await eraseVotes(transaction, dealId);
    if (deal.status !== 'active' && !byMembers) throw new CallError('status_conflict');
    await transaction
      .insertInto('expired_marks')
      .values({ deal_id: dealId, user_id: user.id, network, created_at: new Date(clock.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return decide(context, transaction, dealId, user.id, deal, notify);
  });
};

export const unmarkExpired: ModerationCall<typeof unmarkExpiredCall> = (
  context,
  { params, user },
) =>
  context.noticePublisher.transaction(async (transaction, notify) => {
    const dealId = Number(params.id);
    const deal = await lockDeal(transaction, dealId);
    await transaction
      .deleteFrom('expired_marks')
      .where('deal_id', '=', dealId)
      .where('user_id', '=', user.id)
      .execute();
    return decide(context, transaction, dealId, user.id, deal, notify);
  });
