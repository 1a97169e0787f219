import type { forwardMessage as call } from '@izgodno/contract/chat/message-calls';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { readMessage, requireOpen } from '../channels/channel-context.ts';
import { findChannelOf } from '../channels/channel-rows.ts';
import { countCall, type ChatCall } from '../chat-context.ts';
import { presentMessage, type MessageRow } from './message-rows.ts';
import { requireStored } from './shown-messages.ts';
import { searchTermsOf } from './message-text.ts';
import { enforceSlowMode, requireSender } from './send-message.ts';

/** The message that a reader of `message` sees: itself, or the one that it was forwarded from. */
const originOf = (message: MessageRow): NonNullable<MessageRow['forwarded']> =>
  message.forwarded ?? {
    id: message.id,
    channelId: message.channel_id,
    seq: message.seq,
    sender: { id: message.sender_id, name: message.sender_name ?? '' },
    createdAt: message.created_at.toISOString(),
  };

/**
 * Stores the text and the complete files of a message in another channel. The files stay those of
 * the original, whose access policy also admits the members of channels that it was forwarded to.
 * Throws like `sendMessage`, and `not_found` if there is nothing to forward.
 */
export const forwardMessage: ChatCall<typeof call> = async (chat, { params, body, user }) => {
  const { database, clock, writer } = chat;
  const { channelId, clientId } = body;
  const { message } = await readMessage(chat, user, params.id);
  const found = await findChannelOf(database, channelId, user.id, { clientId });
  const { context, sender, known } = await requireSender(database, user, found, clientId);
  if (known !== null) return { message: presentMessage(known) };
  requireOpen(context, clock.now());
  if (message.deleted_at !== null) throw new CallError('message_deleted');
  const attachments = message.attachments.filter(({ fileUrl }) => fileUrl !== null);
  if (message.text === '' && attachments.length === 0) throw new CallError('not_found');
  countCall(chat, 'message', user.id);
  countCall(chat, 'messageInChannel', `${user.id} ${channelId}`);
  await enforceSlowMode(database, context, clock.now());
  const now = clock.now();
  const forwarded = originOf(message);
  const row = await writer.store(
    {
      id: createUuidV7(now),
      channelId,
      clientId,
      sender,
      text: message.text,
      searchTerms: searchTermsOf(chat, message.text, attachments),
      attachments,
      links: message.links,
      // They name those whom the text mentions; a forward notifies none of them.
      mentions: message.mentions,
      mentionsAll: false,
      replyTo: null,
      threadId: null,
      forwarded,
      createdAt: new Date(now),
    },
    (transaction) => requireStored(transaction, forwarded.id),
  );
  return { message: presentMessage(row) };
};
