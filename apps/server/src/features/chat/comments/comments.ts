import * as z from 'zod/mini';
import type * as calls from '@izgodno/contract/chat/comment-calls';
import { dealChannelId, dealOfChannel } from '@izgodno/contract/chat/deal-channel';
import { CallError } from '#platform/http/errors.ts';
import { cutPageBy, readPageCursor } from '#platform/http/page-cursor.ts';
import { createUuidV7 } from '#platform/uuid.ts';
import { changeCommentCount } from './comment-count.ts';
import { attachImages, requireOwnImages } from './comment-images.ts';
import { storeCommentNotices } from './comment-notices.ts';
import { blocksAmong } from '../channels/channel-rows.ts';
import { countCall, type ChatCall, type ChatContext } from '../chat-context.ts';
import { fileIdsOf, keepAttachments } from '../messages/attachments.ts';
import { enqueuePreviews } from '../messages/link-previews.ts';
import { showProcessedMeanwhile } from '../messages/message-files.ts';
import { findMessage, findSent, listBefore, presentMessage } from '../messages/message-rows.ts';
import { readText, searchTermsOf } from '../messages/message-text.ts';
import { deleteMessage, editMessage } from '../messages/messages.ts';
import { readQuoted } from '../messages/send-message.ts';

const cursorSchema = z.tuple([z.int()]);

/** Returns a deal whose comments are shown. Throws `not_found` for one that is removed. */
const requireDeal = async ({ database }: ChatContext, dealId: string) => {
  const deal = await database
    .selectFrom('deals')
    .select(['seller_id as sellerId', 'comments'])
    .where('id', '=', Number(dealId))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (deal === undefined) throw new CallError('not_found');
  return deal;
};

/** Readable without an account. Throws `not_found`. */
export const listComments: ChatCall<typeof calls.listComments> = async (
  chat,
  { params, query: { limit, cursor } },
) => {
  const channelId = dealChannelId(params.id);
  const before = readPageCursor(cursorSchema, cursor)?.[0] ?? null;
  const [deal, found] = await Promise.all([
    requireDeal(chat, params.id),
    listBefore(chat.database, channelId, before, limit + 1),
  ]);
  const { rows, nextCursor } = cutPageBy(found, limit, ({ seq }) => [seq]);
  return { channelId, total: deal.comments, comments: rows.map(presentMessage), nextCursor };
};

/** Creates the channel of a deal with its first comment. */
const ensureChannel = async ({ database, clock }: ChatContext, dealId: string): Promise<void> => {
  await database
    .insertInto('channels')
    .values({
      id: dealChannelId(dealId),
      name: '',
      kind: 'deal',
      topic: '',
      direct_key: null,
      created_by: null,
      created_at: new Date(clock.now()),
      archived_at: null,
      deal_id: Number(dealId),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Throws `not_found`, `validation_failed` for unknown images, `person_unavailable` if the seller and
 * the user block each other, `rate_limited`.
 */
export const addComment: ChatCall<typeof calls.addComment> = async (
  chat,
  { params, body: { clientId, text, attachments: given, replyTo }, user },
) => {
  const { database, clock } = chat;
  const channelId = dealChannelId(params.id);
  const { sellerId } = await requireDeal(chat, params.id);
  // A retry of a stored comment succeeds, whatever has changed since.
  const known = await findSent(database, { channelId, senderId: user.id, clientId });
  if (known !== null) return { comment: presentMessage(known) };
  if (sellerId !== null && (await blocksAmong(database, user.id, [sellerId])))
    throw new CallError('person_unavailable');
  countCall(chat, 'message', user.id);
  const sender = await database
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', user.id)
    .executeTakeFirst();
  if (sender === undefined) throw new CallError('session_expired');
  const rights = {
    actor: { role: user.role, channelRole: 'member' },
    policy: { kind: 'deal', isDefault: false },
  } as const;
  const [parts, quoted, images] = await Promise.all([
    readText(chat, text, rights),
    readQuoted(database, channelId, replyTo),
    requireOwnImages(chat, fileIdsOf(given), user.id),
  ]);
  const attachments = keepAttachments(given, images);
  await ensureChannel(chat, params.id);
  const now = clock.now();
  const id = createUuidV7(now);
  const row = await chat.writer.store(
    {
      id,
      channelId,
      clientId,
      sender,
      ...parts,
      searchTerms: searchTermsOf(chat, text, attachments),
      ...quoted,
      forwarded: null,
      attachments,
      createdAt: new Date(now),
    },
    async (transaction, stored) => {
      await attachImages(chat, transaction, stored, images);
      await changeCommentCount(chat, transaction, channelId, 1);
      const deal = { id: params.id, sellerId };
      await storeCommentNotices(chat, transaction, stored, deal);
    },
  );
  await showProcessedMeanwhile(chat, id, images);
  await enqueuePreviews(chat, row);
  return { comment: presentMessage(row) };
};

/** Throws `not_found` for a message that is no comment. */
const requireComment = async ({ database }: ChatContext, messageId: string): Promise<void> => {
  const message = await findMessage(database, messageId);
  if (message === null || dealOfChannel(message.channel_id) === null)
    throw new CallError('not_found');
};

/** Throws `not_found`, `forbidden`, `edit_too_late`, `edited_meanwhile`, `message_deleted`. */
export const updateComment: ChatCall<typeof calls.updateComment> = async (
  chat,
  { params, body, user },
) => {
  await requireComment(chat, params.id);
  return { comment: presentMessage(await editMessage(chat, user, params.id, body)) };
};

/** Throws `not_found`, `forbidden`. */
export const deleteComment: ChatCall<typeof calls.deleteComment> = async (chat, request) => {
  await requireComment(chat, request.params.id);
  return { comment: (await deleteMessage(chat, request)).message };
};
