import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { NAME_LENGTH } from '../accounts/limits.ts';
import { userIdSchema } from '../accounts/session.ts';
import { channelIdSchema } from './channel.ts';
import { MAX_MENTIONS } from './limits.ts';
import { messageIdSchema, messageTextSchema } from './message.ts';

/** The largest number of unsent texts of one user that the server stores. */
export const MAX_DRAFTS = 200;

const mentionedSchema = z.object({
  id: userIdSchema,
  name: z.string().check(z.maxLength(NAME_LENGTH.maximum)),
});

/** An unsent text in a channel or thread; only its user knows of it. */
export const draftSchema = z.object({
  channelId: channelIdSchema,
  /** The first message of the thread; null in the channel itself. */
  threadId: z.nullable(messageIdSchema),
  /** As it is written, with names instead of ids of mentioned users. Empty if there is no draft. */
  text: z.string(),
  /** The mentioned users. */
  people: z.array(mentionedSchema),
  /** Of two states of a draft, the one with the greater version is newer. */
  version: z.int(),
});
export type MessageDraft = z.infer<typeof draftSchema>;

export const listDrafts = defineCall({
  method: 'GET',
  path: '/api/message/drafts',
  summary: 'The unsent texts of the caller, by channel and thread',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  query: shortListQuery(MAX_DRAFTS),
  response: z.object({
    success: z.literal(true),
    drafts: z.array(draftSchema),
    nextCursor: shortListCursor,
  }),
});

export const storeDraft = defineCall({
  method: 'PUT',
  path: '/api/message/drafts',
  summary: 'Store an unsent text for all devices of the caller; an empty one erases it',
  access: 'member',
  limit: { cost: 1, rates: [perAccount(240, MINUTE_MS)] },
  audit: false,
  scope: 'chat:write',
  errors: ['limit_reached', 'not_a_member'],
  body: z.strictObject({
    channelId: channelIdSchema,
    threadId: z._default(z.nullable(messageIdSchema), null),
    text: messageTextSchema,
    people: z._default(z.array(mentionedSchema).check(z.maxLength(MAX_MENTIONS)), []),
    /** The version of the last state that the device knows; 0 if it knows none. */
    version: z.int().check(z.nonnegative()),
  }),
  response: z.object({
    success: z.literal(true),
    /** False if another device has stored a text since `version`; it stays, and is `draft`. */
    stored: z.boolean(),
    draft: draftSchema,
  }),
});
