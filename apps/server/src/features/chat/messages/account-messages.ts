import { sql, type Transaction } from 'kysely';
import { REACTORS_NAMED } from '@izgodno/contract/chat/limits';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Database, Schema } from '#schema/schema.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import type { ChatContext } from '../chat-context.ts';
import { changeCommentCount } from '../comments/comment-count.ts';
import { deleteMember } from '../members/member-rows.ts';

type OwnMessage = AccountParts['messages'][number];

/** Every message a user has sent, channel by channel; deleted messages are left out. */
export async function* readMessagesOf(
  database: Database,
  userId: string,
): AsyncGenerator<OwnMessage> {
  const channels = await database
    .selectFrom('channels')
    .select(['id', 'name'])
    .where(
      sql<boolean>`EXISTS (SELECT FROM messages m WHERE m.channel_id = channels.id AND m.sender_id = ${userId}::uuid)`,
    )
    .execute();
  for (const { id: channelId, name } of channels) {
    // Ordered by the client's id, because the index on sender uses that order.
    const rows = readInPages(
      (after: string | null, limit) =>
        database
          .selectFrom('messages')
          .select(['id', 'client_id', 'text', 'attachments', 'created_at', 'edited_at'])
          .where('channel_id', '=', channelId)
          .where('sender_id', '=', userId)
          .where('deleted_at', 'is', null)
          .$if(after !== null, (query) => query.where('client_id', '>', after ?? ''))
          .orderBy('client_id')
          .limit(limit)
          .execute(),
      (row) => row.client_id,
    );
    for await (const row of rows) {
      yield {
        id: row.id,
        channelId,
        channelName: name,
        text: row.text,
        attachments: row.attachments.flatMap(({ fileName, fileUrl }) =>
          fileUrl === null ? [] : [{ name: fileName, url: fileUrl }],
        ),
        createdAt: row.created_at.toISOString(),
        editedAt: row.edited_at?.toISOString() ?? null,
      };
    }
  }
}

/** Whether a message shows the words of a user: sent by them, or forwarded from them. */
const isOf = (userId: string) =>
  sql`(sender_id = ${userId}::uuid OR (forwarded IS NOT NULL AND forwarded -> 'sender' ->> 'id' = ${userId}))`;

/**
 * Gives new versions to the messages that change when an account is deleted. Returns each channel's
 * version before the change.
 */
const touchMessages = async (
  transaction: Transaction<Schema>,
  channelId: string,
  userId: string,
): Promise<number> => {
  const { rows } = await sql<{ version: number }>`
    WITH own AS (
      SELECT id, seq, coalesce(thread_id, id) AS thread FROM messages
       WHERE channel_id = ${channelId}::uuid AND ${isOf(userId)}
    ), touched AS (
      SELECT seq, row_number() OVER (ORDER BY seq) AS step FROM (
        SELECT seq FROM own
        UNION
        SELECT quoting.seq FROM own JOIN messages quoting ON quoting.thread_id = own.thread
         WHERE quoting.channel_id = ${channelId}::uuid AND quoting.reply_to ->> 'id' = own.id::text
        UNION
        SELECT liked.seq FROM message_reactions r JOIN messages liked ON liked.id = r.message_id
         WHERE r.channel_id = ${channelId}::uuid AND r.user_id = ${userId}::uuid
      ) AS every
    ), counted AS (
      UPDATE channels SET version = version + (SELECT count(*) FROM touched)
       WHERE id = ${channelId}::uuid
      RETURNING version - (SELECT count(*) FROM touched) AS version
    ), placed AS (
      UPDATE messages SET version = counted.version + touched.step FROM touched, counted
       WHERE messages.channel_id = ${channelId}::uuid AND messages.seq = touched.seq
    )
    SELECT version::integer FROM counted`.execute(transaction);
  return rows[0]?.version ?? 0;
};

const releaseFiles = async (
  { files }: Pick<ChatContext, 'files'>,
  transaction: Transaction<Schema>,
  channelId: string,
  userId: string,
): Promise<void> => {
  const withFiles = await transaction
    .selectFrom('messages')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('sender_id', '=', userId)
    .where(sql<boolean>`attachments <> '[]'`)
    .execute();
  const ids = withFiles.map(({ id }) => id);
  await files.releaseAll(transaction, 'message', ids);
};

const eraseInChannel = async (
  transaction: Transaction<Schema>,
  channelId: string,
  userId: string,
  now: Date,
): Promise<void> => {
  const before = await touchMessages(transaction, channelId, userId);
  await sql`
    UPDATE messages SET text = '', search_words = '', attachments = '[]', links = '[]', mentions = '[]',
           mentions_all = false, reactions = '[]', forwarded = NULL, pinned_at = NULL, deleted_at = coalesce(deleted_at, ${now})
     WHERE channel_id = ${channelId}::uuid AND version > ${before} AND ${isOf(userId)}`.execute(
    transaction,
  );
  await sql`
    UPDATE messages SET reply_to = reply_to || jsonb_build_object(
             'text', '', 'sender', jsonb_build_object('id', ${userId}::text, 'name', ''))
     WHERE channel_id = ${channelId}::uuid AND version > ${before}
       AND reply_to -> 'sender' ->> 'id' = ${userId}`.execute(transaction);
  await sql`
    DELETE FROM message_reactions r USING messages m
     WHERE r.channel_id = ${channelId}::uuid AND m.channel_id = r.channel_id AND m.id = r.message_id
       AND m.version > ${before} AND (r.user_id = ${userId}::uuid OR m.sender_id = ${userId}::uuid
            OR m.forwarded -> 'sender' ->> 'id' = ${userId})`.execute(transaction);
  await sql`
    UPDATE messages m SET reactions = coalesce((
      SELECT jsonb_agg(jsonb_build_object('emoji', emoji, 'count', count, 'userIds', "userIds") ORDER BY first, emoji)
        FROM (
          SELECT emoji, count(*) AS count, min(created_at) AS first,
                 to_jsonb((array_agg(user_id ORDER BY created_at, user_id))[1:${sql.lit(REACTORS_NAMED)}]) AS "userIds"
            FROM message_reactions r WHERE r.channel_id = m.channel_id AND r.message_id = m.id
           GROUP BY emoji
        ) AS counted), '[]')
     WHERE m.channel_id = ${channelId}::uuid AND m.version > ${before}`.execute(transaction);
};

/** The number of a user's comments in a channel; 0 in channels of other kinds. */
const countComments = async (
  transaction: Transaction<Schema>,
  channelId: string,
  userId: string,
): Promise<number> => {
  if (dealOfChannel(channelId) === null) return 0;
  const { comments } = await transaction
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('comments'))
    .where('channel_id', '=', channelId)
    .where('sender_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return comments;
};

/**
 * Empties a user's messages, releases their files, removes their reactions and, if `leave`, the user
 * from all channels. The messages keep their numbers. Clients learn of the changes from the channels' versions. Returns
 * the channels the user has left.
 */
export const eraseInChat = async (
  chat: Pick<ChatContext, 'bus' | 'files'>,
  transaction: Transaction<Schema>,
  userId: string,
  now: Date,
  { leave }: { readonly leave: boolean },
): Promise<readonly string[]> => {
  const channels = await transaction
    .selectFrom('channels')
    .select('id')
    .where(
      sql<boolean>`(
        EXISTS (SELECT FROM messages m WHERE m.channel_id = channels.id AND m.sender_id = ${userId}::uuid)
        OR id IN (SELECT channel_id FROM messages
          WHERE forwarded IS NOT NULL AND forwarded -> 'sender' ->> 'id' = ${userId})
        OR id IN (SELECT channel_id FROM message_reactions WHERE user_id = ${userId}::uuid)
        OR id IN (SELECT channel_id FROM channel_members WHERE user_id = ${userId}::uuid))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const left: string[] = [];
  for (const { id } of channels) {
    const comments = await countComments(transaction, id, userId);
    await changeCommentCount(chat, transaction, id, -comments);
    await releaseFiles(chat, transaction, id, userId);
    await eraseInChannel(transaction, id, userId, now);
    if (leave && (await deleteMember(transaction, id, userId))) left.push(id);
  }
  return left;
};
