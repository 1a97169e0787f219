import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import type { Database, Schema } from '#schema/schema.ts';
import { IN_FLIGHT_MS } from '#platform/database/database.ts';
import { readInPages } from '#platform/database/read-in-pages.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { ChatContext } from '../chat-context.ts';
import { changeCommentCount } from '../comments/comment-count.ts';
import { takeOutOfNotices } from '../comments/comment-notices.ts';
import { deleteMember } from '../members/member-rows.ts';
import { eraseBatch, type Erasure } from './erase-batch.ts';
import { closeObsoleteReportsIn } from './obsolete-reports.ts';

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

/** Own messages that one transaction empties, so that it locks their channels for a moment. */
const ERASED_AT_ONCE = 1_000;

type Erasing = Pick<ChatContext, 'bus' | 'clock' | 'files' | 'jobs' | 'noticePublisher'>;

/**
 * Erases the next messages of a user in a channel that the transaction has locked. Returns the client's
 * id of the last one if as many were left as the limit, and how many there were.
 */
const eraseNext = async (
  chat: Erasing,
  transaction: Transaction<Schema>,
  erasure: Erasure,
): Promise<{ readonly after: string | null; readonly taken: number }> => {
  const { channelId, limit } = erasure;
  const { read, shown, withFiles } = await eraseBatch(transaction, erasure);
  await chat.files.releaseAll(transaction, 'message', withFiles);
  await changeCommentCount(chat, transaction, channelId, -shown);
  await takeOutOfNotices(chat, transaction, channelId);
  return { after: read.length === limit ? (read.at(-1) ?? null) : null, taken: read.length };
};

/**
 * Erases a channel that is not public, without members and messages: its name remains, but no one
 * could enter it again, because an invitation ends with its inviter's membership. The reports of its
 * messages would go with it.
 */
const eraseIfAbandoned = async (
  chat: Erasing,
  transaction: Transaction<Schema>,
  channelId: string,
): Promise<void> => {
  await closeObsoleteReportsIn(chat, transaction, channelId);
  await sql`
    DELETE FROM channels c WHERE id = ${channelId}::uuid AND kind IN ('private', 'direct')
       AND NOT EXISTS (SELECT FROM channel_members m WHERE m.channel_id = c.id)
       AND NOT EXISTS (
         SELECT FROM messages m WHERE m.channel_id = c.id AND m.deleted_at IS NULL)`.execute(
    transaction,
  );
};

/** Erases the messages that the transaction of an erasure left. */
export const eraseRestJob = defineJob({
  name: 'chat.erase-rest',
  payload: z.strictObject({
    userId: z.uuid(),
    /** Epoch milliseconds. */
    erasedAt: z.int(),
  }),
});

/** Whether a user has messages in the channel of the statement. */
const hasMessagesOf = (userId: string) =>
  sql<boolean>`EXISTS (SELECT FROM messages m WHERE m.channel_id = channels.id AND m.sender_id = ${userId}::uuid)`;

interface AccountErasure {
  readonly userId: string;
  readonly now: Date;
  /** Whether the user also leaves all channels. */
  readonly leave: boolean;
}

/** Erases at most as many messages as one transaction may; a job erases the rest. */
const eraseEverywhere = async (
  chat: Erasing,
  transaction: Transaction<Schema>,
  { userId, now, leave }: AccountErasure,
): Promise<readonly string[]> => {
  const channels = await transaction
    .selectFrom('channels')
    .select('id')
    .where(
      sql<boolean>`(
        ${hasMessagesOf(userId)}
        OR id IN (SELECT channel_id FROM messages
          WHERE forwarded IS NOT NULL AND forwarded -> 'sender' ->> 'id' = ${userId})
        OR id IN (SELECT channel_id FROM message_reactions WHERE user_id = ${userId}::uuid)
        OR id IN (SELECT channel_id FROM channel_members WHERE user_id = ${userId}::uuid))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const left: string[] = [];
  let limit = ERASED_AT_ONCE;
  for (const { id: channelId } of channels) {
    const erasure = { channelId, userId, now, until: null, after: null, limit };
    limit -= (await eraseNext(chat, transaction, erasure)).taken;
    if (leave && (await deleteMember(transaction, channelId, userId))) left.push(channelId);
    if (leave) await eraseIfAbandoned(chat, transaction, channelId);
  }
  if (limit === 0)
    await chat.jobs.enqueueWithin(transaction, eraseRestJob, { userId, erasedAt: now.getTime() });
  return left;
};

/**
 * Erases the messages that a user had sent by the time of the erasure, in transactions of their own, until
 * `signal` ends it; a repetition erases the rest.
 */
export const eraseRest = async (
  chat: Erasing & Pick<ChatContext, 'clock' | 'database'>,
  { userId, erasedAt }: z.output<typeof eraseRestJob.payload>,
  signal: AbortSignal,
): Promise<void> => {
  const channels = await chat.database
    .selectFrom('channels')
    .select('id')
    .where(hasMessagesOf(userId))
    .orderBy('id')
    .execute();
  const until = new Date(erasedAt);
  for (const { id: channelId } of channels) {
    let after: string | null = null;
    do {
      signal.throwIfAborted();
      const now = new Date(chat.clock.now());
      const erasure: Erasure = { channelId, userId, now, until, after, limit: ERASED_AT_ONCE };
      after = await chat.database.transaction().execute(async (transaction) => {
        await transaction
          .selectFrom('channels')
          .select('id')
          .where('id', '=', channelId)
          .forUpdate()
          .execute();
        const next = await eraseNext(chat, transaction, erasure);
        if (next.after === null) await eraseIfAbandoned(chat, transaction, channelId);
        return next.after;
      });
    } while (after !== null);
  }
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
 * Empties a user's messages, releases their files, removes their reactions and, if `leave`, the user
 * from all channels; a job empties the rest of many messages. The messages keep their numbers. Clients
 * learn of the changes from the channels' versions. Another job erases what the user was sending
 * meanwhile. Returns the channels the user has left.
 */
export const eraseInChat = async (
  chat: Erasing,
  transaction: Transaction<Schema>,
  erasure: AccountErasure,
): Promise<readonly string[]> => {
  const { userId } = erasure;
  const erasedAt = erasure.now.getTime();
  const startAfter = new Date(erasedAt + IN_FLIGHT_MS);
  await chat.jobs.enqueueWithin(
    transaction,
    eraseInFlightJob,
    { userId, erasedAt },
    { startAfter },
  );
  return eraseEverywhere(chat, transaction, erasure);
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
  chat: Erasing & Pick<ChatContext, 'clock' | 'database'>,
  { userId, erasedAt }: z.output<typeof eraseInFlightJob.payload>,
): Promise<void> =>
  chat.database.transaction().execute(async (transaction) => {
    const now = new Date(chat.clock.now());
    if (!(await isSilentSince(transaction, userId, new Date(erasedAt), now))) return;
    if (!(await hasMessages(transaction, userId))) return;
    await eraseEverywhere(chat, transaction, { userId, now, leave: false });
  });
