import type * as calls from '@izgodno/contract/chat/message-calls';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { readMessage, requireOpen } from '../channels/channel-context.ts';
import { mayDelete, mayEdit } from '../channels/channel-policy.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { recordAct } from '../members/channel-log.ts';
import { enqueuePreviews } from './link-previews.ts';
import { presentMessage, type MessageRow } from './message-rows.ts';
import { readText } from './message-text.ts';

/** Throws `forbidden`, `message_deleted`, `channel_archived`, `muted`. */
export const editMessage = async (
  chat: ChatContext,
  user: Principal,
  messageId: string,
  text: string,
): Promise<MessageRow> => {
  const { message, context } = await readMessage(chat, user, messageId);
  if (!mayEdit(user.id, { senderId: message.sender_id })) throw new CallError('forbidden');
  requireOpen(context, chat.clock.now());
  countCall(chat, 'change', user.id);
  const parts = await readText(chat, text, context);
  const row = await chat.writer.change(message.channel_id, messageId, async (now) => {
    if (now.deleted_at !== null) throw new CallError('message_deleted');
    if (text === '' && now.attachments.length === 0) {
      throw new CallError('validation_failed', {
        fields: { text: { code: 'too_small', message: 'Expected a text or attachments' } },
      });
    }
    if (now.text === text) return null;
    return {
      text,
      search_words: parts.searchWords,
      links: JSON.stringify(parts.links),
      mentions: JSON.stringify(parts.mentions),
      mentions_all: parts.mentionsAll,
      edited_at: new Date(chat.clock.now()),
    };
  });
  await enqueuePreviews(chat, row);
  return row;
};

/** Empties a message and releases its files. Changes nothing if it is deleted. */
export const eraseMessage = (
  { writer, files, clock }: ChatContext,
  { id, channel_id: channelId }: MessageRow,
): Promise<MessageRow> =>
  writer.change(channelId, id, async (now, transaction) => {
    if (now.deleted_at !== null) return null;
    await transaction
      .deleteFrom('message_reactions')
      .where('channel_id', '=', channelId)
      .where('message_id', '=', id)
      .execute();
    await files.release({ kind: 'message', id }, { transaction });
    return {
      text: '',
      search_words: '',
      attachments: '[]',
      links: '[]',
      mentions: '[]',
      mentions_all: false,
      reactions: '[]',
      pinned_at: null,
      deleted_at: new Date(clock.now()),
    };
  });

/** Throws `forbidden`. */
export const deleteMessage: ChatCall<typeof calls.deleteMessage> = async (
  chat,
  { params, user },
) => {
  const { message, context } = await readMessage(chat, user, params.id);
  const { channel, actor, policy } = context;
  const senderId = message.sender_id;
  if (!mayDelete(user.id, actor, policy, { senderId })) throw new CallError('forbidden');
  const isOwn = senderId === user.id;
  if (!isOwn) countCall(chat, 'moderation', user.id);
  const row = await eraseMessage(chat, message);
  // The sender's account may be deleted.
  if (!isOwn && message.sender_name !== null) {
    await recordAct(chat, user, channel, {
      action: 'message.delete',
      subjectId: senderId,
      details: { messageId: params.id },
    });
  }
  return { message: presentMessage(row) };
};
