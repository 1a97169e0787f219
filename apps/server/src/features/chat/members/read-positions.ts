import { sql } from 'kysely';
import type * as calls from '@izgodno/contract/chat/channel-calls';
import { CallError } from '#platform/http/errors.ts';
import { enterChannel, readMessage } from '../channels/channel-context.ts';
import { isUnreachable } from '../channels/channel-rows.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import type { Connection } from '#schema/schema.ts';
import { findMembership } from './member-rows.ts';

interface ReadPosition {
  readonly read_seq: number;
  readonly unread_marks: number;
}

const present = ({ read_seq: readSeq, unread_marks: unreadMarks }: ReadPosition) => ({
  readSeq,
  unreadMarks,
});

/** Publishes a position to the user's own pages, and also to the others if they may see it. */
const publishPosition = (
  { realtime }: ChatContext,
  channelId: string,
  userId: string,
  { position, isShared }: { readonly position: ReadPosition; readonly isShared: boolean },
): void => {
  const event = {
    type: 'channel.read',
    data: { channelId, userId, ...present(position) },
  } as const;
  if (isShared) realtime.toChannel(channelId, event);
  else realtime.toUsers([userId], event);
};

/**
 * Locks the user's position in a channel, or in all. A message of theirs that is being stored has it
 * locked, too; only statements that start after this one see that message.
 */
const lockPositions = async (
  transaction: Connection,
  userId: string,
  channelId: string | null,
): Promise<void> => {
  // Rows are locked in one order, so that two calls cannot block each other.
  await sql`
    SELECT FROM channel_members
     WHERE user_id = ${userId}::uuid AND (${channelId}::uuid IS NULL OR channel_id = ${channelId}::uuid)
     ORDER BY channel_id FOR NO KEY UPDATE`.execute(transaction);
};

/**
 * Moves a reading position forward, never past the newest message, and on over the user's own
 * messages that follow. A page that has not heard of the user's last mark changes nothing.
 */
export const markRead: ChatCall<typeof calls.markRead> = async (chat, { params, body, user }) => {
  const { database } = chat;
  const { id: channelId } = params;
  const { unreadMarks } = body;
  const { channel, unreachable } = await enterChannel(chat, user, channelId);
  const reached = Math.min(body.seq, channel.last_seq);
  const moved = await database.transaction().execute(async (transaction) => {
    await lockPositions(transaction, user.id, channelId);
    return transaction
      .updateTable('channel_members')
      .set({
        read_seq: sql<number>`coalesce(
          (SELECT min(seq) - 1 FROM messages
            WHERE channel_id = ${channelId}::uuid AND seq > ${reached}::bigint
              AND sender_id <> ${user.id}::uuid),
          (SELECT last_seq FROM channels WHERE id = ${channelId}::uuid))`,
      })
      .where('channel_id', '=', channelId)
      .where('user_id', '=', user.id)
      .where('read_seq', '<', reached)
      .$if(unreadMarks !== undefined, (query) =>
        query.where('unread_marks', '<=', unreadMarks ?? 0),
      )
      .returning(['read_seq', 'unread_marks'])
      .executeTakeFirst();
  });
  if (moved !== undefined) {
    const isShared = channel.kind === 'direct' && !unreachable;
    publishPosition(chat, channelId, user.id, { position: moved, isShared });
  }
  const position = moved ??
    (await findMembership(database, channelId, user.id)) ?? { read_seq: 0, unread_marks: 0 };
  return {
    ...present(position),
    unreadCount: Math.max(0, channel.last_seq - position.read_seq),
  };
};

/**
 * Moves a reading position back before a message. The others of a direct conversation get no event:
 * they keep seeing how far the user had read. Throws `not_found`, `not_a_member`.
 */
export const markUnread: ChatCall<typeof calls.markUnread> = async (
  chat,
  { params, body, user },
) => {
  const { id: channelId } = params;
  const { message, context } = await readMessage(chat, user, body.messageId);
  if (message.channel_id !== channelId) throw new CallError('not_found');
  const position = await chat.database
    .updateTable('channel_members')
    .set({
      read_seq: sql<number>`least(read_seq, ${message.seq - 1}::bigint)`,
      seen_seq: sql<number>`greatest(seen_seq, read_seq)`,
      unread_marks: sql<number>`unread_marks + 1`,
    })
    .where('channel_id', '=', channelId)
    .where('user_id', '=', user.id)
    .returning(['read_seq', 'unread_marks'])
    .executeTakeFirst();
  // The comments on a deal have no members, so they have no positions.
  if (position === undefined) throw new CallError('not_a_member');
  publishPosition(chat, channelId, user.id, { position, isShared: false });
  return {
    ...present(position),
    unreadCount: Math.max(0, context.channel.last_seq - position.read_seq),
  };
};

interface MovedRow extends ReadPosition {
  readonly channel_id: string;
  readonly shared: boolean;
}

/** Marks all messages in the user's channels as read. */
export const markAllRead: ChatCall<typeof calls.markAllRead> = async (chat, { user }) => {
  const { rows } = await chat.database.transaction().execute(async (transaction) => {
    await lockPositions(transaction, user.id, null);
    return sql<MovedRow>`
      WITH behind AS (
        SELECT m.channel_id, c.last_seq, c.kind = 'direct' AND NOT (${isUnreachable(user.id)}) AS shared
        FROM channel_members m JOIN channels c ON c.id = m.channel_id
        WHERE m.user_id = ${user.id}::uuid AND m.read_seq < c.last_seq
      )
      UPDATE channel_members m SET read_seq = behind.last_seq FROM behind
      WHERE m.channel_id = behind.channel_id AND m.user_id = ${user.id}::uuid
      RETURNING m.channel_id, m.read_seq, m.unread_marks, behind.shared`.execute(transaction);
  });
  const positions = rows.map((row) => ({ channelId: row.channel_id, ...present(row) }));
  for (const row of rows) {
    publishPosition(chat, row.channel_id, user.id, { position: row, isShared: row.shared });
  }
  return { positions };
};
