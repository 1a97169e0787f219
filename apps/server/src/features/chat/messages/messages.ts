import type * as calls from '@izgodno/contract/chat/message-calls';
import { COMMENT_EDIT_MS } from '@izgodno/contract/chat/comment-calls';
import { messageIdSchema } from '@izgodno/contract/chat/message';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import { noticesOfReports } from '#features/notices/api.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { readMessage, requireOpen } from '../channels/channel-context.ts';
import { mayDelete, mayEdit } from '../channels/channel-policy.ts';
import { changeCommentCount } from '../comments/comment-count.ts';
import { takeOutOfNotices } from '../comments/comment-notices.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { recordAct } from '../members/channel-log.ts';
import { enqueuePreviews } from './link-previews.ts';
import { countReplyOut, presentMessage, type MessageRow } from './message-rows.ts';
import { emptyQuotations, listForwards } from './shown-messages.ts';
import { readText, searchTermsOf } from './message-text.ts';
import {
  closeReports,
  closeUndecidedReports,
  findSeller,
  holdConcerned,
  noticeOfRemoval,
  subjectOfMessage,
} from './removals.ts';

/**
 * Throws like `readMessage`, and `forbidden`, `message_deleted`, `channel_archived`, `muted`,
 * `edit_too_late`, `edited_meanwhile`.
 */
export const editMessage = async (
  chat: ChatContext,
  user: Principal,
  messageId: string,
  { text, basedOn }: { readonly text: string; readonly basedOn?: number | undefined },
): Promise<MessageRow> => {
  const { message, context } = await readMessage(chat, user, messageId);
  if (!mayEdit(user.id, { senderId: message.sender_id })) throw new CallError('forbidden');
  // The words are those of another sender.
  if (message.forwarded !== null) throw new CallError('forbidden');
  requireOpen(context, chat.clock.now());
  const isComment = context.policy.kind === 'deal';
  if (isComment && message.created_at.getTime() + COMMENT_EDIT_MS < chat.clock.now())
    throw new CallError('edit_too_late');
  countCall(chat, 'change', user.id);
  const parts = await readText(chat, text, context);
  // `eraseMentions` reads no message that is older than the account, so it has no name to erase there.
  const mentions = parts.mentions.map((user) =>
    user.id > messageId ? { ...user, name: '' } : user,
  );
  const row = await chat.writer.change(message.channel_id, messageId, async (now) => {
    if (now.deleted_at !== null) throw new CallError('message_deleted');
    if (text === '' && now.attachments.length === 0) {
      throw new CallError('validation_failed', {
        fields: { text: { code: 'too_small', message: 'Expected a text or attachments' } },
      });
    }
    // Also a repeated call whose first response was lost.
    if (now.text === text) return null;
    if (basedOn !== undefined && basedOn !== (now.edited_at?.getTime() ?? 0))
      throw new CallError('edited_meanwhile');
    return {
      text,
      search_words: searchTermsOf(chat, text, now.attachments),
      links: JSON.stringify(parts.links),
      mentions: JSON.stringify(mentions),
      mentions_all: parts.mentionsAll,
      edited_at: new Date(chat.clock.now()),
    };
  });
  await enqueuePreviews(chat, row);
  return row;
};

/** Erases the messages that show a deleted one in other channels. */
export const eraseForwardsJob = defineJob({
  name: 'chat.erase-forwards',
  payload: z.strictObject({ messageId: messageIdSchema }),
});

/** How many forwards are read at once. */
const FORWARDS_AT_ONCE = 100;

/**
 * Empties a message and its quotations, and releases its files, with `within` in the same transaction.
 * Changes nothing if it is deleted.
 */
const eraseOne = async (
  chat: ChatContext,
  message: MessageRow,
  within?: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<MessageRow> => {
  const { id, channel_id: channelId } = message;
  let notified: readonly string[] = [];
  const erase = async (now: MessageRow, transaction: Transaction<Schema>) => {
    if (now.deleted_at !== null) return null;
    await within?.(transaction);
    await closeUndecidedReports(chat, transaction, now);
    await emptyQuotations(transaction, now);
    await countReplyOut(transaction, now);
    await transaction
      .deleteFrom('message_reactions')
      .where('channel_id', '=', channelId)
      .where('message_id', '=', id)
      .execute();
    await changeCommentCount(chat, transaction, channelId, -1);
    notified = await takeOutOfNotices(chat, transaction, channelId, id);
    await chat.files.release({ kind: 'message', id }, { transaction });
    return {
      text: '',
      search_words: '',
      attachments: '[]',
      links: '[]',
      mentions: '[]',
      mentions_all: false,
      reactions: '[]',
      forwarded: null,
      pinned_at: null,
      deleted_at: new Date(chat.clock.now()),
    };
  };
  const row = await chat.writer.change(channelId, id, erase, (transaction) =>
    holdConcerned(transaction, message),
  );
  await chat.noticePublisher.announceUnread(notified);
  return row;
};

/**
 * Erases a message, and by a job where it was forwarded to, because those may be many channels. No
 * forward is stored once the message is deleted. `within` runs in the same transaction.
 */
export const eraseMessage = (
  chat: ChatContext,
  message: MessageRow,
  within: (transaction: Transaction<Schema>) => Promise<void>,
): Promise<MessageRow> =>
  eraseOne(chat, message, async (transaction) => {
    await chat.jobs.enqueueWithin(transaction, eraseForwardsJob, { messageId: message.id });
    await within(transaction);
  });

/** Erases the forwards of a message, until `signal` ends it; a repetition erases the rest. */
export const eraseForwards = async (
  chat: ChatContext,
  messageId: string,
  signal: AbortSignal,
): Promise<void> => {
  for (;;) {
    const forwards = await listForwards(chat.database, messageId, FORWARDS_AT_ONCE);
    if (forwards.length === 0) return;
    for (const forward of forwards) {
      signal.throwIfAborted();
      await eraseOne(chat, forward);
    }
  }
};

/**
 * Deletes one's own message or, as a moderator, another's. A decision of the product's moderators
 * closes the reports of the message, and its sender is notified. Throws `forbidden`.
 */
export const deleteMessage: ChatCall<typeof calls.deleteMessage> = async (
  chat,
  { params, body: { reason = '' } = {}, user },
) => {
  const { message, context } = await readMessage(chat, user, params.id, { ofRemovedDeal: true });
  const { channel, actor, policy } = context;
  const senderId = message.sender_id;
  const isOwn = senderId === user.id;
  const sellerId = isOwn ? null : await findSeller(chat.database, channel.id);
  if (!mayDelete(user.id, actor, policy, { senderId, sellerId })) throw new CallError('forbidden');
  if (!isOwn) countCall(chat, 'moderation', user.id);
  const details = { messageId: params.id };
  const act = { channel, action: 'message.delete', subjectId: senderId, reason, details } as const;
  const removal = noticeOfRemoval(chat, message, reason);
  const row = await eraseMessage(chat, message, async (transaction) => {
    if (isOwn || !(await recordAct(chat, transaction, user, act))) return;
    const reporterIds = await closeReports(chat, transaction, message);
    const decision = `${message.id}:${chat.clock.now()}`;
    const subject = subjectOfMessage(message);
    const ofReports = noticesOfReports({ reporterIds, subject, decision, outcome: 'upheld' });
    const notices = [...(removal === null ? [] : [removal]), ...ofReports];
    await chat.noticePublisher.store(transaction, notices);
  });
  return { message: presentMessage(row) };
};
