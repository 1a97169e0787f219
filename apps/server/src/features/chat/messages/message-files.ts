import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { channelIdSchema } from '@izgodno/contract/chat/channel';
import { messageIdSchema } from '@izgodno/contract/chat/message';
import { dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import * as calls from '@izgodno/contract/chat/message-calls';
import type { reportUploads as reportUploadsCall } from '@izgodno/contract/chat/upload-calls';
import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import type { StoredFile } from '@izgodno/contract/uploads/file';
import { sql } from 'kysely';
import type { Database } from '#schema/schema.ts';
import type { Principal } from '#platform/http/authentication.ts';
import { createCallAdder } from '#platform/http/add-call.ts';
import { CallError } from '#platform/http/errors.ts';
import { rejectWithTexts } from '#platform/http/reject-with-texts.ts';
import { readMessage, requireOpen, requireReachable } from '../channels/channel-context.ts';
import { mayEdit, maySeeReported } from '../channels/channel-policy.ts';
import { isChannelShown } from '../channels/channel-rows.ts';
import type { ChatCall, ChatContext } from '../chat-context.ts';
import { findMembership } from '../members/member-rows.ts';
import {
  failFreePlaceholders,
  fileIdOf,
  fileIdsOfUrls,
  fillNamedPlaceholders,
  fillPlaceholders,
  freePlaceholderIds,
  refreshFile,
} from './attachments.ts';
import { findMessage, presentMessage, type MessageRow } from './message-rows.ts';
import { isForwardOf, listForwards } from './shown-messages.ts';
import type { MessagePatch } from './message-writer.ts';
import { searchTermsOf } from './message-text.ts';
import { editMessage } from './messages.ts';

/** Returns the change to store, or null if nothing changed. */
export const patchAttachments = (
  chat: ChatContext,
  { attachments: before, text }: Pick<MessageRow, 'attachments' | 'text'>,
  attachments: MessageRow['attachments'],
): MessagePatch | null =>
  isDeepStrictEqual(attachments, before)
    ? null
    : {
        attachments: JSON.stringify(attachments),
        search_words: searchTermsOf(chat, text, attachments),
      };

/** Updates a message, and its forwards, after one of its files was processed. */
const showProcessed = async (
  chat: ChatContext,
  messageId: string,
  file: StoredFile,
): Promise<void> => {
  const message = await findMessage(chat.database, messageId);
  if (message === null) return;
  for (const { id, channel_id } of [message, ...(await listForwards(chat.database, messageId))]) {
    await chat.writer.change(channel_id, id, async (now) =>
      now.deleted_at === null
        ? patchAttachments(chat, now, refreshFile(now.attachments, file))
        : null,
    );
  }
};

/** Does the same for files processed before their message was stored. */
export const showProcessedMeanwhile = async (
  chat: ChatContext,
  messageId: string,
  filesWhenRead: readonly StoredFile[],
): Promise<void> => {
  const unprocessed = filesWhenRead.filter(({ status }) => status === 'processing');
  const described = await chat.files.describe(unprocessed.map(({ id }) => id));
  for (const file of described.values()) await showProcessed(chat, messageId, file);
};

/** Throws `validation_failed`, which names the field, for more files than a message can have. */
export const rejectTooMany = (
  { maxFiles }: ChatContext,
  field: 'attachments' | 'fileUrls',
  { length }: readonly unknown[],
): void => {
  if (length <= maxFiles) return;
  const message = `Expected at most ${maxFiles} attachments of the message`;
  throw new CallError('validation_failed', { fields: { [field]: { code: 'too_big', message } } });
};

/**
 * A message whose files the user may add. Throws `forbidden`, also for comments, which are sent with
 * their files, and forwards, whose files are those of the original; `not_found`, `person_unavailable`.
 */
const readOwnMessage = async (chat: ChatContext, user: Principal, messageId: string) => {
  const { message, context } = await readMessage(chat, user, messageId);
  requireReachable(context);
  const isOwn = mayEdit(user.id, { senderId: message.sender_id });
  if (!isOwn || message.forwarded !== null || context.policy.kind === 'deal')
    throw new CallError('forbidden');
  return { message, context };
};

/**
 * Puts uploaded files into their places; those without one are added as far as a new message could
 * have them. Throws what `readOwnMessage` throws, `message_deleted`, and for files without a place
 * `channel_archived`, `muted`, `validation_failed`.
 */
const fillFiles = async (
  chat: ChatContext,
  user: Principal,
  messageId: string,
  fileUrls: readonly string[],
): Promise<MessageRow> => {
  const { message, context } = await readOwnMessage(chat, user, messageId);
  const ids = fileIdsOfUrls(fileUrls);
  return chat.writer.change(message.channel_id, messageId, async (now, transaction) => {
    if (now.deleted_at !== null) throw new CallError('message_deleted');
    const subject = { kind: 'message', id: messageId } as const;
    const attached = await chat.files.attach(ids, subject, user.id, transaction);
    const filled = fillPlaceholders(now.attachments, attached);
    if (filled.length > now.attachments.length) {
      requireOpen(context, chat.clock.now());
      rejectTooMany(chat, 'fileUrls', filled);
    }
    // Files arrive when the uploads of a message are over.
    return patchAttachments(chat, now, failFreePlaceholders(filled));
  });
};

/** The files of a message that no longer come while others do, by the id of their placeholder. */
interface OverUploads {
  /** The ids of finished files. */
  readonly finished: ReadonlyMap<string, string>;
  readonly failed: ReadonlySet<string>;
}

/** Shows the files of a message that no longer come while others still do. */
const showOver = async (
  chat: ChatContext,
  { id: messageId, channel_id: channelId, sender_id: ownerId }: MessageRow,
  { finished, failed }: OverUploads,
): Promise<void> => {
  await chat.writer.change(channelId, messageId, async (now, transaction) => {
    if (now.deleted_at !== null) throw new CallError('message_deleted');
    const ids = freePlaceholderIds(now.attachments).flatMap((id) => finished.get(id) ?? []);
    const subject = { kind: 'message', id: messageId } as const;
    const attached = await chat.files.attach(ids, subject, ownerId, transaction);
    const byId = new Map(attached.map((file) => [file.id, file]));
    const fileOf = (placeholderId: string) => byId.get(finished.get(placeholderId) ?? '');
    const filled = fillNamedPlaceholders(now.attachments, fileOf);
    return patchAttachments(
      chat,
      now,
      failFreePlaceholders(filled, (placeholderId) => failed.has(placeholderId)),
    );
  });
};

/**
 * Shows the files of a message that no longer come, and publishes to the channel how far the others
 * are. Reports about placeholders that wait for nothing are ignored. Throws what `readOwnMessage` throws,
 * `message_deleted` and `validation_failed`.
 */
export const reportUploads: ChatCall<typeof reportUploadsCall> = async (
  chat,
  { params, body, user },
) => {
  const { message } = await readOwnMessage(chat, user, params.id);
  if (message.deleted_at !== null) throw new CallError('message_deleted');
  const channelId = message.channel_id;
  const waiting = new Set(freePlaceholderIds(message.attachments));
  const finished = new Map<string, string>();
  const failed = new Set<string>();
  const files: { readonly placeholderId: string; readonly progress: number }[] = [];
  for (const [index, report] of body.files.entries()) {
    const { placeholderId, progress, fileUrl } = report;
    if (!waiting.has(placeholderId)) continue;
    if (fileUrl !== undefined)
      finished.set(placeholderId, fileIdOf(fileUrl, `files.${index}.fileUrl`));
    else if (report.failed === true) failed.add(placeholderId);
    else files.push({ placeholderId, progress });
  }
  if (finished.size + failed.size > 0) await showOver(chat, message, { finished, failed });
  if (files.length > 0)
    chat.realtime.toChannel(channelId, { type: 'upload.progress', data: { channelId, files } });
  return {};
};

const urlsOf = ({ attachments }: MessageRow): string[] =>
  attachments.flatMap(({ fileUrl }) => fileUrl ?? []);

const isEdit = ({ body }: FastifyRequest): boolean =>
  typeof body === 'object' && body !== null && 'text' in body;

/** Adds the two calls that put files into a message; one of them also edits its text. */
export const addFilesCalls = async (app: FastifyInstance, chat: ChatContext): Promise<void> => {
  rejectWithTexts(app, isEdit);
  const add = createCallAdder(app, chat);

  add(calls.updateFiles, async (_chat, { params, body, user }) => {
    const row = await fillFiles(chat, user, params.id, body.fileUrls);
    return { fileUrls: urlsOf(row), error: null };
  });

  add(calls.updateMessage, async (_chat, { params, body, user }) => {
    const row =
      'text' in body
        ? await editMessage(chat, user, params.id, body)
        : await fillFiles(chat, user, params.id, body.fileUrls);
    return { message: presentMessage(row), fileUrls: urlsOf(row), error: null };
  });
};

/** Whether a message or a forward of it has an open report. */
const isReported = async (
  database: Database,
  { id, channel_id: channelId }: MessageRow,
): Promise<boolean> => {
  const { rows } = await sql`
    WITH shown AS (
      SELECT ${channelId}::uuid AS channel_id, ${id}::uuid AS id
       UNION ALL
      SELECT m.channel_id, m.id FROM messages m WHERE ${isForwardOf(id)}
    )
    SELECT FROM shown JOIN message_reports r
        ON r.channel_id = shown.channel_id AND r.message_id = shown.id
     WHERE r.closed_at IS NULL LIMIT 1`.execute(database);
  return rows.length > 0;
};

/**
 * Whether the reader is in the channel of a message, or in one that it was forwarded to. Everyone sees
 * the comments on a deal that is not removed, and moderators of the product what is reported.
 */
const maySeeFiles = async (
  database: Database,
  message: MessageRow,
  reader: Principal | null,
): Promise<boolean> => {
  const { id, channel_id: channelId } = message;
  const isComment = dealOfChannel(channelId) !== null;
  if (isComment && (await isChannelShown(database, channelId))) return true;
  if (reader === null) return false;
  if ((await findMembership(database, channelId, reader.id)) !== null) return true;
  const { rows } = await sql`
    SELECT FROM messages m JOIN channel_members member ON member.channel_id = m.channel_id
     WHERE ${isForwardOf(id)} AND member.user_id = ${reader.id}::uuid LIMIT 1`.execute(database);
  return rows.length > 0 || (maySeeReported(reader) && isReported(database, message));
};

/**
 * Defines who reads the files of messages and uploads some: the members of the channel. Images of
 * comments are uploaded for `deals`.
 */
export const registerMessageFiles = (chat: ChatContext): void => {
  const { database, files } = chat;
  files.registerAccessPolicy({
    kind: 'message',
    async mayRead(messageId, reader) {
      const message = await findMessage(database, messageId);
      if (message === null || message.deleted_at !== null) return false;
      return maySeeFiles(database, message, reader);
    },
    processed: (messageId, file) => showProcessed(chat, messageId, file),
  });
  files.registerUploadPolicy(async ({ channelId, messageId }, user) => {
    if (!parseStorable(channelIdSchema, channelId).success) return false;
    if ((await findMembership(database, channelId, user.id)) === null) return false;
    // Before a message is stored it is known by its client id and has no channel.
    if (!parseStorable(messageIdSchema, messageId).success) return true;
    const message = await findMessage(database, messageId);
    return message === null || message.sender_id === user.id;
  });
};
