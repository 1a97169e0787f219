import { sql, type Transaction } from 'kysely';
import type { Quotation } from '@izgodno/contract/chat/message';
import { cutText } from '#platform/cut-text.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import { findMessage, selectMessages, type MessageRow } from './message-rows.ts';

// Messages that others show: quoted by replies, or forwarded to other channels.

/** Whether the message `m` shows this one in another channel. */
export const isForwardOf = (messageId: string) => sql<boolean>`(
  m.forwarded IS NOT NULL AND m.forwarded ->> 'id' = ${messageId} AND m.deleted_at IS NULL)`;

/** The messages that show this one in other channels; at most `limit`, if given. */
export const listForwards = (
  connection: Connection,
  messageId: string,
  limit?: number,
): Promise<MessageRow[]> =>
  selectMessages(connection)
    .where(isForwardOf(messageId))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();

/**
 * Empties the quotations of a message, under its channel's lock. Clients learn of them from the
 * channel's versions.
 */
export const emptyQuotations = async (
  transaction: Transaction<Schema>,
  { id, channel_id: channelId, thread_id: threadId }: MessageRow,
): Promise<void> => {
  await sql`
    WITH quoting AS (
      SELECT seq, row_number() OVER (ORDER BY seq) AS step FROM messages
       WHERE channel_id = ${channelId}::uuid AND thread_id = ${threadId ?? id}::uuid
         AND reply_to ->> 'id' = ${id}
    ), counted AS (
      UPDATE channels SET version = version + (SELECT count(*) FROM quoting)
       WHERE id = ${channelId}::uuid
      RETURNING version - (SELECT count(*) FROM quoting) AS version
    )
    UPDATE messages SET version = counted.version + quoting.step,
           reply_to = reply_to || '{"text": "", "isDeleted": true}'
      FROM quoting, counted
     WHERE messages.channel_id = ${channelId}::uuid AND messages.seq = quoting.seq`.execute(
    transaction,
  );
};

/** Characters of a quoted message that a reply shows. */
const MAX_QUOTED = 140;

/** A message as replies quote it, which is empty once it is deleted. */
export const quotationOf = (quoted: MessageRow): Quotation => ({
  id: quoted.id,
  seq: quoted.seq,
  sender: { id: quoted.sender_id, name: quoted.sender_name ?? '' },
  text: cutText(quoted.text, MAX_QUOTED),
  ...(quoted.deleted_at === null ? {} : { isDeleted: true }),
});

/**
 * Locks the message that another one shows until that one is stored, so that its deletion finds it.
 * Returns false if it is deleted.
 */
const lockShown = async (transaction: Transaction<Schema>, messageId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM messages WHERE id = ${messageId}::uuid AND deleted_at IS NULL FOR SHARE`.execute(
    transaction,
  );
  return rows.length > 0;
};

/** Locks a message that another one shows. Throws `message_deleted`. */
export const requireStored = async (
  transaction: Transaction<Schema>,
  messageId: string,
): Promise<void> => {
  if (!(await lockShown(transaction, messageId))) throw new CallError('message_deleted');
};

/**
 * Locks the message that a reply quotes. Returns the reply as it is stored: without the quoted text if
 * that message was deleted meanwhile.
 */
export const settleQuotation = async (
  transaction: Transaction<Schema>,
  reply: MessageRow,
): Promise<MessageRow> => {
  const { reply_to: before, channel_id: channelId, seq } = reply;
  if (before === null || (await lockShown(transaction, before.id))) return reply;
  const quoted = await findMessage(transaction, before.id);
  const after = quoted === null ? null : quotationOf(quoted);
  await transaction
    .updateTable('messages')
    .set({ reply_to: JSON.stringify(after) })
    .where('channel_id', '=', channelId)
    .where('seq', '=', seq)
    .execute();
  return { ...reply, reply_to: after };
};
