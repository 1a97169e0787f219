import { isDeepStrictEqual } from 'node:util';
import type { NewAttachment } from '@izgodno/contract/chat/message-calls';
import type { StoredFile } from '@izgodno/contract/uploads/file';
import type { Clock } from '#platform/clock.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import type { AuditTrail } from '#ports/audit.ts';
import type { Files } from '#ports/files.ts';
import {
  fileIdsOf,
  fileIdsOfUrls,
  fillPlaces,
  keepAttachments,
  refreshFile,
} from './attachments.ts';
import type { ChannelAccess } from './channel-access.ts';
import { mayDelete, mayEdit } from './channel-policy.ts';
import { unfoldLinks, type UnfoldLink } from './link-unfolder.ts';
import { findMessage, findSent, type MessageRow } from './message-rows.ts';
import { linksOf } from './message-text.ts';
import type { MessagePatch, MessageWriter } from './message-writer.ts';
import type { RateLimits } from './rate-limits.ts';
import { requireOpen, takeTurn } from './sending-times.ts';
import { createTextReader, type TextReaderOptions } from './text-reader.ts';

const MAX_QUOTED = 140;

export interface MessageServiceOptions extends TextReaderOptions {
  readonly clock: Clock;
  readonly access: ChannelAccess;
  readonly writer: MessageWriter;
  readonly files: Files;
  readonly rates: RateLimits;
  readonly audit: AuditTrail;
  readonly jobs: Jobs;
  readonly unfold: UnfoldLink;
}

export interface Outgoing {
  readonly channelId: string;
  readonly clientId: string;
  readonly text: string;
  readonly attachments: readonly NewAttachment[];
  readonly replyTo?: string | undefined;
}

/** What to write down, unless nothing is new. */
const patchAttachments = (
  { attachments: before }: MessageRow,
  attachments: MessageRow['attachments'],
): MessagePatch | null =>
  isDeepStrictEqual(attachments, before) ? null : { attachments: JSON.stringify(attachments) };

export type MessageService = ReturnType<typeof createMessageService>;

/** Sending, changing and deleting messages. */
export const createMessageService = (options: MessageServiceOptions) => {
  const { database, clock, access, writer, files, rates, audit, jobs } = options;
  const texts = createTextReader(options);

  const unfoldLater = async (row: MessageRow): Promise<void> => {
    const links = texts.pagesOf(row.text);
    if (links.length === 0) return;
    await jobs.enqueue(unfoldLinks, { channelId: row.channel_id, messageId: row.id, links });
  };

  const readQuoted = async (
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

  /** Shows what has become known of a file of a message. */
  const fileSettled = async (messageId: string, file: StoredFile): Promise<void> => {
    const message = await findMessage(database, messageId);
    if (message === null) return;
    await writer.change(message.channel_id, messageId, async (now) =>
      now.deleted_at === null ? patchAttachments(now, refreshFile(now.attachments, file)) : null,
    );
  };

  /** What is read before a message is judged; nothing of it hangs on who may. */
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
     * `ahead` is what `lookAhead` read for this very person and message. Throws `not_found`,
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
      // The account was deleted a moment ago.
      if (name === null) throw new CallError('session_expired');
      // A retry of what is stored is answered, whatever has changed since.
      if (known !== null) return known;
      requireOpen(standing, clock.now());
      rates.take('message', who.id);
      rates.take('messageInChannel', `${who.id} ${channelId}`);
      const [parts, quoted, owned] = await Promise.all([
        texts.read(outgoing.text, standing),
        readQuoted(channelId, outgoing.replyTo),
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
      // Those that were looked through meanwhile had no message to tell it to.
      const unsettled = owned.filter(({ status }) => status === 'processing');
      for (const file of (await files.describe(unsettled.map((one) => one.id))).values())
        await fileSettled(id, file);
      await unfoldLater(row);
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
      await unfoldLater(row);
      return row;
    },

    /** Puts uploaded files into the places kept for them. Throws `forbidden`, `not_found`, `message_deleted`. */
    async updateFiles(
      who: Principal,
      messageId: string,
      fileUrls: readonly string[],
    ): Promise<MessageRow> {
      const { message } = await access.read(who, messageId);
      if (!mayEdit(who.id, { senderId: message.sender_id })) throw new CallError('forbidden');
      const ids = fileIdsOfUrls(fileUrls);
      return writer.change(message.channel_id, messageId, async (now, transaction) => {
        if (now.deleted_at !== null) throw new CallError('message_deleted');
        const subject = { kind: 'message', id: messageId } as const;
        const attached = await files.attach(ids, subject, who.id, transaction);
        return patchAttachments(now, fillPlaces(now.attachments, attached));
      });
    },

    fileSettled,

    /** Throws `forbidden`. Deleting what is deleted changes nothing. */
    async delete(who: Principal, messageId: string): Promise<MessageRow> {
      const { message, standing } = await access.read(who, messageId);
      const { actor, policy } = standing;
      const senderId = message.sender_id;
      if (!mayDelete(who.id, actor, policy, { senderId })) throw new CallError('forbidden');
      const row = await removeMessage(message);
      if (senderId !== who.id) {
        await audit.record({
          actorId: who.id,
          action: 'message.delete',
          subject: { kind: 'message', id: messageId },
          reason: '',
          details: { channelId: message.channel_id, senderId },
        });
      }
      return row;
    },

    removeMessage,

    /** The work of the job that `send` and `edit` leave behind. */
    async unfold(
      channelId: string,
      messageId: string,
      links: readonly string[],
      signal: AbortSignal,
    ): Promise<void> {
      const found = await Promise.all(links.map((link) => options.unfold(link, signal)));
      const pages = found.filter((link) => link !== null);
      if (pages.length === 0) return;
      await writer.change(channelId, messageId, async (now) => {
        const present = linksOf(now.text);
        const kept = [...now.links, ...pages].filter(({ url }) => present.includes(url));
        const byUrl = new Map(kept.map((link) => [link.url, link]));
        const ordered = present.flatMap((url) => byUrl.get(url) ?? []);
        if (now.deleted_at !== null || ordered.length === now.links.length) return null;
        return { links: JSON.stringify(ordered) };
      });
    },
  };
};
