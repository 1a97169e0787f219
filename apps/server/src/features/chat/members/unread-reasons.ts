import * as calls from '@izgodno/contract/chat/unread-calls';
import { sql } from 'kysely';
import type { Connection } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { enterChannel } from '../channels/channel-context.ts';
import type { ChatCall } from '../chat-context.ts';
import { presentMessage, selectMessages, type MessageRow } from '../messages/message-rows.ts';
import type { MembershipRow } from './member-rows.ts';

interface CountedRow extends Omit<calls.UnreadReasons, 'first' | 'isMarked'> {
  readonly first_seq: number | null;
}

/** The mentions in a forward notify no one, so they do not count. */
const countReasons = async (
  connection: Connection,
  { channel_id: channelId, user_id: userId, read_seq: readSeq }: MembershipRow,
): Promise<CountedRow | undefined> => {
  const mention = JSON.stringify([{ id: userId }]);
  const { rows } = await sql<CountedRow>`
    WITH unread AS (
      SELECT seq, mentions, mentions_all, forwarded, reply_to, thread_id,
        sender_id = ${userId}::uuid AS own, deleted_at IS NOT NULL AS deleted FROM messages
      WHERE channel_id = ${channelId}::uuid AND seq > ${readSeq}::bigint
      ORDER BY seq LIMIT ${calls.MAX_UNREAD_COUNTED}
    ), others AS (SELECT * FROM unread WHERE NOT own AND NOT deleted)
    SELECT (SELECT count(*)::int FROM unread) AS counted,
      (SELECT count(*)::int FROM unread WHERE own) AS own,
      (SELECT count(*)::int FROM unread WHERE deleted AND NOT own) AS deleted,
      count(*) FILTER (
        WHERE mentions_all OR (forwarded IS NULL AND mentions @> ${mention}::jsonb))::int AS mentions,
      count(*) FILTER (WHERE reply_to -> 'sender' ->> 'id' = ${userId}::text)::int AS replies,
      count(*) FILTER (WHERE EXISTS (
        SELECT FROM thread_follows f WHERE f.user_id = ${userId}::uuid
          AND f.root_id = others.thread_id AND f.is_following))::int AS threads,
      min(seq)::int AS first_seq
    FROM others`.execute(connection);
  return rows[0];
};

export const readMessageAt = (
  connection: Connection,
  channelId: string,
  seq: number,
): Promise<MessageRow | undefined> =>
  selectMessages(connection)
    .where('m.channel_id', '=', channelId)
    .where('m.seq', '=', seq)
    // Without it PostgreSQL expects thousands of rows, because many channels have low numbers, and
    // reads every user for them.
    .limit(1)
    .executeTakeFirst();

/**
 * Counts for which reasons the messages after the user's read position concern them; one message may
 * have several. Throws `not_found`, `not_a_member`, and `forbidden` for comments, which have no read
 * positions.
 */
export const getUnreadReasons: ChatCall<typeof calls.getUnreadReasons> = async (
  chat,
  { params, user },
) => {
  const { channel, membership } = await enterChannel(chat, user, params.id);
  if (channel.kind === 'deal') throw new CallError('forbidden');
  const counted = await countReasons(chat.database, membership);
  if (counted === undefined) throw new Error('An aggregate has one row');
  const { first_seq: firstSeq, ...counts } = counted;
  const first =
    firstSeq === null ? undefined : await readMessageAt(chat.database, channel.id, firstSeq);
  return {
    ...counts,
    first: first === undefined ? null : presentMessage(first),
    isMarked: membership.seen_seq > membership.read_seq,
  };
};
