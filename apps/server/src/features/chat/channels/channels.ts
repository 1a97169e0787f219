import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type * as calls from '@izgodno/contract/chat/channel-calls';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { mayCall, type Principal } from '#platform/http/authentication.ts';
import type { Schema } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { findMembership, insertMember, joinDefaultChannels } from '../members/member-rows.ts';
import { lockAndSeeChannel, seeChannel } from './channel-context.ts';
import { mayConfigure } from './channel-policy.ts';
import {
  blocksAmong,
  findChannel,
  findChannelOf,
  listOwnChannels,
  listPublicChannels,
  presentChannel,
  presentOwn,
  presentSeen,
  viewChannel,
  type ChannelRow,
  type ChannelView,
  type OwnChannelView,
} from './channel-rows.ts';

const nameCursor = z.tuple([z.string(), z.uuid()]);

/** The cursor in a list by name. */
export const readNameCursor = (cursor: string | undefined) => {
  const after = readPageCursor(nameCursor, cursor);
  return after === null ? null : { name: after[0], id: after[1] };
};

/** The values of a channel or member for the cursor in a list by name. */
export const nameCursorOf = ({ name, id }: { readonly name: string; readonly id: string }) => [
  name,
  id,
];

const readOwn = async (
  { database }: ChatContext,
  channelId: string,
  userId: string,
): Promise<OwnChannelView> => {
  const channel = await findChannel(database, channelId);
  const membership = await findMembership(database, channelId, userId);
  if (channel === null || membership === null) throw new CallError('not_found');
  return { ...(await viewChannel(database, channel, membership)), membership };
};

/** Publishes a channel to users who have just joined it. */
export const publishJoined = async (
  chat: ChatContext,
  channelId: string,
  userIds: readonly string[],
): Promise<void> => {
  chat.realtime.membershipChanged(userIds);
  for (const userId of userIds) {
    chat.realtime.toUsers([userId], {
      type: 'channel.joined',
      data: { channel: presentOwn(await readOwn(chat, channelId, userId)) },
    });
  }
};

/** Also joins new users to the default channels. */
export const listChannels: ChatCall<typeof calls.listChannels> = async (
  { database, clock },
  { query: { limit = Infinity, cursor }, user },
) => {
  await joinDefaultChannels(database, user.id, new Date(clock.now()));
  const views = await listOwnChannels(database, user.id, readNameCursor(cursor));
  const { rows, nextCursor } = cutPageBy(views, limit, ({ channel }) => nameCursorOf(channel));
  return { channels: rows.map(presentOwn), nextCursor };
};

export const browseChannels: ChatCall<typeof calls.browseChannels> = async (
  { database },
  { query, user },
) => {
  const views = await listPublicChannels(database, {
    userId: user.id,
    text: query.q?.trim() ?? '',
    archived: query.archived ?? false,
    after: readNameCursor(query.cursor),
    limit: query.limit + 1,
  });
  const { rows, nextCursor } = cutPageBy(views, query.limit, ({ channel }) =>
    nameCursorOf(channel),
  );
  return { channels: rows.map(presentSeen), nextCursor };
};

export const getChannel: ChatCall<typeof calls.getChannel> = async (chat, { params, user }) => {
  const { channel, membership } = await seeChannel(chat, user, params.id);
  return { channel: presentSeen(await viewChannel(chat.database, channel, membership)) };
};

interface NewChannel extends Pick<ChannelRow, 'name' | 'kind' | 'topic'> {
  readonly createdBy: string;
  /** For direct conversations; null for channels with a name. */
  readonly directKey: string | null;
  readonly memberIds: readonly string[];
}

/**
 * Stores a channel with its first members and publishes it to them. Throws a unique violation if the
 * name or the direct key is taken.
 */
const insertChannel = async (chat: ChatContext, channel: NewChannel): Promise<OwnChannelView> => {
  const { name, kind, topic, createdBy, directKey, memberIds } = channel;
  const now = chat.clock.now();
  const id = createUuidV7(now);
  const at = new Date(now);
  await chat.database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('channels')
      .values({
        id,
        name,
        kind,
        topic,
        direct_key: directKey,
        created_by: createdBy,
        created_at: at,
        archived_at: null,
      })
      .execute();
    for (const userId of memberIds) {
      const role = kind !== 'direct' && userId === createdBy ? 'owner' : 'member';
      await insertMember(transaction, id, userId, { role, at });
    }
  });
  await publishJoined(chat, id, memberIds);
  return readOwn(chat, id, createdBy);
};

/** Throws `channel_name_taken`. */
export const createChannel: ChatCall<typeof calls.createChannel> = async (chat, { body, user }) => {
  countCall(chat, 'channelCreation', user.id);
  try {
    const view = await insertChannel(chat, {
      ...body,
      createdBy: user.id,
      directKey: null,
      memberIds: [user.id],
    });
    return { channel: presentOwn(view) };
  } catch (error) {
    throw isUniqueViolation(error) ? new CallError('channel_name_taken') : error;
  }
};

const findDirect = async ({ database }: ChatContext, key: string): Promise<string | null> => {
  const channel = await database
    .selectFrom('channels')
    .select('id')
    .where('direct_key', '=', key)
    .executeTakeFirst();
  return channel?.id ?? null;
};

/** Throws `not_found` if one of the users has no account, `person_unavailable`. */
const createDirect = async (
  chat: ChatContext,
  userId: string,
  memberIds: readonly string[],
  directKey: string,
): Promise<OwnChannelView> => {
  countCall(chat, 'channelCreation', userId);
  const users = await chat.database
    .selectFrom('users')
    .select('id')
    .where('id', 'in', memberIds)
    .execute();
  if (users.length !== memberIds.length) throw new CallError('not_found');
  if (await blocksAmong(chat.database, userId, memberIds))
    throw new CallError('person_unavailable');
  try {
    const channel = { name: '', topic: '', kind: 'direct', createdBy: userId } as const;
    return await insertChannel(chat, { ...channel, directKey, memberIds });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // The other side opened it at the same time.
    const opened = await findDirect(chat, directKey);
    if (opened === null) throw error;
    return readOwn(chat, opened, userId);
  }
};

/** Throws `not_found`, or `validation_failed` if none of these users offers the deal. */
const requireOfferedBy = async (
  { database }: ChatContext,
  dealId: number,
  memberIds: readonly string[],
): Promise<void> => {
  const deal = await database
    .selectFrom('deals')
    .select(['seller_id', 'status'])
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (deal === undefined || deal.status === 'deleted') throw new CallError('not_found');
  if (deal.seller_id !== null && memberIds.includes(deal.seller_id)) return;
  const message = 'None of these people offers this deal.';
  throw new CallError('validation_failed', { fields: { dealId: { code: 'invalid', message } } });
};

/** Puts a deal at the head of a direct conversation. Throws `person_unavailable`. */
const setDeal = async (
  chat: ChatContext,
  channelId: string,
  userId: string,
  dealId: number,
): Promise<void> => {
  const found = await findChannelOf(chat.database, channelId, userId);
  if (found?.unreachable === true) throw new CallError('person_unavailable');
  const updated = await chat.database
    .updateTable('channels')
    .set((expression) => ({ deal_id: dealId, deal_seq: expression.ref('last_seq') }))
    .where('id', '=', channelId)
    .where('deal_id', 'is distinct from', dealId)
    .returningAll()
    .executeTakeFirst();
  if (updated === undefined) return;
  const channel = presentChannel(await viewChannel(chat.database, updated, null));
  chat.realtime.toChannel(channelId, { type: 'channel.changed', data: { channel } });
};

/** Returns the id of the only direct conversation of these users, which the caller is then in. */
const enterDirect = async (
  chat: ChatContext,
  userId: string,
  memberIds: readonly string[],
): Promise<string> => {
  const key = memberIds.toSorted().join(' ');
  const known = await findDirect(chat, key);
  if (known === null) return (await createDirect(chat, userId, memberIds, key)).channel.id;
  const at = new Date(chat.clock.now());
  if (await insertMember(chat.database, known, userId, { role: 'member', at }))
    await publishJoined(chat, known, [userId]);
  return known;
};

/**
 * Opens the only direct conversation of these users; a caller who had left it joins it again. Throws
 * `not_found` if one of the users has no account or there is no such deal, `person_unavailable`, and
 * `validation_failed` for a deal of somebody else.
 */
export const openDirect: ChatCall<typeof calls.openDirect> = async (chat, { body, user }) => {
  const memberIds = [...new Set([user.id, ...body.userIds])];
  const dealId = body.dealId === undefined ? null : Number(body.dealId);
  if (dealId !== null) await requireOfferedBy(chat, dealId, memberIds);
  const channelId = await enterDirect(chat, user.id, memberIds);
  if (dealId !== null) await setDeal(chat, channelId, user.id, dealId);
  return { channel: presentOwn(await readOwn(chat, channelId, user.id)) };
};

/** Readers are shown for the messages sent from now on; switching it on twice changes nothing. */
const showReaders = async (
  transaction: Transaction<Schema>,
  { id, last_seq }: ChannelRow,
  isOn: boolean,
): Promise<void> => {
  if (isOn)
    await transaction
      .insertInto('channel_readers')
      .values({ channel_id: id, from_seq: last_seq + 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await transaction.deleteFrom('channel_readers').where('channel_id', '=', id).execute();
};

const auditedValues = ({ name, topic, slow_mode_seconds: slowMode, archived_at }: ChannelRow) => ({
  name,
  topic,
  slowMode: String(slowMode),
  archived: String(archived_at !== null),
});

/** Adds to the audit trail what a moderator of the product changed in a public channel. */
const recordChange = async (
  { audit }: ChatContext,
  transaction: Transaction<Schema>,
  user: Principal,
  before: ChannelRow,
  after: ChannelRow,
): Promise<void> => {
  if (!mayCall(user.role, 'moderator') || after.kind !== 'public') return;
  const now = new Map(Object.entries(auditedValues(after)));
  const changed = Object.entries(auditedValues(before)).filter(
    ([key, value]) => now.get(key) !== value,
  );
  const details = Object.fromEntries(
    changed.map(([key, value]) => [key, `${value} → ${now.get(key)}`]),
  );
  const subject = { kind: 'channel', id: after.id } as const;
  if (changed.length > 0)
    await audit.record(
      { actorId: user.id, action: 'channel.change', subject, reason: '', details },
      transaction,
    );
};

type ChannelChange = z.output<typeof calls.updateChannel.body>;

/** Changes only what is given. Throws `not_found`, `forbidden`, or a unique violation of the name. */
const changeChannel = async (
  chat: ChatContext,
  transaction: Transaction<Schema>,
  user: Principal,
  channelId: string,
  { name, topic, slowModeSeconds, archived, showsReaders }: ChannelChange,
): Promise<ChannelView> => {
  const { channel, membership, actor, policy } = await lockAndSeeChannel(
    transaction,
    user,
    channelId,
  );
  if (!mayConfigure(actor, policy) || (archived === true && channel.is_default))
    throw new CallError('forbidden');
  const row = await transaction
    .updateTable('channels')
    .set((column) => ({
      name: name ?? column.ref('name'),
      topic: topic ?? column.ref('topic'),
      slow_mode_seconds: slowModeSeconds ?? column.ref('slow_mode_seconds'),
      ...(archived === undefined
        ? {}
        : { archived_at: archived ? new Date(chat.clock.now()) : null }),
    }))
    .where('id', '=', channelId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (showsReaders !== undefined) await showReaders(transaction, row, showsReaders);
  await recordChange(chat, transaction, user, channel, row);
  return viewChannel(transaction, row, membership);
};

/** Throws `not_found`, `forbidden`, `channel_name_taken`. */
export const updateChannel: ChatCall<typeof calls.updateChannel> = async (
  chat,
  { params, body, user },
) => {
  try {
    const view = await chat.database
      .transaction()
      .execute((transaction) => changeChannel(chat, transaction, user, params.id, body));
    chat.realtime.toChannel(params.id, {
      type: 'channel.changed',
      data: { channel: presentChannel(view) },
    });
    return { channel: presentSeen(view) };
  } catch (error) {
    throw isUniqueViolation(error) ? new CallError('channel_name_taken') : error;
  }
};

interface ActivityRow {
  readonly channel_id: string;
  readonly last_seq: number;
  readonly read_seq: number;
  readonly last_active_message_id: string | null;
  readonly latest_id: string | null;
  readonly latest_at: Date | null;
}

/**
 * The activity of all channels of a user, from counters and the newest row of each; nothing is
 * counted.
 */
export const getActivity: ChatCall<typeof calls.getActivity> = async (
  { database },
  { query: { limit = Infinity, cursor }, user },
) => {
  const [after = null] = readPageCursor(z.tuple([z.uuid()]), cursor) ?? [];
  const channels = await sql<ActivityRow>`
    SELECT c.id AS channel_id, c.last_seq, cm.read_seq, cm.last_active_message_id,
      m.id AS latest_id, m.created_at AS latest_at
    FROM channel_members cm
    JOIN channels c ON c.id = cm.channel_id
    LEFT JOIN messages m ON m.channel_id = c.id AND m.seq = c.last_seq
    WHERE cm.user_id = ${user.id} AND (${after}::uuid IS NULL OR c.id > ${after}::uuid)
    ORDER BY c.id`.execute(database);
  const { rows, nextCursor } = cutPageBy(channels.rows, limit, (row) => [row.channel_id]);
  const activity = rows.map((row) => ({
    channelId: row.channel_id,
    totalCount: row.last_seq,
    latestMessageId: row.latest_id,
    latestMessageTime: row.latest_at?.toISOString() ?? null,
    lastActiveMessageId: row.last_active_message_id,
    hasActivity: row.last_seq > 0,
    unseenCount: row.last_active_message_id === null ? row.last_seq : 0,
    unreadCount: Math.max(0, row.last_seq - row.read_seq),
  }));
  return { activity, nextCursor };
};
