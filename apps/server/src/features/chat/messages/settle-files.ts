import { FILE_SILENCE_MS } from '@izgodno/contract/chat/limits';
import { sql } from 'kysely';
import type { ChatContext } from '../chat-context.ts';
import { findMembership } from '../members/member-rows.ts';
import { failFreePlaceholders, fillPlaceholders, isFree } from './attachments.ts';
import { patchAttachments } from './message-files.ts';
import { selectMessages, type MessageRow } from './message-rows.ts';

/** Messages read at once. */
const BATCH = 100;

/** Messages older than the given time with placeholders that wait for files, after `id`. */
const listWaiting = (
  { database }: ChatContext,
  before: Date,
  id: string | null,
): Promise<MessageRow[]> =>
  selectMessages(database)
    .where(sql<boolean>`m.attachments @> '[{"uploadStatus": "pending"}]'`)
    .where('m.deleted_at', 'is', null)
    .where('m.created_at', '<', before)
    .$if(id !== null, (query) => query.where('m.id', '>', id))
    .orderBy('m.id')
    .limit(BATCH)
    .execute();

/**
 * Puts the complete files of a message into its placeholders, which a lost device did not. If no byte of
 * the others arrives, they have failed.
 */
const settle = async (
  chat: ChatContext,
  message: MessageRow,
  silentSince: number,
): Promise<void> => {
  const { id, client_id: clientId, sender_id: senderId, channel_id: channelId } = message;
  const { unused, lastActive } = await chat.files.findUploadsFor([id, clientId], senderId);
  const isMember = (await findMembership(chat.database, channelId, senderId)) !== null;
  const ids = isMember ? unused : [];
  const isSilent = lastActive === null || lastActive < silentSince;
  if (ids.length === 0 && !isSilent) return;
  await chat.writer.change(channelId, id, async (now, transaction) => {
    if (now.deleted_at !== null) return null;
    // Further files have no placeholder that waits for them.
    const free = now.attachments.filter(isFree).length;
    const wanted = ids.slice(0, free);
    const files = await chat.files.attach(wanted, { kind: 'message', id }, senderId, transaction);
    const filled = fillPlaceholders(now.attachments, files);
    return patchAttachments(chat, now, isSilent ? failFreePlaceholders(filled) : filled);
  });
};

/**
 * Settles the placeholders of messages whose device is lost, which would stay "on its way" without end.
 * Throws at the end for messages that could not be changed; the next run tries them again.
 */
export const settleFiles = async (chat: ChatContext, signal: AbortSignal): Promise<void> => {
  const silentSince = chat.clock.now() - FILE_SILENCE_MS;
  const failures: unknown[] = [];
  let last: string | null = null;
  for (;;) {
    const messages = await listWaiting(chat, new Date(silentSince), last);
    for (const message of messages) {
      signal.throwIfAborted();
      await settle(chat, message, silentSince).catch((error: unknown) => failures.push(error));
    }
    last = messages.at(-1)?.id ?? null;
    if (messages.length < BATCH) break;
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} messages could not be settled`);
  }
};
