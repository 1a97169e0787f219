import { isDeepStrictEqual } from 'node:util';
import { channelIdSchema } from '@izgodno/contract/chat/channel';
import { messageIdSchema } from '@izgodno/contract/chat/message';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import type { StoredFile } from '@izgodno/contract/uploads/file';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { CallError } from '#platform/http/errors.ts';
import type { Files } from '#features/uploads/api.ts';
import { fileIdsOfUrls, fillPlaces, refreshFile } from './attachments.ts';
import type { ChannelAccess } from './channel-access.ts';
import { mayEdit } from './channel-policy.ts';
import { findMembership } from './member-rows.ts';
import { findMessage, type MessageRow } from './message-rows.ts';
import type { MessagePatch, MessageWriter } from './message-writer.ts';
import { requireReachable } from './sending-times.ts';

export interface MessageFilesOptions {
  readonly database: Database;
  readonly access: ChannelAccess;
  readonly writer: MessageWriter;
  readonly files: Files;
}

/** Returns the change to store, or null if nothing changed. */
const patchAttachments = (
  { attachments: before }: MessageRow,
  attachments: MessageRow['attachments'],
): MessagePatch | null =>
  isDeepStrictEqual(attachments, before) ? null : { attachments: JSON.stringify(attachments) };

export type MessageFiles = ReturnType<typeof createMessageFiles>;

/** The files of stored messages: files that arrive later, and their state once processed. */
export const createMessageFiles = ({ database, access, writer, files }: MessageFilesOptions) => {
  /** Updates a message after one of its files was processed. */
  const showSettled = async (messageId: string, file: StoredFile): Promise<void> => {
    const message = await findMessage(database, messageId);
    if (message === null) return;
    await writer.change(message.channel_id, messageId, async (now) =>
      now.deleted_at === null ? patchAttachments(now, refreshFile(now.attachments, file)) : null,
    );
  };

  return {
    showSettled,

    /** Does the same for files processed before their message was stored. */
    async showSettledMeanwhile(
      messageId: string,
      filesWhenRead: readonly StoredFile[],
    ): Promise<void> {
      const unsettled = filesWhenRead.filter(({ status }) => status === 'processing');
      const described = await files.describe(unsettled.map(({ id }) => id));
      for (const file of described.values()) await showSettled(messageId, file);
    },

    /**
     * Puts uploaded files into their placeholders. Throws `forbidden`, `not_found`,
     * `message_deleted`.
     */
    async fill(
      who: Principal,
      messageId: string,
      fileUrls: readonly string[],
    ): Promise<MessageRow> {
      const { message, standing } = await access.read(who, messageId);
      requireReachable(standing);
      if (!mayEdit(who.id, { senderId: message.sender_id })) throw new CallError('forbidden');
      const ids = fileIdsOfUrls(fileUrls);
      return writer.change(message.channel_id, messageId, async (now, transaction) => {
        if (now.deleted_at !== null) throw new CallError('message_deleted');
        const subject = { kind: 'message', id: messageId } as const;
        const attached = await files.attach(ids, subject, who.id, transaction);
        return patchAttachments(now, fillPlaces(now.attachments, attached));
      });
    },
  };
};

/** Defines who reads and uploads the files of messages: the members of the channel. */
export const registerMessageFiles = (
  files: Files,
  database: Database,
  messageFiles: MessageFiles,
): void => {
  files.registerAudience({
    kind: 'message',
    async mayRead(messageId, reader) {
      if (reader === null) return false;
      const message = await findMessage(database, messageId);
      if (message === null) return false;
      return (await findMembership(database, message.channel_id, reader.id)) !== null;
    },
    settled: messageFiles.showSettled,
  });
  files.registerUploadPolicy(async ({ channelId, messageId }, person) => {
    if (!parseStorable(channelIdSchema, channelId).success) return false;
    if ((await findMembership(database, channelId, person.id)) === null) return false;
    // Before a message is stored it is known by its client id and has no channel.
    if (!parseStorable(messageIdSchema, messageId).success) return true;
    const message = await findMessage(database, messageId);
    return message === null || message.sender_id === person.id;
  });
};
