import type * as calls from '@izgodno/contract/chat/moderation-calls';
import type { Connection } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { lockAndSeeChannel, seeChannel } from '../channels/channel-context.ts';
import { mayModerate, mayModerateMember } from '../channels/channel-policy.ts';
import type { ChannelRow } from '../channels/channel-rows.ts';
import { countCall, type ChatCall } from '../chat-context.ts';
import { recordAct } from './channel-log.ts';
import { findPending } from './invitation-rows.ts';
import { revokeInvitation } from './invitations.ts';
import { deleteMember, findActor, findBan, findMembership } from './member-rows.ts';
import { publishLeft } from './members.ts';

// A ban affects its channel alone and closes no connection.

/**
 * Whether a user can be banned from a channel. A private channel can ban only its members and those
 * invited to it; otherwise its owner could write arbitrary records about any user.
 */
const concerns = async (
  connection: Connection,
  { id, kind }: ChannelRow,
  userId: string,
  at: Date,
): Promise<boolean> => {
  if (kind === 'private') {
    return (
      (await findMembership(connection, id, userId)) !== null ||
      (await findPending(connection, id, userId, at)) !== null ||
      (await findBan(connection, id, userId, at))
    );
  }
  const user = await connection
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user !== undefined;
};

/** Throws `forbidden`. */
export const listBans: ChatCall<typeof calls.listBans> = async (chat, { params, query, user }) => {
  const { actor, policy } = await seeChannel(chat, user, params.id);
  if (!mayModerate(actor, policy)) throw new CallError('forbidden');
  const bans = await chat.database
    .selectFrom('channel_bans as b')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['u.id', 'u.name', 'b.reason', 'b.until', 'b.created_at'])
    .where('b.channel_id', '=', params.id)
    .where((ban) =>
      ban.or([ban('b.until', 'is', null), ban('b.until', '>', new Date(chat.clock.now()))]),
    )
    .orderBy('b.created_at', 'desc')
    .orderBy('b.user_id')
    .execute();
  const { rows, nextCursor } = cutShortList(bans, query, (ban) => [
    ban.created_at.toISOString(),
    ban.id,
  ]);
  return {
    nextCursor,
    bans: rows.map((row) => ({
      user: { id: row.id, name: row.name },
      reason: row.reason,
      until: row.until?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
  };
};

/** Throws `forbidden`, `not_found`, `rate_limited`. */
export const banMember: ChatCall<typeof calls.banMember> = async (chat, { params, body, user }) => {
  const { id: channelId, userId } = params;
  const { reason, until } = body;
  const at = new Date(chat.clock.now());
  const ban = {
    reason,
    until: until === null ? null : new Date(until),
    banned_by: user.id,
    created_at: at,
  };
  const wasMember = await chat.database.transaction().execute(async (transaction) => {
    // A user who joins at the same time waits for this lock and then finds the ban.
    const { channel, actor, policy } = await lockAndSeeChannel(
      transaction,
      user,
      channelId,
      userId,
    );
    const subject = await findActor(transaction, channelId, userId);
    if (userId === user.id || !mayModerateMember(actor, policy, subject))
      throw new CallError('forbidden');
    countCall(chat, 'moderation', user.id);
    if (!(await concerns(transaction, channel, userId, at))) throw new CallError('not_found');
    await transaction
      .insertInto('channel_bans')
      .values({ channel_id: channelId, user_id: userId, ...ban })
      .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet(ban))
      .execute();
    const details = { until: until ?? '' };
    const act = { channel, action: 'channel.ban', subjectId: userId, reason, details } as const;
    await recordAct(chat, transaction, user, act);
    return deleteMember(transaction, channelId, userId);
  });
  await revokeInvitation(chat, channelId, userId);
  if (wasMember) publishLeft(chat, channelId, userId, 'banned');
  return {};
};

/** Throws `forbidden`, `rate_limited`. */
export const unbanMember: ChatCall<typeof calls.unbanMember> = async (chat, { params, user }) => {
  const { id: channelId, userId } = params;
  await chat.database.transaction().execute(async (transaction) => {
    const { channel, actor, policy } = await lockAndSeeChannel(
      transaction,
      user,
      channelId,
      userId,
    );
    if (!mayModerate(actor, policy)) throw new CallError('forbidden');
    countCall(chat, 'moderation', user.id);
    const { numDeletedRows } = await transaction
      .deleteFrom('channel_bans')
      .where('channel_id', '=', channelId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const act = { channel, action: 'channel.unban', subjectId: userId } as const;
    if (numDeletedRows > 0n) await recordAct(chat, transaction, user, act);
  });
  return {};
};
