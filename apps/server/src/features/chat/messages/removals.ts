import type { Transaction } from 'kysely';
import { dealChannelId, dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type { ReportedSubject } from '@izgodno/contract/notices/notice';
import { holdRecipients, noticesOfReports, type NoticeDraft } from '#features/notices/api.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';
import type { MessageRow } from './message-rows.ts';

/** The sellers of the deals whose comments these channels have, by the channels. */
export const readSellers = async (
  connection: Connection,
  channelIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => {
  const dealIds = new Set(channelIds.flatMap((id) => dealOfChannel(id) ?? []));
  if (dealIds.size === 0) return new Map();
  const deals = await connection
    .selectFrom('deals')
    .select(['id', 'seller_id as sellerId'])
    .where(isOneOf('id', dealIds, 'bigint'))
    .execute();
  return new Map(deals.map(({ id, sellerId }) => [dealChannelId(String(id)), sellerId]));
};

/** The seller of the deal whose comments a channel has; null for other channels. */
export const findSeller = async (
  connection: Connection,
  channelId: string,
): Promise<string | null> => (await readSellers(connection, [channelId])).get(channelId) ?? null;

/** Holds the sender of a message and those who reported it, before it and its reports are locked. */
export const holdConcerned = async (
  transaction: Transaction<Schema>,
  { id, channel_id: channelId, sender_id: senderId }: MessageRow,
): Promise<void> => {
  const reporters = await transaction
    .selectFrom('message_reports')
    .select('reporter_id as id')
    .where('channel_id', '=', channelId)
    .where('message_id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
  await holdRecipients(transaction, [senderId, ...reporters.map((reporter) => reporter.id)]);
};

/** Closes the open reports of a message. Returns who reported it. */
export const closeReports = async (
  { clock }: Pick<ChatContext, 'clock'>,
  transaction: Transaction<Schema>,
  { id, channel_id: channelId }: MessageRow,
): Promise<readonly (string | null)[]> => {
  const closed = await transaction
    .updateTable('message_reports')
    .set({ closed_at: new Date(clock.now()) })
    .where('channel_id', '=', channelId)
    .where('message_id', '=', id)
    .where('closed_at', 'is', null)
    .returning('reporter_id')
    .execute();
  return closed.map(({ reporter_id }) => reporter_id);
};

export const kindOf = (channelId: string): 'comment' | 'message' =>
  dealOfChannel(channelId) === null ? 'message' : 'comment';

/** The notice to the sender that a moderator removed a message; null if the account is deleted. */
export const noticeOfRemoval = (
  { clock }: Pick<ChatContext, 'clock'>,
  { id, channel_id: channelId, sender_id: userId, sender_name: senderName }: MessageRow,
  reason: string,
): NoticeDraft | null => {
  if (senderName === null) return null;
  const decided = `${kindOf(channelId)}_removed` as const;
  const about = { kind: 'moderation_decision', decided, reason } as const;
  return { userId, occasion: `${decided}:${id}:${clock.now()}`, about };
};

/** A message or comment as notices to those who reported it name it. */
export const subjectOfMessage = ({
  channel_id: channelId,
  sender_id: id,
  sender_name: name,
}: Pick<MessageRow, 'channel_id' | 'sender_id' | 'sender_name'>): ReportedSubject => ({
  kind: kindOf(channelId),
  ...(name === null ? {} : { id, name }),
});

/** Closes the open reports of a message that is deleted without a decision about them. */
export const closeUndecidedReports = async (
  chat: Pick<ChatContext, 'clock' | 'noticePublisher'>,
  transaction: Transaction<Schema>,
  message: MessageRow,
): Promise<void> => {
  const notices = noticesOfReports({
    reporterIds: await closeReports(chat, transaction, message),
    subject: subjectOfMessage(message),
    decision: `${message.id}:${chat.clock.now()}`,
    outcome: 'obsolete',
  });
  await chat.noticePublisher.store(transaction, notices);
};

/** Those whose reports `closeReportsOfSender` would close. */
export const readReportersOfSender = async (
  transaction: Transaction<Schema>,
  userId: string,
): Promise<readonly (string | null)[]> => {
  const rows = await transaction
    .selectFrom('message_reports as r')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.channel_id', '=', 'r.channel_id').onRef('m.id', '=', 'r.message_id'),
    )
    .select('r.reporter_id as reporterId')
    .where('r.closed_at', 'is', null)
    .where('m.sender_id', '=', userId)
    .where('m.deleted_at', 'is', null)
    .execute();
  return rows.map(({ reporterId }) => reporterId);
};

/**
 * Closes the open reports of a user's messages that an administrator has erased next, by a suspension or
 * with the account, and notifies who reported them. Notices name nothing of a deleted account.
 */
export const closeReportsOfSender = async (
  { noticePublisher }: Pick<ChatContext, 'noticePublisher'>,
  transaction: Transaction<Schema>,
  userId: string,
  { at, by }: { readonly at: Date; readonly by: 'deletion' | 'suspension' },
): Promise<void> => {
  const closed = await transaction
    .updateTable('message_reports as r')
    .from('messages as m')
    .innerJoin('users as u', 'u.id', 'm.sender_id')
    .set({ closed_at: at })
    .where('r.closed_at', 'is', null)
    .whereRef('m.channel_id', '=', 'r.channel_id')
    .whereRef('m.id', '=', 'r.message_id')
    .where('m.sender_id', '=', userId)
    // What the sender had deleted is not decided on.
    .where('m.deleted_at', 'is', null)
    .returning(['r.reporter_id as reporterId', 'r.channel_id', 'm.sender_id'])
    .returning('u.name as sender_name')
    .execute();
  const ofAccount = createUuidV7(at.getTime());
  const notices = closed.flatMap(({ reporterId, ...message }) => {
    const kind = kindOf(message.channel_id);
    return noticesOfReports({
      reporterIds: [reporterId],
      subject: by === 'deletion' ? { kind } : subjectOfMessage(message),
      decision: by === 'deletion' ? `${ofAccount}:${kind}` : `${userId}:${at.getTime()}`,
      outcome: 'upheld',
    });
  });
  await noticePublisher.store(transaction, notices);
};

/** The part of an entry of the audit trail that says which message was decided on. */
export const auditedMessage = (id: string, channelId: string, senderId: string) =>
  ({ subject: { kind: 'message', id }, details: { channelId, senderId } }) as const;
