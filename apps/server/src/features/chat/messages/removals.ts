import type { Transaction } from 'kysely';
import { dealChannelId, dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { noticesOfReports, type NoticeDraft } from '#features/notices/api.ts';
import { afterCommit } from '#platform/database/after-commit.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
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

/** Closes the open reports of a message. Returns who reported it. */
export const closeReports = async (
  { clock }: Pick<ChatContext, 'clock'>,
  transaction: Transaction<Schema>,
  { id, channel_id: channelId }: MessageRow,
): Promise<readonly string[]> => {
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

/** The notice to the sender that a moderator removed a message; null if the account is deleted. */
export const noticeOfRemoval = (
  { clock }: Pick<ChatContext, 'clock'>,
  { id, channel_id: channelId, sender_id: userId, sender_name: senderName }: MessageRow,
  reason: string,
): NoticeDraft | null => {
  if (senderName === null) return null;
  const decided = dealOfChannel(channelId) === null ? 'message_removed' : 'comment_removed';
  const about = { kind: 'moderation_decision', decided, reason } as const;
  return { userId, occasion: `${decided}:${id}:${clock.now()}`, about };
};

/**
 * Stores notices, and announces them to open pages after the commit, because the transaction may be
 * repeated with other notices.
 */
export const notifyOnCommit = async (
  { noticePublisher }: Pick<ChatContext, 'noticePublisher'>,
  transaction: Transaction<Schema>,
  notices: readonly NoticeDraft[],
): Promise<void> => {
  await noticePublisher.store(transaction, notices);
  const userIds = notices.map(({ userId }) => userId);
  afterCommit(transaction, 'notices', () => noticePublisher.announceUnread(userIds));
};

interface ErasureBySuspension {
  /** When the suspension begins. */
  readonly at: Date;
  /** When the messages are erased. */
  readonly erasedAt: Date;
}

/** Closes the open reports of the messages that a suspension erases, and notifies who reported them. */
export const closeReportsOfSuspended = async (
  chat: Pick<ChatContext, 'noticePublisher'>,
  transaction: Transaction<Schema>,
  userId: string,
  { at, erasedAt }: ErasureBySuspension,
): Promise<void> => {
  const closed = await transaction
    .updateTable('message_reports as r')
    .from('messages as m')
    .set({ closed_at: at })
    .where('r.closed_at', 'is', null)
    .whereRef('m.channel_id', '=', 'r.channel_id')
    .whereRef('m.id', '=', 'r.message_id')
    .where('m.sender_id', '=', userId)
    // A job erases the rest of many. What the sender had deleted is not decided on.
    .where((eb) => eb.or([eb('m.deleted_at', 'is', null), eb('m.deleted_at', '=', erasedAt)]))
    .returning('r.reporter_id as reporterId')
    .execute();
  const reporterIds = closed.map(({ reporterId }) => reporterId);
  const decision = `${userId}:${at.getTime()}`;
  const notices = noticesOfReports({ reporterIds, decision, isUpheld: true });
  await notifyOnCommit(chat, transaction, notices);
};

/** The part of an entry of the audit trail that says which message was decided on. */
export const auditedMessage = (id: string, channelId: string, senderId: string) =>
  ({ subject: { kind: 'message', id }, details: { channelId, senderId } }) as const;
