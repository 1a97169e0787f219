import type { Invitation } from '@izgodno/contract/chat/invitation';
import type * as calls from '@izgodno/contract/chat/invitation-calls';
import {
  INVITATION_LIFETIME_MS,
  INVITATION_PAUSE_MS,
  PENDING_INVITATIONS,
  WITHDRAWAL_PAUSE_MS,
} from '@izgodno/contract/chat/limits';
import { sql, type Transaction } from 'kysely';
import { isBlocked } from '#features/blocks/api.ts';
import type { Schema } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import type { Notify } from '#features/notices/api.ts';
import { seeChannel, type ChannelContext } from '../channels/channel-context.ts';
import { mayModerate } from '../channels/channel-policy.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import {
  closeInvitation,
  eraseInvitation,
  findPending,
  listReceived,
  listSent,
} from './invitation-rows.ts';
import { findBan, findMembership, lockChannel } from './member-rows.ts';

// A user enters a channel only by their own act.

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
const lockUsers = async (
  transaction: Transaction<Schema>,
  userIds: readonly string[],
): Promise<void> => {
  const { rows } = await sql`
    SELECT id FROM users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  );
  if (rows.length !== userIds.length) throw new CallError('not_found');
};

/** Who invites whom to a channel. */
interface Invited {
  readonly channelId: string;
  readonly inviterId: string;
  readonly userId: string;
}

interface NewInvitation extends Invited {
  readonly at: Date;
}

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
  { channelId, inviterId, userId, at }: NewInvitation,
): Promise<void> => {
  const since = (ms: number): Date => new Date(at.getTime() - ms);
  const { rows } = await sql<Counts>`
    SELECT
      count(*) FILTER (WHERE inviter_id = ${inviterId}::uuid)::integer AS sent,
      count(*) FILTER (WHERE inviter_id = ${inviterId}::uuid AND user_id = ${userId}::uuid)::integer AS to_one,
      count(*) FILTER (WHERE user_id = ${userId}::uuid)::integer AS received,
      ${isBlocked(sql`${userId}::uuid`, sql`${inviterId}::uuid`)} AS blocked,
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

export const listInvitations: ChatCall<typeof calls.listInvitations> = async (
  { database, clock },
  { query, user },
) => {
  const invitations = await listReceived(database, user.id, new Date(clock.now()));
  const { rows, nextCursor } = cutShortList(invitations, query, ({ createdAt, channel }) => [
    createdAt,
    channel.id,
  ]);
  return { invitations: rows, nextCursor };
};

/** Moderators see all, other members their own. */
export const listPendingInvitations: ChatCall<typeof calls.listPendingInvitations> = async (
  chat,
  { params, query, user },
) => {
  const { channel, actor, policy } = await seeChannel(chat, user, params.id);
  const inviterId = mayModerate(actor, policy) ? null : user.id;
  const at = new Date(chat.clock.now());
  const invitations = await listSent(chat.database, channel.id, at, inviterId);
  const { rows, nextCursor } = cutShortList(invitations, query, (invitation) => [
    invitation.createdAt,
    invitation.user.id,
  ]);
  return { invitations: rows, nextCursor };
};

/** Stores an invitation and its notice. Throws `not_found` if the inviter has left the channel. */
const storeInvitation = async (
  { noticePublisher }: ChatContext,
  transaction: Transaction<Schema>,
  notify: Notify,
  { channelId, inviterId, userId, at }: NewInvitation,
): Promise<Invitation> => {
  const row = {
    inviter_id: inviterId,
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
  if (invitation === undefined) throw new CallError('not_found');
  const notice = noticeOf(channelId, userId);
  await noticePublisher.withdraw(transaction, [notice]);
  const channel = { id: channelId, name: invitation.channel.name };
  const about = { kind: 'channel_invitation', channel, inviter: invitation.inviter } as const;
  await notify([{ ...notice, about }]);
  return invitation;
};

/** Throws `not_found`, `banned`, `person_unavailable`, `limit_reached`, `rate_limited`. */
export const invite = async (
  chat: ChatContext,
  invited: Invited,
): Promise<'member' | 'invited'> => {
  const { channelId, inviterId, userId } = invited;
  countCall(chat, 'invitation', inviterId);
  const at = new Date(chat.clock.now());
  const outcome = await chat.noticePublisher.transaction(async (transaction, notify) => {
    await lockUsers(transaction, [inviterId, userId]);
    await lockChannel(transaction, channelId);
    if (await findMembership(transaction, channelId, userId)) return 'member';
    if (await findBan(transaction, channelId, userId, at)) throw new CallError('banned');
    if (await findPending(transaction, channelId, userId, at)) return 'invited';
    const invitation = { ...invited, at };
    await requireInvitable(transaction, invitation);
    return storeInvitation(chat, transaction, notify, invitation);
  });
  if (typeof outcome === 'string') return outcome;
  chat.realtime.toUsers([userId], { type: 'invitation.received', data: { invitation: outcome } });
  return 'invited';
};

const publishEnd = async (
  { realtime, noticePublisher }: ChatContext,
  { channelId, inviterId, userId }: Invited,
): Promise<void> => {
  realtime.toUsers([userId, inviterId], { type: 'invitation.ended', data: { channelId, userId } });
  await noticePublisher.announceUnread([userId]);
};

/** Uses up a user's invitation when they join; returns null if they were not invited. */
export const redeemInvitation = async (
  chat: ChatContext,
  transaction: Transaction<Schema>,
  channelId: string,
  userId: string,
): Promise<{ readonly publishEnd: () => Promise<void> } | null> => {
  const at = new Date(chat.clock.now());
  const [invitation] = await listReceived(transaction, userId, at, channelId);
  await chat.noticePublisher.withdraw(transaction, [noticeOf(channelId, userId)]);
  await eraseInvitation(transaction, channelId, userId);
  if (invitation === undefined) return null;
  const invited = { channelId, inviterId: invitation.inviter.id, userId };
  return { publishEnd: () => publishEnd(chat, invited) };
};

interface End {
  readonly state: 'declined' | 'withdrawn';
  readonly mayClose?: (inviterId: string) => boolean;
}

/** Ends a pending invitation; returns false if there is none. Throws `forbidden`. */
const close = async (
  chat: ChatContext,
  channelId: string,
  userId: string,
  { state, mayClose = () => true }: End,
): Promise<boolean> => {
  const at = new Date(chat.clock.now());
  const pending = await findPending(chat.database, channelId, userId, at);
  if (pending === null) return false;
  if (!mayClose(pending.inviterId)) throw new CallError('forbidden');
  const closed = await chat.database.transaction().execute(async (transaction) => {
    await chat.noticePublisher.withdraw(transaction, [noticeOf(channelId, userId)]);
    return closeInvitation(transaction, channelId, userId, { state, at });
  });
  if (closed) await publishEnd(chat, { channelId, inviterId: pending.inviterId, userId });
  return closed;
};

export const declineInvitation = (
  chat: ChatContext,
  channelId: string,
  userId: string,
): Promise<boolean> => close(chat, channelId, userId, { state: 'declined' });

/** Returns false if there is no pending invitation. Throws `forbidden`. */
export const withdrawInvitation = (
  chat: ChatContext,
  user: Principal,
  { channel, actor, policy }: ChannelContext,
  userId: string,
): Promise<boolean> =>
  close(chat, channel.id, userId, {
    state: 'withdrawn',
    mayClose: (inviterId) => inviterId === user.id || mayModerate(actor, policy),
  });

/** Called for a banned user, who may not join any more. */
export const revokeInvitation = (
  chat: ChatContext,
  channelId: string,
  userId: string,
): Promise<boolean> => close(chat, channelId, userId, { state: 'withdrawn' });

/** Notices of others name the user whose account is deleted, so they are erased. */
export const eraseNoticesBy = async (
  { noticePublisher }: ChatContext,
  transaction: Transaction<Schema>,
  inviterId: string,
): Promise<void> => {
  const rows = await transaction
    .selectFrom('channel_invitations')
    .select(['channel_id', 'user_id'])
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'pending')
    .execute();
  await noticePublisher.withdraw(
    transaction,
    rows.map((row) => noticeOf(row.channel_id, row.user_id)),
  );
};

/**
 * Erases expired invitations with their notices, and ends of invitations that no longer delay a new
 * one.
 */
export const eraseOldInvitations = async ({
  database,
  clock,
  noticePublisher,
}: ChatContext): Promise<void> => {
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
    await noticePublisher.withdraw(
      transaction,
      rows.map((row) => noticeOf(row.channel_id, row.user_id)),
    );
    for (const { channel_id, user_id } of rows)
      await eraseInvitation(transaction, channel_id, user_id);
  });
  await database
    .deleteFrom('channel_invitations')
    .where('state', '<>', 'pending')
    .where('closed_at', '<', new Date(now - INVITATION_PAUSE_MS))
    .execute();
};
