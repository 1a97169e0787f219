import type { Transaction } from 'kysely';
import { EXPIRED_VOTES_NEEDED } from '@izgodno/contract/moderation/calls';
import type { DealStatus } from '@izgodno/contract/deals/vocabulary';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Pseudonyms } from '#features/visitors/api.ts';
import { applyStatus, type StatusChange } from '#features/deals/api.ts';
import type { NoticePublisher, Notify } from '#features/notices/api.ts';

export interface ExpiredVotesOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly networks: Pseudonyms;
  readonly notifier: NoticePublisher;
}

export interface MarkOutcome {
  readonly marks: number;
  readonly needed: number;
  readonly marked: boolean;
  readonly status: DealStatus;
}

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

export type ExpiredVotes = ReturnType<typeof createExpiredVotes>;

/** Members' expired votes. Enough independent votes expire a deal. */
export const createExpiredVotes = (options: ExpiredVotesOptions) => {
  const { bus, clock, networks, notifier } = options;

  const setStatus = (
    transaction: Transaction<Schema>,
    dealId: number,
    status: 'active' | 'expired',
  ): Promise<StatusChange> =>
    applyStatus({ transaction, bus }, dealId, { kind: 'set', status }, clock.now());

  const expire = async (
    transaction: Transaction<Schema>,
    dealId: number,
    { sellerId }: LockedDeal,
    notify: Notify,
  ): Promise<void> => {
    await setStatus(transaction, dealId, 'expired');
    await transaction.insertInto('expired_by_members').values({ deal_id: dealId }).execute();
    if (sellerId === null) return;
    await notify([
      {
        userId: sellerId,
        occasion: `own_deal_expired:${dealId}:${clock.now()}`,
        about: { kind: 'own_deal_expired', dealId, why: 'members' },
      },
    ]);
  };

  const decide = async (
    transaction: Transaction<Schema>,
    dealId: number,
    userId: string,
    deal: LockedDeal,
    notify: Notify,
  ): Promise<MarkOutcome> => {
    const { marks, independent, marked } = await countMarks(transaction, dealId, userId);
    const enough = independent >= EXPIRED_VOTES_NEEDED;
    let { status } = deal;
    if (enough && status === 'active') {
      await expire(transaction, dealId, deal, notify);
      status = 'expired';
    } else if (!enough && status === 'expired' && (await isExpiredByMembers(transaction, dealId))) {
      await setStatus(transaction, dealId, 'active');
      await transaction.deleteFrom('expired_by_members').where('deal_id', '=', dealId).execute();
      status = 'active';
    }
    return { marks, needed: EXPIRED_VOTES_NEEDED, marked, status };
  };

  return {
    /** The owner's vote alone suffices. Throws `status_conflict` for a deal that is not active. */
    async mark(userId: string, dealId: number, address: string): Promise<MarkOutcome> {
      const network = await networks.lasting(`expired:${dealId}`, address);
      const outcome = await notifier.transaction(async (transaction, notify) => {
        const deal = await lockDeal(transaction, dealId);
        if (deal.sellerId === userId) {
          const { after } = await setStatus(transaction, dealId, 'expired');
          return { marks: 0, needed: EXPIRED_VOTES_NEEDED, marked: false, status: after };
        }
        const byMembers = await isExpiredByMembers(transaction, dealId);
        // The owner or source has made the deal active again since, so earlier votes no longer
        // count.
        if (deal.status === 'active' && byMembers) await eraseVotes(transaction, dealId);
        if (deal.status !== 'active' && !byMembers) throw new CallError('status_conflict');
        await transaction
          .insertInto('expired_marks')
          .values({
            deal_id: dealId,
            user_id: userId,
            network,
            created_at: new Date(clock.now()),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return decide(transaction, dealId, userId, deal, notify);
      });
      return outcome;
    },

    async unmark(userId: string, dealId: number): Promise<MarkOutcome> {
      const outcome = await notifier.transaction(async (transaction, notify) => {
        const deal = await lockDeal(transaction, dealId);
        await transaction
          .deleteFrom('expired_marks')
          .where('deal_id', '=', dealId)
          .where('user_id', '=', userId)
          .execute();
        return decide(transaction, dealId, userId, deal, notify);
      });
      return outcome;
    },
  };
};
