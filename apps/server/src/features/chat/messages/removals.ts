import type { Transaction } from 'kysely';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import type { NoticeDraft } from '#features/notices/api.ts';
import type { Connection, Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';
import type { MessageRow } from './message-rows.ts';

/** The seller of the deal whose comments a channel has; null for other channels. */
export const findSeller = async (
  connection: Connection,
  channelId: string,
): Promise<string | null> => {
  const dealId = dealOfChannel(channelId);
  if (dealId === null) return null;
  const deal = await connection
    .selectFrom('deals')
    .select('seller_id as sellerId')
    .where('id', '=', Number(dealId))
    .executeTakeFirst();
  return deal?.sellerId ?? null;
};

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

/** The part of an entry of the audit trail that says which message was decided on. */
export const auditedMessage = (id: string, channelId: string, senderId: string) =>
  ({ subject: { kind: 'message', id }, details: { channelId, senderId } }) as const;
