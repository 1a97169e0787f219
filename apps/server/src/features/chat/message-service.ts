import type { NewAttachment } from '@izgodno/contract/chat/message-calls';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { Files } from '#features/uploads/api.ts';
import { fileIdsOf, keepAttachments } from './attachments.ts';
import type { ChannelAccess } from './channel-access.ts';
import type { ChannelLog } from './channel-log.ts';
import { mayDelete, mayEdit } from './channel-policy.ts';
import type { MessageFiles } from './message-files.ts';
import { findMessage, findSent, type MessageRow } from './message-rows.ts';
import type { MessageWriter } from './message-writer.ts';
import type { RateLimits } from './rate-limits.ts';
import { requireOpen, takeTurn } from './sending-times.ts';
import type { TextReader } from './text-reader.ts';
import type { Unfolding } from './unfolding.ts';

/** Characters of a quoted message that a reply shows. */
const MAX_QUOTED = 140;

export interface MessageServiceOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly access: ChannelAccess;
  readonly writer: MessageWriter;
  readonly files: Files;
  readonly texts: TextReader;
  readonly messageFiles: MessageFiles;
  readonly unfolding: Unfolding;
  readonly rates: RateLimits;
  readonly log: ChannelLog;
}

export interface Outgoing {
  readonly channelId: string;
  readonly clientId: string;
  readonly text: string;
  readonly attachments: readonly NewAttachment[];
  readonly replyTo?: string | undefined;
}

/** The quoted message as the reply shows it. Throws `not_found`, `message_deleted`. */
const readQuoted = async (
  database: Database,
  channelId: string,
  messageId: string | undefined,
): Promise<{ replyTo: MessageRow['reply_to']; threadId: string | null }> => {
  if (messageId === undefined) return { replyTo: null, threadId: null };
  const quoted = await findMessage(database, messageId);
  if (quoted === null || quoted.channel_id !== channelId) throw new CallError('not_found');
  if (quoted.deleted_at !== null) throw new CallError('message_deleted');
  return {
    replyTo: {
      id: quoted.id,
      seq: quoted.seq,
      sender: { id: quoted.sender_id, name: quoted.sender_name ?? '' },
      text: quoted.text.slice(0, MAX_QUOTED).toWellFormed(),
    },
    threadId: quoted.thread_id ?? quoted.id,
  };
};

export type MessageService = ReturnType<typeof createMessageService>;

/** Sends, changes and deletes messages. */
export const createMessageService = (options: MessageServiceOptions) => {
  const { database, clock, access, writer, files, texts, messageFiles, unfolding, rates, log } =
    options;

  const removeMessage = async (row: MessageRow): Promise<MessageRow> =>
    writer.change(row.channel_id, row.id, async (now, transaction) => {
      if (now.deleted_at !== null) return null;
      await transaction
        .deleteFrom('message_reactions')
        .where('channel_id', '=', now.channel_id)
        .where('message_id', '=', now.id)
        .execute();
      await files.release({ kind: 'message', id: now.id }, { transaction });
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

  /** Reads what does not depend on the user's rights while the token is still being checked. */
  const lookAhead = async (userId: string, { channelId, clientId }: Outgoing) => {
    const [looked, known] = await Promise.all([
      access.look(userId, channelId),
      findSent(database, channelId, userId, clientId),
    ]);
    return { looked, known };
  };

  return {
    lookAhead,

    /**
     * `ahead` is what `lookAhead` read for this user and message. Throws `not_found`,
     * `not_a_member`, `channel_archived`, `muted`, `slow_mode`, `rate_limited`.
     */
    async send(
      who: Principal,
      outgoing: Outgoing,
      { looked, known }: Awaited<ReturnType<typeof lookAhead>>,
    ): Promise<MessageRow> {
      const { channelId, clientId } = outgoing;
      const standing = access.admit(who, looked);
      const name = looked?.personName ?? null;
      // The account was deleted concurrently.
      if (name === null) throw new CallError('session_expired');
      // A retry of a stored message succeeds, whatever has changed since.
      if (known !== null) return known;
      requireOpen(standing, clock.now());
      rates.take('message', who.id);
      rates.take('messageInChannel', `${who.id} ${channelId}`);
      const [parts, quoted, owned] = await Promise.all([
        texts.read(outgoing.text, standing),
        readQuoted(database, channelId, outgoing.replyTo),
        files.findOwned(fileIdsOf(outgoing.attachments), who.id),
      ]);
      const attachments = keepAttachments(outgoing.attachments, owned);
      await takeTurn(database, who, standing, clock.now());
      const now = clock.now();
      const id = createUuidV7(now);
      const fileIds = owned.map((file) => file.id);
      const row = await writer.store(
        {
          id,
          channelId,
          clientId,
          sender: { id: who.id, name },
          ...parts,
          ...quoted,
          attachments,
          createdAt: new Date(now),
        },
        fileIds.length === 0
          ? undefined
          : async (transaction) => {
              await files.attach(fileIds, { kind: 'message', id }, who.id, transaction);
            },
      );
      await messageFiles.showSettledMeanwhile(id, owned);
      await unfolding.enqueue(row);
      return row;
    },

    /** Throws `forbidden`, `message_deleted`, `channel_archived`, `muted`. */
    async edit(who: Principal, messageId: string, text: string): Promise<MessageRow> {
      const { message, standing } = await access.read(who, messageId);
      if (!mayEdit(who.id, { senderId: message.sender_id })) throw new CallError('forbidden');
      requireOpen(standing, clock.now());
      rates.take('change', who.id);
      const parts = await texts.read(text, standing);
      const row = await writer.change(message.channel_id, messageId, async (now) => {
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
          edited_at: new Date(clock.now()),
        };
      });
      await unfolding.enqueue(row);
      return row;
    },

    /** Throws `forbidden`. Deleting a deleted message changes nothing. */
    async delete(who: Principal, messageId: string): Promise<MessageRow> {
      const { message, standing } = await access.read(who, messageId);
      const { actor, policy } = standing;
      const senderId = message.sender_id;
      if (!mayDelete(who.id, actor, policy, { senderId })) throw new CallError('forbidden');
      if (senderId === who.id) return removeMessage(message);
      rates.take('moderation', who.id);
      const row = await removeMessage(message);
      // The sender's account may be deleted.
      if (message.sender_name !== null) {
        await log.record(who, standing.channel, {
          action: 'message.delete',
          subjectId: senderId,
          details: { messageId },
        });
      }
      return row;
    },

    removeMessage,
  };
};
