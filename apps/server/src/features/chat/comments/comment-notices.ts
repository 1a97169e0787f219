import { sql, type Transaction } from 'kysely';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { isBlocked } from '#features/blocks/api.ts';
import type { NoticeDraft } from '#features/notices/api.ts';
import { isOneOf } from '#platform/database/is-one-of.ts';
import type { Schema } from '#schema/schema.ts';
import type { ChatContext } from '../chat-context.ts';
import type { MessageRow } from '../messages/message-rows.ts';

/**
 * Those whom a comment replies to: who wrote the quoted comment, and the first one of the thread, as far
 * as these are not deleted.
 */
const readRepliedTo = async (
  transaction: Transaction<Schema>,
  { channel_id: channelId, thread_id: threadId, reply_to: quoted }: MessageRow,
): Promise<ReadonlySet<string>> => {
  if (threadId === null) return new Set();
  const rows = await transaction
    .selectFrom('messages')
    .select('sender_id')
    .where('channel_id', '=', channelId)
    .where('id', 'in', [threadId, quoted?.id ?? threadId])
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ sender_id: id }) => id));
};

/** Those whom a comment mentions, as far as they have commented on the deal themselves. */
const readMentioned = async (
  transaction: Transaction<Schema>,
  { channel_id: channelId, mentions }: MessageRow,
): Promise<ReadonlySet<string>> => {
  if (mentions.length === 0) return new Set();
  const rows = await transaction
    .selectFrom('messages')
    .select('sender_id')
    .distinct()
    .where('channel_id', '=', channelId)
    .where(isOneOf('sender_id', new Set(mentions.map(({ id }) => id))))
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ sender_id: id }) => id));
};

/** Those of the users who neither block another one nor are blocked by them. */
const leaveOutBlocks = async (
  transaction: Transaction<Schema>,
  userIds: Iterable<string>,
  senderId: string,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${[...userIds]}::uuid[]) AS id
     WHERE id <> ${senderId}::uuid
       AND NOT ${isBlocked(sql`id`, sql`${senderId}::uuid`)}`.execute(transaction);
  return rows.map(({ id }) => id);
};

/**
 * Stores the notices of a comment: for those whom it replies to or mentions, and for the seller of the
 * deal.
 */
export const storeCommentNotices = async (
  { noticePublisher }: Pick<ChatContext, 'noticePublisher'>,
  transaction: Transaction<Schema>,
  comment: MessageRow,
  deal: { readonly id: string; readonly sellerId: string | null },
): Promise<void> => {
  const { id, seq, thread_id: threadId, sender_id: senderId, sender_name: name } = comment;
  const repliedTo = await readRepliedTo(transaction, comment);
  const mentioned = await readMentioned(transaction, comment);
  const seller = new Set(deal.sellerId === null ? [] : [deal.sellerId]);
  const users = repliedTo.union(mentioned).union(seller);
  const userIds = await leaveOutBlocks(transaction, users, senderId);
  const about = { dealId: Number(deal.id), sender: { id: senderId, name: name ?? '' }, seq };
  const drafts = userIds.map((userId): NoticeDraft => ({
    userId,
    occasion: `comment:${id}`,
    about:
      threadId !== null && repliedTo.has(userId)
        ? { kind: 'comment_reply', threadId, ...about }
        : { kind: 'deal_comment', ...(seller.has(userId) ? {} : { isMention: true }), ...about },
  }));
  await noticePublisher.store(transaction, drafts);
};

/**
 * Takes comments that are deleted, or the message that is being deleted, out of notices. Returns their
 * users; none for other channels.
 */
export const takeOutOfNotices = async (
  { noticePublisher }: Pick<ChatContext, 'noticePublisher'>,
  transaction: Transaction<Schema>,
  channelId: string,
  except?: string,
): Promise<readonly string[]> => {
  const dealId = dealOfChannel(channelId);
  if (dealId === null) return [];
  return noticePublisher.recountComments(
    transaction,
    except === undefined ? { dealId } : { dealId, except },
  );
};
