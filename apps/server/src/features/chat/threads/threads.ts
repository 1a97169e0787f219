import * as calls from '@izgodno/contract/chat/thread-calls';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '#schema/schema.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { readMessage } from '../channels/channel-context.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { presentMessage, selectMessages, type MessageRow } from '../messages/message-rows.ts';

/**
 * A stored reply makes its sender, the sender of the thread's first message, and the mentioned
 * members follow the thread. Of those who had unfollowed it, only the sender of the reply follows it
 * again. Returns the new followers, to whom the reply is unread unless they wrote it.
 */
export const followByReply = async (
  transaction: Transaction<Schema>,
  reply: MessageRow,
): Promise<readonly string[]> => {
  const { channel_id: channelId, thread_id: rootId, sender_id: senderId, seq } = reply;
  const ids = [senderId, ...reply.mentions.map(({ id }) => id)];
  const { rows } = await sql<{ user_id: string }>`
    INSERT INTO thread_follows (user_id, channel_id, root_id, read_seq, followed_at)
    SELECT m.user_id, m.channel_id, ${rootId}::uuid, ${seq - 1}::bigint, ${reply.created_at}::timestamptz
      FROM channel_members m
     WHERE m.channel_id = ${channelId}::uuid
       AND (m.user_id = ANY(${ids}::uuid[]) OR m.user_id = (
         SELECT sender_id FROM messages WHERE channel_id = ${channelId}::uuid AND id = ${rootId}::uuid))
    ON CONFLICT (user_id, root_id) DO UPDATE
       SET is_following = true, read_seq = excluded.read_seq, followed_at = excluded.followed_at
     WHERE thread_follows.user_id = ${senderId}::uuid AND NOT thread_follows.is_following
    RETURNING user_id`.execute(transaction);
  return rows.map(({ user_id }) => user_id);
};

export const publishThreads = ({ realtime }: ChatContext, userIds: readonly string[]): void => {
  if (userIds.length > 0) realtime.toUsers(userIds, { type: 'threads.changed', data: {} });
};

interface FollowRow {
  readonly root_id: string;
  readonly last_id: string | null;
  /** Of the newest reply; before the first one, since when the thread is followed. */
  readonly latest: Date;
  readonly unread: number[];
}

/**
 * The followed threads, or only the one that begins with `rootId`. Only threads of channels that the
 * user is in, whose first message still exists. Unread replies are counted in those that are shown.
 */
const readFollows = async (
  { database }: ChatContext,
  userId: string,
  rootId?: string,
): Promise<readonly FollowRow[]> => {
  const isWanted = rootId === undefined ? sql`true` : sql`root_id = ${rootId}::uuid`;
  const { rows } = await sql<FollowRow>`
    WITH follows AS (
      SELECT * FROM thread_follows WHERE user_id = ${userId}::uuid AND ${isWanted}
       ORDER BY followed_at DESC, root_id LIMIT ${calls.MAX_THREAD_FOLLOWS}
    ), shown AS (
      SELECT f.*, last.id AS last_id, coalesce(last.created_at, f.followed_at) AS latest
        FROM follows f
        JOIN channel_members c ON c.channel_id = f.channel_id AND c.user_id = f.user_id
        LEFT JOIN LATERAL (
          SELECT id, created_at FROM messages
           WHERE channel_id = f.channel_id AND thread_id = f.root_id AND deleted_at IS NULL
           ORDER BY seq DESC LIMIT 1
        ) AS last ON true
       WHERE f.is_following
       ORDER BY latest DESC, f.root_id LIMIT ${calls.MAX_THREADS_SHOWN}
    )
    SELECT s.root_id, s.last_id, s.latest, coalesce(unread.seqs, '{}') AS unread
      FROM shown s
      CROSS JOIN LATERAL (
        SELECT array_agg(seq::integer ORDER BY seq) AS seqs FROM (
          SELECT seq FROM messages
           WHERE channel_id = s.channel_id AND thread_id = s.root_id AND seq > s.read_seq
             AND sender_id <> s.user_id AND deleted_at IS NULL
           ORDER BY seq DESC LIMIT ${calls.MAX_UNREAD_REPLIES}
        ) AS newest
      ) AS unread
     ORDER BY s.latest DESC, s.root_id`.execute(database);
  return rows;
};

const presentFollows = async (
  chat: ChatContext,
  follows: readonly FollowRow[],
): Promise<calls.FollowedThread[]> => {
  const ids = follows.flatMap(({ root_id, last_id }) =>
    last_id === null ? [root_id] : [root_id, last_id],
  );
  if (ids.length === 0) return [];
  const rows = await selectMessages(chat.database).where(isOneOf('m.id', ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, presentMessage(row)]));
  return follows.flatMap(({ root_id, last_id, unread }) => {
    const root = byId.get(root_id);
    const lastReply = last_id === null ? null : (byId.get(last_id) ?? null);
    return root === undefined ? [] : [{ root, lastReply, unread }];
  });
};

export const listFollowedThreads: ChatCall<typeof calls.listFollowedThreads> = async (
  chat,
  { query, user },
) => {
  const follows = await readFollows(chat, user.id);
  const { rows, nextCursor } = cutShortList(follows, query, ({ latest, root_id }) => [
    latest.toISOString(),
    root_id,
  ]);
  return { threads: await presentFollows(chat, rows), nextCursor };
};

/** The thread of a message. Throws like `readMessage`, and `forbidden` for comments. */
const readThread = async (chat: ChatContext, user: Principal, messageId: string) => {
  const { message, context } = await readMessage(chat, user, messageId);
  if (context.policy.kind === 'deal') throw new CallError('forbidden');
  return { rootId: message.thread_id ?? message.id, channel: context.channel };
};

/** Throws `not_found`, `not_a_member`, `forbidden`. */
export const getFollowedThread: ChatCall<typeof calls.getFollowedThread> = async (
  chat,
  { params, user },
) => {
  const { rootId } = await readThread(chat, user, params.id);
  const [thread = null] = await presentFollows(chat, await readFollows(chat, user.id, rootId));
  return { thread };
};

const setFollowing = async (
  chat: ChatContext,
  user: Principal,
  messageId: string,
  isFollowing: boolean,
): Promise<Record<string, never>> => {
  const { rootId, channel } = await readThread(chat, user, messageId);
  const follow = {
    user_id: user.id,
    channel_id: channel.id,
    root_id: rootId,
    is_following: isFollowing,
    read_seq: channel.last_seq,
    followed_at: new Date(chat.clock.now()),
  };
  // The choice counts from now, also that of who follows a thread again.
  const changed = {
    is_following: isFollowing,
    followed_at: follow.followed_at,
    read_seq: sql<number>`CASE WHEN thread_follows.is_following
      THEN thread_follows.read_seq ELSE excluded.read_seq END`,
  };
  await chat.database.transaction().execute(async (transaction) => {
    await oneAtATime(transaction, `followed threads of ${user.id}`);
    await transaction
      .insertInto('thread_follows')
      .values(follow)
      .onConflict((conflict) => conflict.columns(['user_id', 'root_id']).doUpdateSet(changed))
      .execute();
    await sql`
      DELETE FROM thread_follows WHERE user_id = ${user.id}::uuid AND root_id IN (
        SELECT root_id FROM thread_follows WHERE user_id = ${user.id}::uuid
         ORDER BY followed_at DESC, root_id OFFSET ${calls.MAX_THREAD_FOLLOWS})`.execute(
      transaction,
    );
  });
  publishThreads(chat, [user.id]);
  return {};
};

/** The replies before count as read. Throws `not_found`, `not_a_member`, `forbidden`. */
export const followThread: ChatCall<typeof calls.followThread> = (chat, { params, user }) =>
  setFollowing(chat, user, params.id, true);

/** Throws `not_found`, `not_a_member`, `forbidden`. */
export const unfollowThread: ChatCall<typeof calls.unfollowThread> = (chat, { params, user }) =>
  setFollowing(chat, user, params.id, false);

/** Changes nothing in a thread that the user does not follow. */
export const markThreadRead: ChatCall<typeof calls.markThreadRead> = async (
  chat,
  { params, body, user },
) => {
  const { rootId, channel } = await readThread(chat, user, params.id);
  const reached = Math.min(body.seq, channel.last_seq);
  const moved = await chat.database
    .updateTable('thread_follows')
    .set({ read_seq: reached })
    .where('user_id', '=', user.id)
    .where('root_id', '=', rootId)
    .where('read_seq', '<', reached)
    .returning('root_id')
    .executeTakeFirst();
  if (moved !== undefined) publishThreads(chat, [user.id]);
  return {};
};

/**
 * Ends follows that are older than their lifetime, and the oldest of those who follow too many
 * threads, because a reply makes users follow without counting.
 */
export const eraseOldFollows = async ({ database, clock }: ChatContext): Promise<void> => {
  await database
    .deleteFrom('thread_follows')
    .where('followed_at', '<', new Date(clock.now() - calls.THREAD_FOLLOW_LIFETIME_MS))
    .execute();
  await sql`
    DELETE FROM thread_follows f USING (
      SELECT user_id, root_id,
             row_number() OVER (PARTITION BY user_id ORDER BY followed_at DESC, root_id) AS place
        FROM thread_follows WHERE user_id IN (
          SELECT user_id FROM thread_follows GROUP BY user_id
          HAVING count(*) > ${calls.MAX_THREAD_FOLLOWS})
    ) AS counted
     WHERE f.user_id = counted.user_id AND f.root_id = counted.root_id
       AND counted.place > ${calls.MAX_THREAD_FOLLOWS}`.execute(database);
};
