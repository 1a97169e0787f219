import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { errorBodySchema, textRejectionSchema } from '../common/errors.ts';
import { wholeNumber } from '../common/query-values.ts';
import { fileIdSchema } from '../uploads/file.ts';
import { WAVEFORM_BARS } from '../uploads/limits.ts';
import { moderationReasonSchema } from '../audit/calls.ts';
import { channelIdSchema } from './channel.ts';
import { ATTACHMENTS_LIMIT, MAX_VOICE_MS, MESSAGE_PAGE_LIMIT, chatRates } from './limits.ts';
import {
  clientIdSchema,
  emojiSchema,
  messageIdSchema,
  messageSchema,
  messageTextSchema,
  messageParams,
} from './message.ts';

const MAX_SEQ = 2_147_483_647;

const messageResponse = z.object({ success: z.literal(true), message: messageSchema });
/** The `seq` or the id of a message of the channel. */
const position = z.optional(z.union([wholeNumber(0, MAX_SEQ), messageIdSchema]));

/**
 * One page, by `seq`: with `limit` alone the newest; `before` returns earlier ones, newest first;
 * `after` later ones, oldest first; `around` those on both sides, oldest first. At most one of the
 * three is given.
 */
export const listMessages = defineCall({
  method: 'GET',
  path: '/api/message/channel/:channelId/messages',
  summary: 'A page of the messages of a channel',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: z.strictObject({ channelId: channelIdSchema }),
  query: z
    .strictObject({
      limit: z._default(wholeNumber(1, MESSAGE_PAGE_LIMIT.maximum), MESSAGE_PAGE_LIMIT.default),
      before: position,
      after: position,
      around: position,
    })
    .check(
      z.refine(
        ({ before, after, around }) =>
          [before, after, around].filter((value) => value !== undefined).length <= 1,
        { error: 'Expected one of before, after, around', path: ['around'] },
      ),
    ),
  response: z.object({
    success: z.literal(true),
    /** All messages of the channel, including deleted ones. */
    total: z.int(),
    messages: z.array(messageSchema),
    /** Whether there are more in the direction of paging; with `around`, on either side. */
    hasMore: z.boolean(),
    /** The channel's version when this page was read; events with a greater one are new. */
    version: z.int(),
    /** The caller's reactions, by message id; messages without any are left out. */
    ownReactions: z.record(messageIdSchema, z.array(z.string())),
  }),
});

// Lone surrogates and NUL cannot be stored, so they are errors.
const text = (maximum: number) =>
  z.string().check(z.maxLength(maximum), z.regex(/^[^\0\p{Cs}]*$/u, 'Expected text'));

export const placeholderIdSchema = text(300).check(z.minLength(1));

/** An existing file, or a placeholder for one still being uploaded. */
export const newAttachmentSchema = z.union([
  z.strictObject({
    fileId: fileIdSchema,
    /** For voice messages, as recorded; what the server reads from the file takes precedence. */
    durationMs: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_VOICE_MS))),
    waveform: z.optional(
      z.array(z.int().check(z.minimum(0), z.maximum(100))).check(z.maxLength(WAVEFORM_BARS)),
    ),
  }),
  // The specification's placeholder has more fields than needed, which are accepted.
  z.object({
    isPlaceholder: z.literal(true),
    placeholderId: placeholderIdSchema,
    fileName: text(255).check(z.minLength(1)),
    fileSize: z.int().check(z.minimum(1)),
    mimeType: text(255),
    durationMs: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_VOICE_MS))),
    waveform: z.optional(
      z.array(z.int().check(z.minimum(0), z.maximum(100))).check(z.maxLength(WAVEFORM_BARS)),
    ),
  }),
]);
export type NewAttachment = z.output<typeof newAttachmentSchema>;

/** Text or attachments are required. */
export const sendMessage = defineCall({
  method: 'POST',
  path: '/api/message',
  summary: 'Send a message; one that was stored before under the same clientId is answered again',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(2 * chatRates.message.tries, chatRates.message.windowMs)] },
  audit: false,
  scope: 'chat:write',
  errors: [
    'channel_archived',
    'muted',
    'not_a_member',
    'not_found',
    'person_unavailable',
    'slow_mode',
  ],
  body: z
    .strictObject({
      channelId: channelIdSchema,
      clientId: clientIdSchema,
      text: z._default(messageTextSchema, ''),
      attachments: z._default(
        z.array(newAttachmentSchema).check(z.maxLength(ATTACHMENTS_LIMIT.maximum)),
        [],
      ),
      replyTo: z.optional(messageIdSchema),
    })
    .check(
      z.refine(({ text, attachments }) => text !== '' || attachments.length > 0, {
        error: 'Expected a text or attachments',
        path: ['text'],
      }),
    ),
  response: messageResponse,
});

/** The text and the files of the message, with its sender. It is erased together with the message. */
export const forwardMessage = defineCall({
  method: 'POST',
  path: '/api/message/:id/forward',
  summary: 'Show a message in another channel that one may write in; once for each `clientId`',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: [
    'channel_archived',
    'message_deleted',
    'muted',
    'not_a_member',
    'not_found',
    'person_unavailable',
    'slow_mode',
  ],
  params: messageParams,
  body: z.strictObject({ channelId: channelIdSchema, clientId: clientIdSchema }),
  response: messageResponse,
});

export const getMessage = defineCall({
  method: 'GET',
  path: '/api/message/:id',
  summary: 'One message',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: messageParams,
  response: messageResponse,
});

export const fileUrlText = z.string().check(z.maxLength(2_000));

const fileUrlsBody = z.strictObject({
  fileUrls: z.array(fileUrlText).check(z.maxLength(ATTACHMENTS_LIMIT.maximum)),
});

const updatedFiles = {
  success: z.literal(true),
  fileUrls: z.array(z.string()),
  error: z.nullable(z.string()),
};

export const updateFiles = defineCall({
  method: 'POST',
  path: '/api/message/:id/updateFiles',
  summary: 'Put finished uploads into the places a message keeps for them, in their order',
  access: 'member',
  limit: { cost: 2, rates: [{ key: 'account', ...chatRates.change }] },
  audit: false,
  scope: 'chat:write',
  errors: ['channel_archived', 'message_deleted', 'muted', 'not_a_member', 'person_unavailable'],
  rejection: textRejectionSchema,
  params: messageParams,
  body: fileUrlsBody,
  response: z.object(updatedFiles),
});

/**
 * The time of the last edit that the caller's text is based on, in milliseconds since 1970, or 0 for
 * none. If there was another edit since, the call is rejected; without this field, the last edit wins.
 */
export const basedOnSchema = z.optional(z.int().check(z.minimum(0)));

/** With `text` an edit; with `fileUrls` the same as `updateFiles` (specification, section 7). */
export const updateMessage = defineCall({
  method: 'PUT',
  path: '/api/message/:id',
  summary: 'Change the text of one’s message, or do what updateFiles does',
  access: 'member',
  limit: { cost: 2, rates: [{ key: 'account', ...chatRates.change }] },
  audit: false,
  scope: 'chat:write',
  errors: [
    'channel_archived',
    'edit_too_late',
    'edited_meanwhile',
    'message_deleted',
    'muted',
    'not_a_member',
    'person_unavailable',
  ],
  // An edit is rejected as by all calls.
  rejection: z.union([textRejectionSchema, errorBodySchema]),
  params: messageParams,
  body: z.union([
    z.strictObject({ text: messageTextSchema, basedOn: basedOnSchema }),
    fileUrlsBody,
  ]),
  response: z.object({ ...updatedFiles, message: messageSchema }),
});

/** Clients of version 0.1.0 send no body. */
export const removalBody = z.optional(
  z.strictObject({
    /** Of a moderator for deleting another member's message; its sender reads it. */
    reason: z.optional(moderationReasonSchema),
  }),
);

export const deleteMessage = defineCall({
  method: 'DELETE',
  path: '/api/message/:id',
  summary: 'Delete a message: one’s own, or as a moderator of the channel',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, MINUTE_MS)] },
  audit: 'message.delete',
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: messageParams,
  body: removalBody,
  response: messageResponse,
});

const reactionParams = z.strictObject({ id: messageIdSchema, emoji: emojiSchema });

export const addReaction = defineCall({
  method: 'PUT',
  path: '/api/message/:id/reactions/:emoji',
  summary: 'React to a message',
  access: 'member',
  limit: { cost: 2, rates: [{ key: 'account', ...chatRates.change }] },
  audit: false,
  scope: 'chat:write',
  errors: [
    'channel_archived',
    'message_deleted',
    'not_a_member',
    'person_unavailable',
    'too_many_reactions',
  ],
  params: reactionParams,
  response: messageResponse,
});

export const removeReaction = defineCall({
  method: 'DELETE',
  path: '/api/message/:id/reactions/:emoji',
  summary: 'Take one’s reaction back',
  access: 'member',
  limit: { cost: 2, rates: [{ key: 'account', ...chatRates.change }] },
  audit: false,
  scope: 'chat:write',
  errors: [
    'channel_archived',
    'message_deleted',
    'not_a_member',
    'person_unavailable',
    'too_many_reactions',
  ],
  params: reactionParams,
  response: messageResponse,
});

export const pinMessage = defineCall({
  method: 'PUT',
  path: '/api/message/:id/pin',
  summary: 'Pin a message to its channel',
  access: 'member',
  limit: { cost: 2, rates: [{ key: 'account', ...chatRates.change }] },
  audit: false,
  scope: 'chat:write',
  errors: ['message_deleted', 'not_a_member', 'person_unavailable', 'too_many_pins'],
  params: messageParams,
  response: messageResponse,
});

export const unpinMessage = defineCall({
  method: 'DELETE',
  path: '/api/message/:id/pin',
  summary: 'Unpin a message',
  access: 'member',
  limit: { cost: 2, rates: [{ key: 'account', ...chatRates.change }] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member', 'person_unavailable'],
  params: messageParams,
  response: messageResponse,
});

/**
 * One page of replies, oldest first: with `limit` alone the newest, else those before the one at
 * `before`.
 */
export const getThread = defineCall({
  method: 'GET',
  path: '/api/message/:id/thread',
  summary: 'The message that began a thread and the replies to it, oldest first',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: messageParams,
  query: z.strictObject({
    before: position,
    limit: z._default(wholeNumber(1, MESSAGE_PAGE_LIMIT.maximum), MESSAGE_PAGE_LIMIT.default),
  }),
  response: z.object({
    success: z.literal(true),
    root: messageSchema,
    replies: z.array(messageSchema),
    /** Whether there are earlier ones. */
    hasMore: z.boolean(),
  }),
});
