import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { channelParams } from './channel.ts';
import { messageSchema } from './message.ts';

/** The largest number of unread messages that are looked at: the earliest. */
export const MAX_UNREAD_COUNTED = 1_000;

const unreadReasonsSchema = z.object({
  /** The earliest unread message by another user that still exists; null if there is none. */
  first: z.nullable(messageSchema),
  /** How many unread messages the numbers below are about, at most `MAX_UNREAD_COUNTED`. */
  counted: z.int(),
  /** Messages of others that mention the user, or everybody. */
  mentions: z.int(),
  /** Messages of others that reply to one of the user's. */
  replies: z.int(),
  /** Messages of others in threads that the user follows. */
  threads: z.int(),
  /** The user's own messages, sent before they had read everything. */
  own: z.int(),
  deleted: z.int(),
  /** Whether the user had read some of them, and has marked them as unread. */
  isMarked: z.boolean(),
});
export type UnreadReasons = z.infer<typeof unreadReasonsSchema>;

export const getUnreadReasons = defineCall({
  method: 'GET',
  path: '/api/channels/:id/unread',
  summary: 'Why a channel has unread messages: the first one, and how many are about the user',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  response: z.extend(unreadReasonsSchema, { success: z.literal(true) }),
});
