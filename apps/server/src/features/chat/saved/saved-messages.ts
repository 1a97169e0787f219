import type { AccountParts } from '@izgodno/contract/accounts/account-export';
import * as calls from '@izgodno/contract/chat/saved-calls';
import { sql, type Transaction } from 'kysely';
import type { Database, Schema } from '#schema/schema.ts';
import { oneAtATime } from '#platform/database/one-at-a-time.ts';
import { CallError } from '#platform/http/errors.ts';
import { cutShortList } from '#platform/http/short-list.ts';
import { readMessage } from '../channels/channel-context.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { isoOrNull } from '../members/member-rows.ts';
import { presentMessage, selectMessages, type MessageRow } from '../messages/message-rows.ts';

interface SavedAt {
  readonly saved_at: Date;
  readonly done_at: Date | null;
}

const present = (message: MessageRow, { saved_at, done_at }: SavedAt): calls.SavedMessage => ({
  message: presentMessage(message),
  savedAt: saved_at.toISOString(),
  doneAt: isoOrNull(done_at),
});

/** Deleted messages and those of channels that the user has left are left out. */
export const listSavedMessages: ChatCall<typeof calls.listSavedMessages> = async (
  { database },
  { query, user },
) => {
  const saved = await selectMessages(database)
    .innerJoin('saved_messages as s', (join) =>
      join.onRef('s.message_id', '=', 'm.id').onRef('s.channel_id', '=', 'm.channel_id'),
    )
    .innerJoin('channel_members as c', (join) =>
      join.onRef('c.channel_id', '=', 's.channel_id').onRef('c.user_id', '=', 's.user_id'),
    )
    .select(['s.saved_at', 's.done_at'])
    .where('s.user_id', '=', user.id)
    .where('m.deleted_at', 'is', null)
    .orderBy('s.saved_at', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
  const { rows, nextCursor } = cutShortList(saved, query, ({ saved_at, id }) => [
    saved_at.toISOString(),
    id,
  ]);
  return { saved: rows.map((row) => present(row, row)), nextCursor };
};

const hasRoom = async (
  transaction: Transaction<Schema>,
  userId: string,
  messageId: string,
): Promise<boolean> => {
  const { count } = await transaction
    .selectFrom('saved_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('message_id', '<>', messageId)
    .executeTakeFirstOrThrow();
  return count < calls.MAX_SAVED_MESSAGES;
};

const deleteUnlisted = async (transaction: Transaction<Schema>, userId: string): Promise<void> => {
  await sql`
    DELETE FROM saved_messages s WHERE s.user_id = ${userId}::uuid AND NOT EXISTS (
      SELECT FROM messages m
        JOIN channel_members c ON c.channel_id = m.channel_id AND c.user_id = s.user_id
       WHERE m.channel_id = s.channel_id AND m.id = s.message_id AND m.deleted_at IS NULL)`.execute(
    transaction,
  );
};

/**
 * What the list leaves out is kept while there is room, because the user may come back to a channel.
 * Throws `limit_reached`.
 */
const makeRoom = async (
  transaction: Transaction<Schema>,
  userId: string,
  messageId: string,
): Promise<void> => {
  await oneAtATime(transaction, `saved messages of ${userId}`);
  if (await hasRoom(transaction, userId, messageId)) return;
  await deleteUnlisted(transaction, userId);
  if (!(await hasRoom(transaction, userId, messageId))) throw new CallError('limit_reached');
};

const publishChanged = ({ realtime }: ChatContext, userId: string, messageId: string): void =>
  realtime.toUsers([userId], { type: 'saved.changed', data: { messageId } });

/**
 * Saves a message, or changes whether the user is done with it. Throws `not_found`, `not_a_member`,
 * `message_deleted`, `limit_reached`, and `forbidden` for a comment, which is in no channel's list.
 */
export const saveMessage: ChatCall<typeof calls.saveMessage> = async (
  chat,
  { params, body, user },
) => {
  const { message, context } = await readMessage(chat, user, params.id);
  if (context.policy.kind === 'deal') throw new CallError('forbidden');
  if (message.deleted_at !== null) throw new CallError('message_deleted');
  const now = new Date(chat.clock.now());
  const row = await chat.database.transaction().execute(async (transaction) => {
    await makeRoom(transaction, user.id, message.id);
    return transaction
      .insertInto('saved_messages')
      .values({
        user_id: user.id,
        channel_id: message.channel_id,
        message_id: message.id,
        saved_at: now,
        done_at: body.done ? now : null,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'message_id']).doUpdateSet({
          done_at: body.done ? sql<Date>`coalesce(saved_messages.done_at, ${now})` : null,
        }),
      )
      .returning(['saved_at', 'done_at'])
      .executeTakeFirstOrThrow();
  });
  publishChanged(chat, user.id, message.id);
  return { saved: present(message, row) };
};

/** Also removes a message that the user can no longer read. */
export const unsaveMessage: ChatCall<typeof calls.unsaveMessage> = async (
  chat,
  { params, user },
) => {
  const removed = await chat.database
    .deleteFrom('saved_messages')
    .where('user_id', '=', user.id)
    .where('message_id', '=', params.id)
    .returning('message_id')
    .executeTakeFirst();
  if (removed !== undefined) publishChanged(chat, user.id, params.id);
  return {};
};

/** For the export of an account. */
export const readSavedOf = async (
  database: Database,
  userId: string,
): Promise<AccountParts['savedMessages']> => {
  const rows = await database
    .selectFrom('saved_messages')
    .select(['message_id', 'channel_id', 'saved_at'])
    .where('user_id', '=', userId)
    .orderBy('saved_at')
    .execute();
  return rows.map(({ message_id, channel_id, saved_at }) => ({
    messageId: message_id,
    channelId: channel_id,
    at: saved_at.toISOString(),
  }));
};
