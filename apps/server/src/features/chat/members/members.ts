import type { Transaction } from 'kysely';
import type { Member } from '@izgodno/contract/chat/channel';
import type * as calls from '@izgodno/contract/chat/channel-calls';
import type { updateMember as updateMemberCall } from '@izgodno/contract/chat/moderation-calls';
import type { CallRequest } from '#platform/http/add-call.ts';
import type { Principal } from '#platform/http/authentication.ts';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy } from '#platform/http/page-cursor.ts';
import { holdRecipients } from '#features/notices/api.ts';
import { enterChannel, lockAndSeeChannel, seeChannel } from '../channels/channel-context.ts';
import {
  mayAppoint,
  mayInvite,
  mayJoin,
  mayLeave,
  mayModerateMember,
} from '../channels/channel-policy.ts';
import { presentSeen, viewChannel } from '../channels/channel-rows.ts';
import { nameCursorOf, publishJoined, readNameCursor } from '../channels/channels.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { recordAct, type ChannelAct } from './channel-log.ts';
import { rememberLeaving } from './invitation-rows.ts';
import { declineInvitation, invite, redeemInvitation, withdrawInvitation } from './invitations.ts';
import {
  deleteMember,
  findActor,
  findBan,
  findMember,
  findMembership,
  insertMember,
  listMemberRows,
  lockChannel,
  presentMember,
} from './member-rows.ts';

/** A member of a channel. */
interface MemberKey {
  readonly channel_id: string;
  readonly user_id: string;
}

/** Publishes to a user and a channel that the user has left it. */
export const publishLeft = (
  { realtime }: ChatContext,
  channelId: string,
  userId: string,
  reason: 'left' | 'removed' | 'banned',
): void => {
  // Comes first, because a page that then asks for its channels must not get this one.
  realtime.membershipChanged([userId], channelId);
  realtime.toUsers([userId], { type: 'channel.left', data: { channelId, reason } });
  realtime.toChannel(channelId, { type: 'member.left', data: { channelId, userId } });
};

export const listMembers: ChatCall<typeof calls.listMembers> = async (
  chat,
  { params, query, user },
) => {
  const { channel } = await enterChannel(chat, user, params.id);
  const found = await listMemberRows(chat.database, params.id, {
    text: query.q?.trim() ?? '',
    after: readNameCursor(query.cursor),
    limit: query.limit + 1,
  });
  const { rows, nextCursor } = cutPageBy(found, query.limit, nameCursorOf);
  return { members: rows.map((row) => presentMember(row, channel.kind)), nextCursor };
};

/** Joins by one's own act: a public channel, or by an invitation. */
const join = async (chat: ChatContext, channelId: string, userId: string): Promise<void> => {
  const at = new Date(chat.clock.now());
  const joined = await chat.database.transaction().execute(async (transaction) => {
    const channel = await lockChannel(transaction, channelId, [userId]);
    if (await findMembership(transaction, channelId, userId)) return null;
    const invitation = await redeemInvitation(chat, transaction, channelId, userId);
    const policy = { kind: channel.kind, isDefault: channel.is_default };
    if (invitation === null && !mayJoin(policy)) throw new CallError('not_found');
    if (await findBan(transaction, channelId, userId, at)) throw new CallError('banned');
    await insertMember(transaction, channelId, userId, { role: 'member', at });
    return { publishInvitation: invitation?.publishEnd };
  });
  if (joined === null) return;
  await joined.publishInvitation?.();
  await publishJoined(chat, channelId, [userId]);
  const member = await findMember(chat.database, channelId, userId);
  if (member === null) return;
  // Direct conversations have no joins; they are the only kind whose members show how far they
  // have read.
  const data = { channelId, member: presentMember(member, 'private') };
  chat.realtime.toChannel(channelId, { type: 'member.joined', data });
};

const leave = async (chat: ChatContext, user: Principal, channelId: string): Promise<void> => {
  const { channel, policy } = await seeChannel(chat, user, channelId);
  if (!mayLeave(policy)) throw new CallError('forbidden');
  const left = await chat.database.transaction().execute(async (transaction) => {
    await holdRecipients(transaction, [user.id]);
    if (!(await deleteMember(transaction, channelId, user.id))) return false;
    if (channel.kind !== 'direct')
      await rememberLeaving(transaction, channelId, user.id, new Date(chat.clock.now()));
    return true;
  });
  if (left) publishLeft(chat, channelId, user.id, 'left');
};

/**
 * For the caller: joins, or accepts an invitation. For another user: invites them. Throws `banned`,
 * `forbidden`, `not_found`, `person_unavailable`, `limit_reached`, `rate_limited`.
 */
export const addMember: ChatCall<typeof calls.addMember> = async (chat, { params, user }) => {
  let outcome: 'member' | 'invited' = 'member';
  if (params.userId === user.id) {
    await join(chat, params.id, user.id);
  } else {
    const { actor, policy } = await seeChannel(chat, user, params.id);
    if (!mayInvite(actor, policy)) throw new CallError('forbidden');
    const { id: channelId, userId } = params;
    outcome = await invite(chat, { channelId, inviterId: user.id, userId });
  }
  const { channel, membership } = await seeChannel(chat, user, params.id);
  return { channel: presentSeen(await viewChannel(chat.database, channel, membership)), outcome };
};

/** Returns whether the user was in the channel. Throws `forbidden`, `not_found`, `rate_limited`. */
const remove = async (
  chat: ChatContext,
  transaction: Transaction<Schema>,
  user: Principal,
  { channel_id: channelId, user_id: userId }: MemberKey,
): Promise<boolean> => {
  const { channel, actor, policy } = await lockAndSeeChannel(transaction, user, channelId, userId);
  const subject = await findActor(transaction, channelId, userId);
  if (!mayModerateMember(actor, policy, subject) || !mayLeave(policy))
    throw new CallError('forbidden');
  countCall(chat, 'moderation', user.id);
  const removed = await deleteMember(transaction, channelId, userId);
  const act = { channel, action: 'channel.remove_member', subjectId: userId } as const;
  if (removed) await recordAct(chat, transaction, user, act);
  return removed;
};

/** Throws `forbidden`, `not_found`, `rate_limited`. */
const withdrawOrRemove = async (
  chat: ChatContext,
  user: Principal,
  channelId: string,
  userId: string,
): Promise<void> => {
  const context = await seeChannel(chat, user, channelId);
  const subject = await findMembership(chat.database, channelId, userId);
  if (subject === null && (await withdrawInvitation(chat, user, context, userId))) return;
  const key = { channel_id: channelId, user_id: userId };
  const removed = await chat.database
    .transaction()
    .execute((transaction) => remove(chat, transaction, user, key));
  if (removed) publishLeft(chat, channelId, userId, 'removed');
};

/**
 * For the caller: leaves, or declines an invitation. For another user: withdraws an invitation, or
 * removes them. Throws `forbidden`, `not_found`, `rate_limited`.
 */
export const removeMember: ChatCall<typeof calls.removeMember> = async (chat, { params, user }) => {
  const { id: channelId, userId } = params;
  if (userId !== user.id) await withdrawOrRemove(chat, user, channelId, userId);
  else if (!(await declineInvitation(chat, channelId, userId))) await leave(chat, user, channelId);
  return {};
};

/** Changes and records only what is given. Throws `forbidden`, `not_found`, `rate_limited`. */
const changeMember = async (
  chat: ChatContext,
  transaction: Transaction<Schema>,
  { params, body: { role, mutedUntil }, user }: CallRequest<typeof updateMemberCall>,
): Promise<Member> => {
  const { id: channelId, userId } = params;
  const { channel, actor, policy } = await lockAndSeeChannel(transaction, user, channelId, userId);
  const subject = await findActor(transaction, channelId, userId);
  if (role !== undefined && (!mayAppoint(actor, policy) || subject.channelRole === 'owner'))
    throw new CallError('forbidden');
  if (mutedUntil !== undefined && !mayModerateMember(actor, policy, subject))
    throw new CallError('forbidden');
  if (subject.channelRole === null) throw new CallError('not_found');
  countCall(chat, 'moderation', user.id);
  await transaction
    .updateTable('channel_members')
    .set((column) => ({
      role: role ?? column.ref('role'),
      ...(mutedUntil === undefined
        ? {}
        : { muted_until: mutedUntil === null ? null : new Date(mutedUntil) }),
    }))
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .execute();
  const acts: ChannelAct[] = [];
  if (role !== undefined)
    acts.push({ channel, action: 'channel.appoint', subjectId: userId, details: { role } });
  if (mutedUntil !== undefined) {
    const details = { until: mutedUntil ?? '' };
    acts.push({ channel, action: 'channel.mute', subjectId: userId, details });
  }
  for (const act of acts) await recordAct(chat, transaction, user, act);
  const row = await findMember(transaction, channelId, userId);
  if (row === null) throw new CallError('not_found');
  return presentMember(row, channel.kind);
};

/** Throws `forbidden`, `not_found`, `rate_limited`. */
export const updateMember: ChatCall<typeof updateMemberCall> = async (chat, request) => {
  const { id: channelId } = request.params;
  const member = await chat.database
    .transaction()
    .execute((transaction) => changeMember(chat, transaction, request));
  chat.realtime.toChannel(channelId, { type: 'member.changed', data: { channelId, member } });
  return { member };
};

const star = async (
  transaction: Transaction<Schema>,
  key: MemberKey,
  isStarred: boolean,
): Promise<boolean> => {
  if (isStarred)
    await transaction
      .insertInto('starred_channels')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await transaction
      .deleteFrom('starred_channels')
      .where((column) => column.and(key))
      .execute();
  return isStarred;
};

const hasStar = async (transaction: Transaction<Schema>, key: MemberKey): Promise<boolean> =>
  (await transaction
    .selectFrom('starred_channels')
    .select('user_id')
    .where((column) => column.and(key))
    .executeTakeFirst()) !== undefined;

export const setChannelPreferences: ChatCall<typeof calls.setChannelPreferences> = async (
  chat,
  { params, body, user },
) => {
  await enterChannel(chat, user, params.id);
  const preferences = await chat.database.transaction().execute(async (transaction) => {
    const updated = await transaction
      .updateTable('channel_members')
      .set((column) => ({ notifications: body.notifications ?? column.ref('notifications') }))
      .where('channel_id', '=', params.id)
      .where('user_id', '=', user.id)
      .returning('notifications')
      .executeTakeFirst();
    if (updated === undefined) return undefined;
    const key = { channel_id: params.id, user_id: user.id };
    const starred = await (body.starred === undefined
      ? hasStar(transaction, key)
      : star(transaction, key, body.starred));
    return { ...updated, starred };
  });
  if (preferences !== undefined) {
    const data = { channelId: params.id, ...preferences };
    chat.realtime.toUsers([user.id], { type: 'preferences.changed', data });
  }
  return {};
};
