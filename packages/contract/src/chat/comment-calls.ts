import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { pageQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';
import { dealParams } from '../deals/deal-id.ts';
import { fileIdSchema } from '../uploads/file.ts';
import { channelIdSchema } from './channel.ts';
import { messageIdSchema, messageSchema, messageParams } from './message.ts';
import { basedOnSchema, removalBody } from './message-calls.ts';

export const COMMENT_LENGTH = { minimum: 1, maximum: 2_000 } as const;
export const COMMENTS_PAGE_LIMIT = { default: 50, maximum: 100 } as const;
/** The largest number of images in a comment. */
export const MAX_COMMENT_IMAGES = 4;
/** After this time a comment can only be deleted, in milliseconds. */
export const COMMENT_EDIT_MS = 15 * MINUTE_MS;
/** The codes of invalid fields beyond their shape. */
export const commentFieldErrors = { unknownFile: 'unknown_file' } as const;

const textSchema = linesOfText(COMMENT_LENGTH);
/** An image that its author has uploaded for `deals`. */
const imageSchema = z.strictObject({ fileId: fileIdSchema });
/** A comment is a message of the channel of its deal. */
const commentResponse = z.object({ success: z.literal(true), comment: messageSchema });

export const listComments = defineCall({
  method: 'GET',
  path: '/api/deals/:id/comments',
  summary: 'The comments on a deal, newest first; a reply has the first comment as its `threadId`',
  access: 'anyone',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  params: dealParams,
  query: z.strictObject(pageQuery(COMMENTS_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    /** The channel whose messages they are, to `follow` over the socket. */
    channelId: channelIdSchema,
    /** Without deleted ones. */
    total: z.int(),
    comments: z.array(messageSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

/**
 * Text or images are required. An image is `unknown_file` in `fields.attachments` unless it is the
 * author's and nothing else uses it.
 */
export const addComment = defineCall({
  method: 'POST',
  path: '/api/deals/:id/comments',
  summary: 'Comment on a deal, or reply to a comment on it; once for each `clientId`',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(20, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['person_unavailable'],
  params: dealParams,
  body: z
    .strictObject({
      clientId: z.uuid(),
      text: z._default(linesOfText({ ...COMMENT_LENGTH, minimum: 0 }), ''),
      attachments: z._default(
        z.readonly(z.array(imageSchema).check(z.maxLength(MAX_COMMENT_IMAGES))),
        [],
      ),
      replyTo: z.optional(messageIdSchema),
    })
    .check(
      z.refine(({ text, attachments }) => text !== '' || attachments.length > 0, {
        error: 'Expected a text or images',
        path: ['text'],
      }),
    ),
  response: commentResponse,
});

export const updateComment = defineCall({
  method: 'PUT',
  path: '/api/comments/:id',
  summary: 'Change one’s own comment, within 15 minutes',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
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
  params: messageParams,
  body: z.strictObject({ text: textSchema, basedOn: basedOnSchema }),
  response: commentResponse,
});

export const deleteComment = defineCall({
  method: 'DELETE',
  path: '/api/comments/:id',
  summary: 'Delete one’s own comment, or any (moderators)',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: 'message.delete',
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: messageParams,
  body: removalBody,
  response: commentResponse,
});
