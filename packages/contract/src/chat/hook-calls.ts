import * as z from 'zod/mini';
import { perAccount, perNetwork } from '../common/call-limit.ts';
import { defineCall } from '../common/call.ts';
import { HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { shortListCursor, shortListQuery } from '../common/page.ts';
import { lineOfText } from '../common/text.ts';
import { channelIdSchema, chatUserSchema, channelParams } from './channel.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { clientIdSchema, messageIdSchema, messageTextSchema } from './message.ts';

// An incoming hook is an address that posts text into one channel as the member who made it.

/** Per channel. */
export const MAX_HOOKS = 10;
/** Scanners for leaked secrets find hooks by it. */
export const HOOK_PREFIX = 'izh_';

export const MAX_HOOK_NAME = 40;
/** UTF-16 units; the name before the text takes the rest of a message. */
const MAX_HOOK_TEXT = MAX_MESSAGE_LENGTH - MAX_HOOK_NAME - 10;

/** Letters, digits and a few signs: others could be markup, because the name is shown in bold. */
const hookNameSchema = lineOfText({ minimum: 1, maximum: MAX_HOOK_NAME }).check(
  z.regex(/^[\p{L}\p{M}\p{N} .,:()-]*$/u, 'Expected letters and digits'),
);

export const hookSchema = z.object({
  id: z.uuid(),
  /** Shown before each of its texts. */
  name: z.string(),
  maker: chatUserSchema,
  /** ISO 8601, like all times here. */
  createdAt: z.string(),
  /** Null for a hook that was not used yet. */
  lastUsedAt: z.nullable(z.string()),
});
export type Hook = z.infer<typeof hookSchema>;

export const listHooks = defineCall({
  method: 'GET',
  path: '/api/channels/:id/hooks',
  summary: 'The incoming hooks of a channel, last made first (moderators)',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  params: channelParams,
  query: shortListQuery(MAX_HOOKS),
  response: z.object({
    success: z.literal(true),
    hooks: z.array(hookSchema),
    nextCursor: shortListCursor,
  }),
});

export const createHook = defineCall({
  method: 'POST',
  path: '/api/channels/:id/hooks',
  summary: 'Make an incoming hook of a channel; the response shows its path once (moderators)',
  access: 'member',
  limit: { cost: 5, rates: [perAccount(3 * MAX_HOOKS, HOUR_MS)] },
  audit: false,
  errors: ['channel_archived', 'limit_reached', 'not_a_member'],
  params: channelParams,
  body: z.strictObject({ name: hookNameSchema }),
  response: z.object({
    success: z.literal(true),
    hook: hookSchema,
    /** `/api/hooks/izh_…`, whose secret is not stored. */
    path: z.string(),
  }),
});

export const deleteHook = defineCall({
  method: 'DELETE',
  path: '/api/channels/:id/hooks/:hookId',
  summary: 'End an incoming hook; its path is refused at once (moderators)',
  access: 'member',
  limit: { cost: 2, rates: [perAccount(120, HOUR_MS)] },
  audit: false,
  params: z.strictObject({ id: channelIdSchema, hookId: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
});

export const postByHook = defineCall({
  method: 'POST',
  path: '/api/hooks/:token',
  summary: 'Post a text by an incoming hook; the same `clientId` posts once',
  access: 'anyone',
  limit: { cost: 3, rates: [perNetwork(300, MINUTE_MS)] },
  audit: false,
  errors: ['not_a_member', 'channel_archived', 'muted', 'slow_mode', 'rate_limited'],
  params: z.strictObject({
    token: z.string().check(z.regex(/^izh_[\w-]{43}$/, 'Expected the token of a hook')),
  }),
  body: z.strictObject({
    text: messageTextSchema.check(z.minLength(1), z.maxLength(MAX_HOOK_TEXT)),
    clientId: z.optional(clientIdSchema),
  }),
  response: z.object({ success: z.literal(true), messageId: messageIdSchema }),
});
