import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { pageQuery, shortListCursor, shortListQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';
import { moderationReasonSchema } from '../audit/calls.ts';
import { banSchema, chatUserSchema, memberSchema, channelParams, memberParams } from './channel.ts';
import { CHANNEL_LOG_PAGE_LIMIT, CHANNEL_PAGE_LIMIT, chatRates } from './limits.ts';
import { messageIdSchema, messageSchema, messageParams } from './message.ts';

const succeeded = z.object({ success: z.literal(true) });
const untilSchema = z._default(z.nullable(z.iso.datetime({ offset: true })), null);
/** The longest reason of a ban, and note of a report, in UTF-16 units. */
export const MAX_CHAT_REASON_LENGTH = 500;
const reasonSchema = z._default(linesOfText({ minimum: 0, maximum: MAX_CHAT_REASON_LENGTH }), '');

export const updateMember = defineCall({
  method: 'PATCH',
  path: '/api/channels/:id/members/:userId',
  summary: 'Make somebody a moderator of the channel (owners), or mute them for a while',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: ['channel.appoint', 'channel.mute'],
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: memberParams,
  body: z
    .strictObject({
      role: z.optional(z.enum(['member', 'moderator'])),
      /** Null unmutes the member. */
      mutedUntil: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
    })
    .check(
      z.refine(({ role, mutedUntil }) => role !== undefined || mutedUntil !== undefined, {
        error: 'Expected a role or mutedUntil',
        path: ['role'],
      }),
    ),
  response: z.object({ success: z.literal(true), member: memberSchema }),
});

export const listBans = defineCall({
  method: 'GET',
  path: '/api/channels/:id/bans',
  summary: 'Who is banned from a channel (moderators)',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  query: shortListQuery(),
  response: z.object({
    success: z.literal(true),
    bans: z.array(banSchema),
    nextCursor: shortListCursor,
  }),
});

export const banMember = defineCall({
  method: 'PUT',
  path: '/api/channels/:id/bans/:userId',
  summary:
    'Put somebody out of a channel and keep them out; of a private one only who is in it or invited (moderators)',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: 'channel.ban',
  scope: 'chat:write',
  errors: ['banned', 'not_a_member'],
  params: memberParams,
  body: z.strictObject({ reason: reasonSchema, until: untilSchema }),
  response: succeeded,
});

export const unbanMember = defineCall({
  method: 'DELETE',
  path: '/api/channels/:id/bans/:userId',
  summary: 'Let somebody come back (moderators)',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, MINUTE_MS)] },
  audit: 'channel.unban',
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: memberParams,
  response: succeeded,
});

/** The actions recorded in a channel's log. */
export const channelLogActions = [
  'channel.appoint',
  'channel.mute',
  'channel.remove_member',
  'channel.ban',
  'channel.unban',
  'message.delete',
] as const;
export type ChannelLogAction = (typeof channelLogActions)[number];

export const channelLogEntrySchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Null if the account was deleted. */
  actor: z.nullable(chatUserSchema),
  /** One of `channelLogActions`, or of another release's. */
  action: z.string(),
  /** The affected user. */
  subject: z.nullable(chatUserSchema),
  reason: z.string(),
  /** Further details, by name: `role`, `until` (ISO 8601, empty for no end), `messageId`. */
  details: z.record(z.string(), z.string()),
});
export type ChannelLogEntry = z.infer<typeof channelLogEntrySchema>;

export const listChannelLog = defineCall({
  method: 'GET',
  path: '/api/channels/:id/log',
  summary: 'What was done to people in a channel, and why, latest first (moderators)',
  access: 'member',
  limit: { cost: 1 },
  audit: false,
  scope: 'chat:read',
  errors: ['not_a_member'],
  params: channelParams,
  query: z.strictObject(pageQuery(CHANNEL_LOG_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    entries: z.array(channelLogEntrySchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const reportReasons = ['spam', 'abuse', 'fraud', 'illegal', 'other'] as const;
export const reportReasonSchema = z.enum(reportReasons);
export type ReportReason = z.infer<typeof reportReasonSchema>;

export const reportMessage = defineCall({
  method: 'POST',
  path: '/api/message/:id/report',
  summary: 'Tell the moderators of a message; a second report of one person changes the first',
  access: 'member',
  limit: { cost: 3, rates: [{ key: 'account', ...chatRates.report }] },
  audit: false,
  scope: 'chat:write',
  errors: ['not_a_member'],
  params: messageParams,
  body: z.strictObject({ reason: reportReasonSchema, note: reasonSchema }),
  response: succeeded,
});

export const messageReportSchema = z.object({
  message: messageSchema,
  /** The name of a deleted account is empty. */
  reporter: chatUserSchema,
  /** False if it concerns the caller. Absent from nodes of version 0.1.0. */
  mayDecide: z.optional(z.boolean()),
  reason: reportReasonSchema,
  note: z.string(),
  createdAt: z.string(),
});
export type MessageReport = z.infer<typeof messageReportSchema>;

export const listMessageReports = defineCall({
  method: 'GET',
  path: '/api/chat/reports',
  summary: 'Reports that nobody has dealt with, oldest first (moderators of the product)',
  access: 'moderator',
  limit: { cost: 2 },
  audit: false,
  scope: 'moderation:read',
  query: z.strictObject(pageQuery(CHANNEL_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    reports: z.array(messageReportSchema),
    nextCursor: z._default(z.nullable(z.string()), null),
  }),
});

export const closeMessageReports = defineCall({
  method: 'POST',
  path: '/api/chat/reports/:messageId/close',
  summary: 'Close the reports of a message, having deleted it or found nothing wrong (moderators)',
  access: 'moderator',
  limit: { cost: 3, rates: [perAccount(120, MINUTE_MS)] },
  audit: ['message.delete', 'message.dismiss_report'],
  scope: 'moderation:write',
  params: z.strictObject({ messageId: messageIdSchema }),
  body: z.strictObject({
    outcome: z.enum(['deleted', 'dismissed']),
    /** The sender of a deleted message reads it. */
    reason: z.optional(moderationReasonSchema),
  }),
  response: succeeded,
});
