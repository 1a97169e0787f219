import * as calls from '@izgodno/contract/chat/receipt-calls';
import { sql, type RawBuilder } from 'kysely';
import { isBlocked } from '#features/blocks/api.ts';
import type { Connection } from '#schema/schema.ts';
import { CallError } from '#platform/http/errors.ts';
import { readMessage } from '../channels/channel-context.ts';
import { mayCountDevices, maySeeReaders } from '../channels/channel-policy.ts';
import type { ChatCall } from '../chat-context.ts';
import type { MessageRow } from './message-rows.ts';

/** More gaps in what a device has received are not stored: only its last report is. */
const MAX_GAPS = 100;

/**
 * Stores which messages the caller's device has received, up to the newest of each channel. Reports
 * of channels that the caller is not in, and of large ones, are dropped.
 */
export const reportReceived: ChatCall<typeof calls.reportReceived> = async (
  { database },
  { body, user },
) => {
  // Rows are locked in one order, so that two reports of a device cannot block each other.
  await sql`
    INSERT INTO message_deliveries AS d (session_id, channel_id, user_id, received)
    SELECT ${user.sessionId}::uuid, m.channel_id, m.user_id, r.received * ch.existing
      FROM (
        SELECT "channelId" AS channel_id, range_agg(int8range("from", "to", '[]')) AS received
          FROM jsonb_to_recordset(${JSON.stringify(body.ranges)}::jsonb)
            AS given("channelId" uuid, "from" bigint, "to" bigint) GROUP BY 1
      ) AS r
      JOIN channel_members m ON m.channel_id = r.channel_id AND m.user_id = ${user.id}::uuid
      JOIN (
        SELECT id, int8multirange(int8range(1, last_seq, '[]')) AS existing FROM channels
         WHERE member_count <= ${calls.MAX_DELIVERY_MEMBERS} AND last_seq > 0
      ) AS ch ON ch.id = r.channel_id
     ORDER BY m.channel_id
    ON CONFLICT (channel_id, session_id) DO UPDATE SET received = CASE
      WHEN (SELECT count(*) FROM unnest(d.received + excluded.received)) <= ${MAX_GAPS}
      THEN d.received + excluded.received ELSE excluded.received END`.execute(database);
  return {};
};

/** The receivers of a message: the other members who were in the channel when it was sent. */
const receiversOf = ({ channel_id: channelId, sender_id: senderId, created_at: at }: MessageRow) =>
  sql`channel_members m WHERE m.channel_id = ${channelId}::uuid
    AND m.user_id <> ${senderId}::uuid AND m.joined_at <= ${at}::timestamptz`;

/** The newest `seq` that the receiver `m` has read; marking as unread does not take it back. */
const readTo = sql`greatest(m.read_seq, m.seen_seq)`;

/** Users who block the sender, or whom the sender blocks, are not among the readers. */
const isBlockedBy = (userId: RawBuilder<unknown>, { sender_id: senderId }: MessageRow) =>
  isBlocked(userId, sql`${senderId}::uuid`);

/**
 * The devices are the sessions that have not expired. What a shown reader has seen has reached a
 * device, whose report comes seconds later, or which has signed out. `now` is epoch milliseconds.
 */
const countDevices = async (
  connection: Connection,
  message: MessageRow,
  { now, showsReaders }: { readonly now: number; readonly showsReaders: boolean },
): Promise<NonNullable<calls.Receipts['delivered']>> => {
  const hasSeen = showsReaders
    ? sql`(${readTo} >= ${message.seq}::bigint AND NOT ${isBlockedBy(sql`m.user_id`, message)})::int`
    : sql`0`;
  const { rows } = await sql<{ devices: number; of: number }>`
    SELECT coalesce(sum(greatest(sessions, seen)), 0)::int AS of,
        coalesce(sum(greatest(received, seen)), 0)::int AS devices
      FROM (SELECT r.seen, count(s.id) AS sessions,
          count(*) FILTER (WHERE d.received @> ${message.seq}::bigint) AS received
        FROM (SELECT m.channel_id, m.user_id, ${hasSeen} AS seen FROM ${receiversOf(message)}) AS r
        LEFT JOIN sessions s ON s.user_id = r.user_id AND s.expires_at > ${new Date(now)}
        LEFT JOIN message_deliveries d ON d.channel_id = r.channel_id AND d.session_id = s.id
       GROUP BY r.user_id, r.seen) AS receivers`.execute(connection);
  return rows[0] ?? { devices: 0, of: 0 };
};

interface ReceiverRow {
  readonly id: string;
  readonly name: string;
  readonly has_seen: boolean;
}

const readSeen = async (
  connection: Connection,
  message: MessageRow,
): Promise<NonNullable<calls.Receipts['seen']>> => {
  const { rows } = await sql<ReceiverRow>`
    SELECT u.id, u.name, r.read_to >= ${message.seq}::bigint AS has_seen
      FROM (SELECT m.user_id, ${readTo} AS read_to FROM ${receiversOf(message)}) AS r
      JOIN users u ON u.id = r.user_id
     WHERE NOT ${isBlockedBy(sql`u.id`, message)}
     ORDER BY u.name, u.id`.execute(connection);
  const readers = rows.filter((row) => row.has_seen);
  return {
    users: readers.slice(0, calls.MAX_READERS_NAMED).map(({ id, name }) => ({ id, name })),
    count: readers.length,
    of: rows.length,
  };
};

/** The first `seq` of the messages whose senders see who has read them; null if there is none. */
const readersFrom = async (database: Connection, channelId: string): Promise<number | null> => {
  const row = await database
    .selectFrom('channel_readers')
    .select('from_seq')
    .where('channel_id', '=', channelId)
    .executeTakeFirst();
  return row?.from_seq ?? null;
};

/** Throws `not_found`, `not_a_member`, and `forbidden` for comments, which have no members. */
export const getReceipts: ChatCall<typeof calls.getReceipts> = async (chat, { params, user }) => {
  const { message, context } = await readMessage(chat, user, params.id);
  const { channel, unreachable } = context;
  if (channel.kind === 'deal') throw new CallError('forbidden');
  const sent = { senderId: message.sender_id, seq: message.seq };
  const readersFromSeq = await readersFrom(chat.database, channel.id);
  const policy = { ...context.policy, readersFromSeq };
  const isCounted =
    mayCountDevices(user.id, sent) && channel.member_count <= calls.MAX_DELIVERY_MEMBERS;
  const showsReaders = maySeeReaders(user.id, policy, sent) && !unreachable;
  const now = chat.clock.now();
  return {
    storedAt: message.created_at.toISOString(),
    delivered: isCounted ? await countDevices(chat.database, message, { now, showsReaders }) : null,
    seen: showsReaders ? await readSeen(chat.database, message) : null,
  };
};
