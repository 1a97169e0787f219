import type { Invitation, PendingInvitation } from '@izgodno/contract/chat/invitation';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import { sql } from 'kysely';
import { isBlocked } from '#features/blocks/api.ts';
import type { Connection } from '#schema/schema.ts';

/**
 * An invitation is valid while it is pending, has not expired, its inviter is still in the channel,
 * and neither side blocks the other.
 */
const selectHolding = (connection: Connection, at: Date) =>
  connection
    .selectFrom('channel_invitations as i')
    .innerJoin('channels as c', 'c.id', 'i.channel_id')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .innerJoin('users as inviter', 'inviter.id', 'i.inviter_id')
    .innerJoin('channel_members as m', (join) =>
      join.onRef('m.channel_id', '=', 'i.channel_id').onRef('m.user_id', '=', 'i.inviter_id'),
    )
    .where('i.state', '=', 'pending')
    .where('i.expires_at', '>', at)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.channel_id')
    .orderBy('i.user_id');

const notBlocked = sql<boolean>`NOT ${isBlocked(sql`i.user_id`, sql`i.inviter_id`)}`;

/** The pending invitations of a user, optionally of one channel. */
export const listReceived = async (
  connection: Connection,
  userId: string,
  at: Date,
  channelId: string | null = null,
): Promise<Invitation[]> => {
  const rows = await selectHolding(connection, at)
    .select(['c.id', 'c.name', 'c.kind', 'c.member_count', 'i.created_at', 'i.expires_at'])
    .select(['inviter.id as inviter_id', 'inviter.name as inviter_name'])
    .where('i.user_id', '=', userId)
    .where(notBlocked)
    .$if(channelId !== null, (query) => query.where('i.channel_id', '=', channelId ?? ''))
    .execute();
  return rows.map((row) => ({
    channel: { id: row.id, name: row.name, kind: row.kind, memberCount: row.member_count },
    inviter: { id: row.inviter_id, name: row.inviter_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
};

/**
 * The users with a pending invitation to a channel, optionally by one inviter. Blocks do not show.
 */
export const listSent = async (
  connection: Connection,
  channelId: string,
  at: Date,
  inviterId: string | null,
): Promise<PendingInvitation[]> => {
  const rows = await selectHolding(connection, at)
    .select(['u.id', 'u.name', 'i.created_at', 'i.expires_at'])
    .select(['inviter.id as inviter_id', 'inviter.name as inviter_name'])
    .where('i.channel_id', '=', channelId)
    .$if(inviterId !== null, (query) => query.where('i.inviter_id', '=', inviterId ?? ''))
    .execute();
  return rows.map((row) => ({
    user: { id: row.id, name: row.name },
    inviter: { id: row.inviter_id, name: row.inviter_name },
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }));
};

/** For the export of an account. */
export const listOwnInvitations = async (
  connection: Connection,
  userId: string,
  at: Date,
): Promise<AccountParts['invitations']> => {
  const rows = await selectHolding(connection, at)
    .select(['c.id as channel_id', 'c.name as channel_name', 'i.created_at'])
    .select(['u.id', 'u.name', 'inviter.id as inviter_id', 'inviter.name as inviter_name'])
    .where((where) =>
      where.or([where('i.user_id', '=', userId), where('i.inviter_id', '=', userId)]),
    )
    .execute();
  return rows.map((row) => {
    const isSent = row.inviter_id === userId;
    return {
      direction: isSent ? 'sent' : 'received',
      channelId: row.channel_id,
      channelName: row.channel_name,
      userId: isSent ? row.id : row.inviter_id,
      name: isSent ? row.name : row.inviter_name,
      at: row.created_at.toISOString(),
    };
  });
};

/** Whether the user has a pending invitation to the channel, blocked or not. */
export const findPending = async (
  connection: Connection,
  channelId: string,
  userId: string,
  at: Date,
): Promise<{ readonly inviterId: string } | null> => {
  const row = await selectHolding(connection, at)
    .select('i.inviter_id')
    .where('i.channel_id', '=', channelId)
    .where('i.user_id', '=', userId)
    .executeTakeFirst();
  const inviterId = row?.inviter_id ?? null;
  return inviterId === null ? null : { inviterId };
};

/**
 * Ends a pending invitation; the stored end keeps it from being sent again at once. Returns whether
 * there was one.
 */
export const closeInvitation = async (
  connection: Connection,
  channelId: string,
  userId: string,
  { state, at }: { readonly state: 'declined' | 'withdrawn'; readonly at: Date },
): Promise<boolean> => {
  const row = await connection
    .updateTable('channel_invitations')
    .set({ state, closed_at: at })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .where('expires_at', '>', at)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
};

export const eraseInvitation = async (
  connection: Connection,
  channelId: string,
  userId: string,
): Promise<void> => {
  await connection
    .deleteFrom('channel_invitations')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .execute();
};

/** Records that a user left a channel, so that they are not invited again at once. */
export const rememberLeaving = async (
  connection: Connection,
  channelId: string,
  userId: string,
  at: Date,
): Promise<void> => {
  const row = { inviter_id: null, state: 'left', expires_at: at, closed_at: at } as const;
  await connection
    .insertInto('channel_invitations')
    .values({ channel_id: channelId, user_id: userId, created_at: at, ...row })
    .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet(row))
    .execute();
};
