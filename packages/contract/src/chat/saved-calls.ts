import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { messageSchema, messageParams } from './message.ts';

/** The largest number of messages that a user saves for later, done ones included. */
export const MAX_SAVED_MESSAGES = 200;

const savedRate = perAccount(120, MINUTE_MS);

/** A message that a user has saved for later; only they know of it. */
export const savedMessageSchema = z.object({
  message: messageSchema,
  /** ISO 8601. */
  savedAt: z.string(),
  /** ISO 8601; null until the user is done with it. */
  doneAt: z.nullable(z.string()),
});
export type SavedMessage = z.infer<typeof savedMessageSchema>;

export const listSavedMessages = defineCall({
  method: 'GET',
  path: '/api/message/saved',
  summary: 'The messages one has saved for later and can still read, last saved first',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  query: shortListQuery(MAX_SAVED_MESSAGES),
  response: z.object({
    success: z.literal(true),
    saved: z.array(savedMessageSchema),
    nextCursor: shortListCursor,
  }),
});

export const saveMessage = defineCall({
  method: 'PUT',
  path: '/api/message/:id/saved',
  summary: 'Save a message for later, or say whether one is done with it',
  access: 'member',
  limit: { cost: 2, rates: [savedRate] },
  audit: false,
  scope: 'chat:write',
  errors: ['limit_reached', 'message_deleted', 'not_a_member'],
  params: messageParams,
  body: z.strictObject({ done: z._default(z.boolean(), false) }),
  response: z.object({ success: z.literal(true), saved: savedMessageSchema }),
});

export const unsaveMessage = defineCall({
  method: 'DELETE',
  path: '/api/message/:id/saved',
  summary: 'Remove a message from those saved for later',
  access: 'member',
  limit: { cost: 2, rates: [savedRate] },
  audit: false,
  scope: 'chat:write',
  params: messageParams,
  response: z.object({ success: z.literal(true) }),
});
