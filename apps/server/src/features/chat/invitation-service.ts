import type { Invitation, PendingInvitation } from '@izgodno/contract/chat/invitation';
import {
  INVITATION_LIFETIME_MS,
  INVITATION_PAUSE_MS,
  PENDING_INVITATIONS,
  WITHDRAWAL_PAUSE_MS,
} from '@izgodno/contract/chat/limits';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Schema } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Realtime } from '#features/realtime/api.ts';
import type { Notifier } from '#features/notices/api.ts';
import type { Standing } from './channel-access.ts';
import { mayModerate } from './channel-policy.ts';
import {
  closeInvitation,
  eraseInvitation,
  findPending,
  listReceived,
  listSent,
} from './invitation-rows.ts';
import { findBan, findMembership, lockChannel } from './member-rows.ts';
import type { RateLimits } from './rate-limits.ts';

export interface InvitationServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly realtime: Realtime;
  readonly notifier: Notifier;
  readonly rates: RateLimits;
}

/** The largest number of expired invitations that one run of the job erases. */
const ERASED_AT_ONCE = 1_000;

const noticeOf = (channelId: string, userId: string) => ({
  userId,
  occasion: `channel_invitation:${channelId}`,
});

/**
 * Locks two users so that their invitations can be counted without concurrent changes. Throws
 * `not_found`.
 */
const lockPeople = async (
  transaction: Transaction<Schema>,
  userIds: readonly string[],
): Promise<void> => {
  const { rows } = await sql`
    SELECT id FROM users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  );
  if (rows.length !== userIds.length) throw new CallError('not_found');
};

interface Counts {
  readonly sent: number;
  readonly to_one: number;
  readonly received: number;
  readonly blocked: boolean;
  readonly paused: boolean;
}

/** Throws `limit_reached` for what the inviter can correct, `person_unavailable` for all else. */
const requireInvitable = async (
  transaction: Transaction<Schema>,
  {
    channelId,
    inviterId,
    userId,
    at,
  }: Record<'channelId' | 'inviterId' | 'userId', string> & {
    readonly at: Date;
  },
): Promise<void> => {
  const since = (ms: number): Date => new Date(at.getTime() - ms);
  const { rows } = await sql<Counts>`
    SELECT
      count(*) FILTER (WHERE inviter_id = ${inviterId}::uuid)::integer AS sent,
      count(*) FILTER (WHERE inviter_id = ${inviterId}::uuid AND user_id = ${userId}::uuid)::integer AS to_one,
      count(*) FILTER (WHERE user_id = ${userId}::uuid)::integer AS received,
      EXISTS (
        SELECT FROM person_blocks
         WHERE (blocker_id, blocked_id) IN ((${userId}::uuid, ${inviterId}::uuid), (${inviterId}::uuid, ${userId}::uuid))
      ) AS blocked,
      EXISTS (
        SELECT FROM channel_invitations
         WHERE channel_id = ${channelId}::uuid AND user_id = ${userId}::uuid
           AND ((state IN ('declined', 'left') AND closed_at > ${since(INVITATION_PAUSE_MS)})
             OR (state = 'withdrawn' AND inviter_id = ${inviterId}::uuid AND closed_at > ${since(WITHDRAWAL_PAUSE_MS)}))
      ) AS paused
    FROM channel_invitations
    WHERE state = 'pending' AND expires_at > ${at}
      AND (inviter_id = ${inviterId}::uuid OR user_id = ${userId}::uuid)`.execute(transaction);
  const [counts] = rows;
  if (counts === undefined || counts.blocked || counts.paused)
    throw new CallError('person_unavailable');
  if (counts.sent >= PENDING_INVITATIONS.sent || counts.to_one >= PENDING_INVITATIONS.toOne)
    throw new CallError('limit_reached');
  if (counts.received >= PENDING_INVITATIONS.received) throw new CallError('person_unavailable');
};

export type InvitationService = ReturnType<typeof createInvitationService>;

/** Invitations to channels. A user enters a channel only by their own act. */
export const createInvitationService = (options: InvitationServiceOptions) => {
  const { database, clock, realtime, notifier, rates } = options;

  const announceEnd = async (
    channelId: string,
    userId: string,
    inviterId: string,
  ): Promise<void> => {
    realtime.toUsers([userId, inviterId], {
      type: 'invitation.ended',
      data: { channelId, userId },
    });
    await notifier.announceUnread([userId]);
  };

  /** Ends a pending invitation; returns false if there is none. */
  const close = async (
    channelId: string,
    userId: string,
    state: 'declined' | 'withdrawn',
    mayClose: (inviterId: string) => boolean = () => true,
  ): Promise<boolean> => {
    const at = new Date(clock.now());
    const pending = await findPending(database, channelId, userId, at);
    if (pending === null) return false;
    if (!mayClose(pending.inviterId)) throw new CallError('forbidden');
    const closed = await database.transaction().execute(async (transaction) => {
      await notifier.withdraw(transaction, [noticeOf(channelId, userId)]);
      return closeInvitation(transaction, channelId, userId, state, at);
    });
    if (closed) await announceEnd(channelId, userId, pending.inviterId);
    return closed;
  };

  return {
    received: (who: Principal): Promise<Invitation[]> =>
      listReceived(database, who.id, new Date(clock.now())),

    sent: (who: Principal, { channel, actor, policy }: Standing): Promise<PendingInvitation[]> =>
      listSent(
        database,
        channel.id,
        new Date(clock.now()),
        mayModerate(actor, policy) ? null : who.id,
      ),

    /** Throws `not_found`, `banned`, `person_unavailable`, `limit_reached`, `rate_limited`. */
    async invite(
      who: Principal,
      { channel }: Standing,
      userId: string,
    ): Promise<'member' | 'invited'> {
      rates.take('invitation', who.id);
      const channelId = channel.id;
      const at = new Date(clock.now());
      const outcome = await notifier.transaction(async (transaction, notify) => {
        await lockChannel(transaction, channelId);
        await lockPeople(transaction, [who.id, userId]);
        if (await findMembership(transaction, channelId, userId)) return 'member';
        if (await findBan(transaction, channelId, userId, at)) throw new CallError('banned');
        if (await findPending(transaction, channelId, userId, at)) return 'invited';
        await requireInvitable(transaction, { channelId, inviterId: who.id, userId, at });
        const row = {
          inviter_id: who.id,
          state: 'pending',
          created_at: at,
          expires_at: new Date(at.getTime() + INVITATION_LIFETIME_MS),
          closed_at: null,
        } as const;
        await transaction
          .insertInto('channel_invitations')
          .values({ channel_id: channelId, user_id: userId, ...row })
          .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet(row))
          .execute();
        const [invitation] = await listReceived(transaction, userId, at, channelId);
        // The inviter left the channel concurrently.
        if (invitation === undefined) throw new CallError('not_found');
        const notice = noticeOf(channelId, userId);
        await notifier.withdraw(transaction, [notice]);
        const { name } = invitation.channel;
        await notify([
          {
            ...notice,
            about: {
              kind: 'channel_invitation',
              channel: { id: channelId, name },
              inviter: invitation.inviter,
            },
          },
        ]);
        return invitation;
      });
      if (typeof outcome === 'string') return outcome;
      realtime.toUsers([userId], { type: 'invitation.received', data: { invitation: outcome } });
      return 'invited';
    },

    /** Whether the user was invited and may join; uses up the invitation. */
    async redeem(
      transaction: Transaction<Schema>,
      channelId: string,
      userId: string,
    ): Promise<{ readonly announce: () => Promise<void> } | null> {
      const at = new Date(clock.now());
      const [invitation] = await listReceived(transaction, userId, at, channelId);
      await notifier.withdraw(transaction, [noticeOf(channelId, userId)]);
      await eraseInvitation(transaction, channelId, userId);
      if (invitation === undefined) return null;
      return { announce: () => announceEnd(channelId, userId, invitation.inviter.id) };
    },

    decline: (channelId: string, userId: string): Promise<boolean> =>
      close(channelId, userId, 'declined'),

    /** Returns false if there is no pending invitation. Throws `forbidden`. */
    withdraw: (
      who: Principal,
      { channel, actor, policy }: Standing,
      userId: string,
    ): Promise<boolean> =>
      close(
        channel.id,
        userId,
        'withdrawn',
        (inviterId) => inviterId === who.id || mayModerate(actor, policy),
      ),

    /** Called for a banned user, who may not join any more. */
    revoke: (channelId: string, userId: string): Promise<boolean> =>
      close(channelId, userId, 'withdrawn'),

    /** Notices of others name the user whose account is deleted, so they are erased. */
    async eraseNoticesBy(transaction: Transaction<Schema>, inviterId: string): Promise<void> {
      const rows = await transaction
        .selectFrom('channel_invitations')
        .select(['channel_id', 'user_id'])
        .where('inviter_id', '=', inviterId)
        .where('state', '=', 'pending')
        .execute();
      await notifier.withdraw(
        transaction,
        rows.map(({ channel_id, user_id }) => noticeOf(channel_id, user_id)),
      );
    },

    /**
     * Erases expired invitations with their notices, and ends of invitations that no longer delay a
     * new one.
     */
    async eraseOld(): Promise<void> {
      const now = clock.now();
      await database.transaction().execute(async (transaction) => {
        const rows = await transaction
          .selectFrom('channel_invitations')
          .select(['channel_id', 'user_id'])
          .where('state', '=', 'pending')
          .where('expires_at', '<=', new Date(now))
          .limit(ERASED_AT_ONCE)
          .forUpdate()
          .skipLocked()
          .execute();
        await notifier.withdraw(
          transaction,
          rows.map(({ channel_id, user_id }) => noticeOf(channel_id, user_id)),
        );
        for (const { channel_id, user_id } of rows)
          await eraseInvitation(transaction, channel_id, user_id);
      });
      await database
        .deleteFrom('channel_invitations')
        .where('state', '<>', 'pending')
        .where('closed_at', '<', new Date(now - INVITATION_PAUSE_MS))
        .execute();
    },
  };
};
