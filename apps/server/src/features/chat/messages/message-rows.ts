import { isOneOf } from '#platform/database/is-one-of.ts';
import { sql, type Selectable, type Transaction } from 'kysely';
import type { Message } from '@izgodno/contract/chat/message';
import type { Connection, Schema } from '#schema/schema.ts';
import type { MessagesTable } from '#schema/chat.ts';
import { isShown } from '../channels/channel-rows.ts';
import { presentLink } from './link-image.ts';

/** A message with its sender's name; null if the account was deleted. */
export interface MessageRow extends Omit<Selectable<MessagesTable>, 'search_words'> {
  readonly sender_name: string | null;
}

/** A message with its channel's position when it was read. */
export type PlacedRow = MessageRow & {
  readonly channel_version: number;
  readonly channel_last_seq: number;
};

/**
 * Those whom a message mentions, by their names of now and without deleted accounts. It stores the names of
 * the time when it was written. Of a JSON array PostgreSQL expects a hundred elements, of one of its own ten,
 * and would join them by reading all users for every message. The limit makes it look each up by the index.
 */
const MENTIONED = sql<MessageRow['mentions']>`
  CASE WHEN m.mentions = '[]' THEN m.mentions ELSE (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', known.id, 'name', known.name) ORDER BY place), '[]')
      FROM unnest(ARRAY(SELECT (stored ->> 'id')::uuid FROM jsonb_array_elements(m.mentions) AS stored))
           WITH ORDINALITY AS mention (user_id, place)
      JOIN LATERAL (SELECT id, name FROM users WHERE id = user_id LIMIT 1) known ON true) END`;

export const selectMessages = (from: Pick<Connection, 'selectFrom'>) =>
  from
    .selectFrom('messages as m')
    .leftJoin('users as u', 'u.id', 'm.sender_id')
    .select([
      'm.channel_id',
      'm.seq',
      'm.id',
      'm.version',
      'm.client_id',
      'm.sender_id',
      'm.text',
      'm.attachments',
      'm.links',
      MENTIONED.as('mentions'),
      'm.mentions_all',
      'm.reactions',
      'm.reply_to',
      'm.forwarded',
      'm.thread_id',
      'm.reply_count',
      'm.created_at',
      'm.edited_at',
      'm.deleted_at',
      'm.pinned_at',
      'u.name as sender_name',
    ]);

export const presentMessage = (row: MessageRow): Message => ({
  id: row.id,
  channelId: row.channel_id,
  seq: row.seq,
  version: row.version,
  clientId: row.client_id,
  sender: { id: row.sender_id, name: row.sender_name ?? '' },
  text: row.text,
  attachments: row.attachments.map((attachment) => ({ ...attachment, messageId: row.id })),
  links: row.links.map(presentLink),
  mentions: row.mentions,
  mentionsAll: row.mentions_all,
  reactions: row.reactions,
  replyTo: row.reply_to,
  forwarded: row.forwarded,
  threadId: row.thread_id,
  replyCount: row.reply_count,
  createdAt: row.created_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  deletedAt: row.deleted_at?.toISOString() ?? null,
  pinnedAt: row.pinned_at?.toISOString() ?? null,
});

export const findMessage = async (
  connection: Connection,
  messageId: string,
): Promise<MessageRow | null> =>
  (await selectMessages(connection).where('m.id', '=', messageId).executeTakeFirst()) ?? null;

/** Those of these messages that exist, by their ids. */
export const readMessages = async (
  connection: Connection,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, MessageRow>> => {
  const rows = await selectMessages(connection).where(isOneOf('m.id', messageIds)).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

interface SentKey {
  readonly channelId: string;
  readonly senderId: string;
  readonly clientId: string;
}

/** The message stored for this sender under this client id. */
export const findSent = async (
  connection: Connection,
  { channelId, senderId, clientId }: SentKey,
): Promise<MessageRow | null> =>
  (await selectMessages(connection)
    .where('m.channel_id', '=', channelId)
    .where('m.sender_id', '=', senderId)
    .where('m.client_id', '=', clientId)
    .executeTakeFirst()) ?? null;

/**
 * Counts a deleted reply no longer in the number of its thread, under its channel's lock. Clients learn
 * of it from the channel's versions.
 */
export const countReplyOut = async (
  transaction: Transaction<Schema>,
  { channel_id: channelId, thread_id: threadId }: MessageRow,
): Promise<void> => {
  if (threadId === null) return;
  await sql`
    WITH counted AS (
      UPDATE channels SET version = version + 1 WHERE id = ${channelId}::uuid RETURNING version
    )
    UPDATE messages SET version = counted.version, reply_count = greatest(reply_count - 1, 0)
      FROM counted
     WHERE messages.channel_id = ${channelId}::uuid AND messages.id = ${threadId}::uuid`.execute(
    transaction,
  );
};

const selectPlaced = (connection: Connection, channelId: string) =>
  selectMessages(connection)
    .innerJoin('channels as c', 'c.id', 'm.channel_id')
    .select(['c.version as channel_version', 'c.last_seq as channel_last_seq'])
    .where('m.channel_id', '=', channelId)
    .where('c.id', '=', channelId);

/** Messages before `seq`, newest first. */
export const listBefore = (
  connection: Connection,
  channelId: string,
  seq: number | null,
  limit: number,
): Promise<PlacedRow[]> =>
  selectPlaced(connection, channelId)
    .$if(seq !== null, (query) => query.where('m.seq', '<', seq ?? 0))
    .orderBy('m.seq', 'desc')
    .limit(limit)
    .execute();

/** Messages after `seq`, oldest first. */
export const listAfter = (
  connection: Connection,
  channelId: string,
  seq: number,
  limit: number,
): Promise<PlacedRow[]> =>
  selectPlaced(connection, channelId)
    .where('m.seq', '>', seq)
    .orderBy('m.seq')
    .limit(limit)
    .execute();

/**
 * `seq` of the first message from a time on, else of the last one; null without any. A binary search
 * over the primary key, because times rise with `seq` and have no index of their own. `low` is the
 * least `seq` that it can be, `high` the greatest.
 */
export const seqAt = async (
  connection: Connection,
  channelId: string,
  time: Date,
): Promise<number | null> => {
  const { rows } = await sql<{ seq: number }>`
    WITH RECURSIVE range (low, high) AS (
      SELECT 1::bigint, last_seq FROM channels WHERE id = ${channelId} AND last_seq > 0
      UNION ALL
      SELECT
        CASE WHEN middle.created_at < ${time} THEN middle.seq + 1 ELSE low END,
        CASE WHEN middle.created_at < ${time} THEN high ELSE (low + high) / 2 END
      FROM range, LATERAL (
        SELECT seq, created_at FROM messages
        WHERE channel_id = ${channelId} AND seq >= (low + high) / 2
        ORDER BY seq LIMIT 1
      ) AS middle
      WHERE low < high
    )
    SELECT least(low, high) AS seq FROM range ORDER BY high - low LIMIT 1
  `.execute(connection);
  return rows[0]?.seq ?? null;
};

/** Changes of a channel's messages after one version, and up to another one if it is given. */
export interface ChangedQuery {
  readonly channelId: string;
  readonly since: number;
  readonly until?: number;
}

const NEWEST_VERSION = Number.MAX_SAFE_INTEGER;

const isChanged = ({ channelId, since, until = NEWEST_VERSION }: ChangedQuery) => sql<boolean>`
  m.channel_id = ${channelId}::uuid AND m.version > ${since}::bigint AND m.version <= ${until}::bigint`;

/** Messages by their last changes, in the order of these; none of a channel that is not shown. */
export const listChanged = (
  connection: Connection,
  changed: ChangedQuery,
  limit: number,
): Promise<MessageRow[]> =>
  selectMessages(connection)
    .where(isChanged(changed))
    .where(
      sql<boolean>`EXISTS (SELECT FROM channels c WHERE c.id = ${changed.channelId}::uuid AND ${isShown})`,
    )
    .orderBy('m.version')
    .limit(limit)
    .execute();

/** Whether at least `count` messages have changed, by their index alone. */
export const haveChanged = async (
  connection: Connection,
  changed: ChangedQuery,
  count: number,
): Promise<boolean> => {
  const row = await connection
    .selectFrom('messages as m')
    .select('m.version')
    .where(isChanged(changed))
    .orderBy('m.version')
    .offset(count - 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** Replies before `seq`, newest first. */
export const listReplies = (
  connection: Connection,
  root: Pick<MessageRow, 'channel_id' | 'id'>,
  seq: number | null,
  limit: number,
): Promise<MessageRow[]> =>
  selectMessages(connection)
    .where('m.channel_id', '=', root.channel_id)
    .where('m.thread_id', '=', root.id)
    .$if(seq !== null, (query) => query.where('m.seq', '<', seq ?? 0))
    .orderBy('m.seq', 'desc')
    .limit(limit)
    .execute();

export const listPinned = (
  connection: Connection,
  channelId: string,
  limit: number,
): Promise<MessageRow[]> =>
  selectMessages(connection)
    .where('m.channel_id', '=', channelId)
    .where('m.pinned_at', 'is not', null)
    .orderBy('m.pinned_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute();

/** Messages with attachments before `seq`, newest first. */
export const listWithFiles = (
  connection: Connection,
  channelId: string,
  before: number,
  limit: number,
): Promise<MessageRow[]> =>
  selectMessages(connection)
    .where('m.channel_id', '=', channelId)
    .where(sql<boolean>`m.attachments <> '[]'`)
    .where('m.seq', '<', before)
    .orderBy('m.seq', 'desc')
    .limit(limit)
    .execute();

/** The reactions of one user to these messages, by message id. */
export const reactionsOf = async (
  connection: Connection,
  channelId: string,
  userId: string,
  messageIds: readonly string[],
): Promise<Record<string, string[]>> => {
  if (messageIds.length === 0) return {};
  const rows = await connection
    .selectFrom('message_reactions')
    .select(['message_id', 'emoji'])
    .where('channel_id', '=', channelId)
    .where('user_id', '=', userId)
    .where(isOneOf('message_id', messageIds))
    .orderBy('created_at')
    .execute();
  const byMessage: Record<string, string[]> = {};
  for (const { message_id, emoji } of rows) (byMessage[message_id] ??= []).push(emoji);
  return byMessage;
};
