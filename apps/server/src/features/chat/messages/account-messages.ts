import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import { REACTORS_NAMED } from '@izgodno/contract/chat/limits';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Database, Schema } from '#schema/schema.ts';
import { STATEMENT_LIMIT_MS } from '#platform/database/database.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
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
             'text', '', 'isDeleted', true, 'sender', jsonb_build_object('id', ${userId}::text, 'name', ''))
     WHERE channel_id = ${channelId}::uuid AND version > ${before}
       AND reply_to -> 'sender' ->> 'id' = ${userId}`.execute(transaction);
  await sql`
    DELETE FROM message_reactions r USING messages m
     WHERE r.channel_id = ${channelId}::uuid AND m.channel_id = r.channel_id AND m.id = r.message_id
       AND m.version > ${before} AND (r.user_id = ${userId}::uuid OR m.deleted_at IS NOT NULL)`.execute(
    transaction,
  );
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

const eraseEverywhere = async (
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

/** Erases what a user was sending while their messages were erased. */
export const eraseInFlightJob = defineJob({
  name: 'chat.erase-in-flight',
  payload: z.strictObject({
    userId: z.uuid(),
    /** Epoch milliseconds. */
    erasedAt: z.int(),
  }),
});

/**
 * When messages that waited for the erasure are stored or rejected: their statements have ended by
 * `STATEMENT_LIMIT_MS`, one of the erasure and one of their own.
 */
const IN_FLIGHT_MS = 2 * STATEMENT_LIMIT_MS;

/**
 * Empties a user's messages, releases their files, removes their reactions and, if `leave`, the user
 * from all channels. The messages keep their numbers. Clients learn of the changes from the channels'
 * versions. A job erases what the user was sending meanwhile. Returns the channels the user has left.
 */
export const eraseInChat = async (
  chat: Pick<ChatContext, 'bus' | 'files' | 'jobs'>,
  transaction: Transaction<Schema>,
  userId: string,
  now: Date,
  options: { readonly leave: boolean },
): Promise<readonly string[]> => {
  const erasedAt = now.getTime();
  const startAfter = new Date(erasedAt + IN_FLIGHT_MS);
  await chat.jobs.enqueueWithin(
    transaction,
    eraseInFlightJob,
    { userId, erasedAt },
    { startAfter },
  );
  return eraseEverywhere(chat, transaction, userId, now, options);
};

/**
 * Whether a user has not been able to send anything since a time: they are deleted, or have been
 * suspended throughout. The row of a user is locked first, as by acts on users, so that it stays so.
 */
const isSilentSince = async (
  transaction: Transaction<Schema>,
  userId: string,
  since: Date,
  now: Date,
): Promise<boolean> => {
  const user = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (user === undefined) return true;
  const suspension = await transaction
    .selectFrom('suspensions')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('began_at', '<=', since)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', now)]))
    .executeTakeFirst();
  return suspension !== undefined;
};

const hasMessages = async (transaction: Transaction<Schema>, userId: string): Promise<boolean> => {
  // By channels, because the index on sender begins with the channel.
  const { rows } = await sql`
    SELECT FROM channels WHERE EXISTS (
      SELECT FROM messages m WHERE m.channel_id = channels.id AND m.sender_id = ${userId}::uuid
         AND m.deleted_at IS NULL) LIMIT 1`.execute(transaction);
  return rows.length > 0;
};

/** Erases again if messages were stored after the erasure, unless the user may write again. */
export const eraseInFlight = (
  chat: Pick<ChatContext, 'bus' | 'clock' | 'database' | 'files'>,
  { userId, erasedAt }: z.output<typeof eraseInFlightJob.payload>,
): Promise<void> =>
  chat.database.transaction().execute(async (transaction) => {
    const now = new Date(chat.clock.now());
    if (!(await isSilentSince(transaction, userId, new Date(erasedAt), now))) return;
    if (!(await hasMessages(transaction, userId))) return;
    await eraseEverywhere(chat, transaction, userId, now, { leave: false });
  });
