import { sql } from 'kysely';
import * as z from 'zod/mini';
import type * as calls from '@izgodno/contract/chat/channel-calls';
import { isUniqueViolation } from '#platform/database/violations.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { findMembership, insertMember, joinDefaultChannels } from '../members/member-rows.ts';
import { seeChannel } from './channel-context.ts';
import {
  findChannel,
  listOwnChannels,
  listPublicChannels,
  presentOwn,
  presentSeen,
  viewChannel,
  type ChannelRow,
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

export const readOwn = async (
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
export const insertChannel = async (
  chat: ChatContext,
  channel: NewChannel,
): Promise<OwnChannelView> => {
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
