import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { perAccount } from '../common/call-limit.ts';
import { pageQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';
import { moderationReasonSchema } from '../audit/calls.ts';
import { dealParams } from '../deals/deal-id.ts';
import { dealSchema } from '../deals/deal.ts';
import { dealStatusSchema } from '../deals/vocabulary.ts';

/** How many members, from as many networks, must vote that a deal is expired. */
export const EXPIRED_VOTES_NEEDED = 3;
export const REPORT_NOTE_LENGTH = { minimum: 0, maximum: 1_000 } as const;
export const REPORTS_PAGE_LIMIT = { default: 20, maximum: 100 } as const;

export const reportReasons = [
  'scam',
  'prohibited',
  'wrong_category',
  'duplicate',
  'wrong_price',
  'offensive',
  'spam',
  'other',
] as const;
export const reportReasonSchema = z.enum(reportReasons);
export type ReportReason = z.infer<typeof reportReasonSchema>;

const expiredVotesResponse = z.object({
  success: z.literal(true),
  /** The number of expired votes. */
  marks: z.int(),
  needed: z.int(),
  /** Whether the caller has voted. */
  marked: z.boolean(),
  status: dealStatusSchema,
});

export const markExpired = defineCall({
  method: 'PUT',
  path: '/api/deals/:id/expired-mark',
  summary: 'Say that a deal is over; with enough members, or its owner, saying so it is expired',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['restore_too_late', 'status_conflict'],
  params: dealParams,
  response: expiredVotesResponse,
});

export const unmarkExpired = defineCall({
  method: 'DELETE',
  path: '/api/deals/:id/expired-mark',
  summary: 'Take back that a deal is over',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, MINUTE_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['restore_too_late', 'status_conflict'],
  params: dealParams,
  response: expiredVotesResponse,
});

export const reportDeal = defineCall({
  method: 'POST',
  path: '/api/deals/:id/reports',
  summary:
    'Tell the moderators about a deal; a second report of the same person replaces the first',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(60, HOUR_MS)] },
  audit: false,
  scope: 'deals:write',
  errors: ['limit_reached'],
  params: dealParams,
  body: z.strictObject({
    reason: reportReasonSchema,
    note: z._default(linesOfText(REPORT_NOTE_LENGTH), ''),
  }),
  response: z.object({ success: z.literal(true) }),
});

/** A reported deal with all its open reports. */
export const reportedDealSchema = z.object({
  deal: dealSchema,
  /** False if it concerns the caller. Absent from nodes of version 0.1.0. */
  mayDecide: z.optional(z.boolean()),
  /** Who deleted the deal, if it is deleted. Absent from nodes of version 0.1.0. */
  deletedBy: z.optional(z.enum(['owner', 'moderator', 'suspension', 'source'])),
  /** ISO 8601. */
  firstReportedAt: z.string(),
  reports: z.array(
    z.object({
      id: z.string(),
      reason: reportReasonSchema,
      note: z.string(),
      /** The name of a deleted account is empty. */
      reporter: z.object({ id: z.string(), name: z.string() }),
      /** ISO 8601. */
      createdAt: z.string(),
    }),
  ),
});
export type ReportedDeal = z.infer<typeof reportedDealSchema>;

export const listReports = defineCall({
  method: 'GET',
  path: '/api/moderation/reports',
  summary: 'Reported deals that nobody has judged yet, longest waiting first (moderators)',
  access: 'moderator',
  limit: { cost: 2 },
  audit: false,
  scope: 'moderation:read',
  query: z.strictObject(pageQuery(REPORTS_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    total: z.int(),
    items: z.array(reportedDealSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

/** `dismiss` leaves the deal unchanged; `reinstate` restores a deal that a moderator removed. */
export const moderationActions = ['dismiss', 'expire', 'remove', 'reinstate'] as const;
export const moderationActionSchema = z.enum(moderationActions);
export type ModerationAction = z.infer<typeof moderationActionSchema>;

export const moderateDeal = defineCall({
  method: 'POST',
  path: '/api/moderation/deals/:id',
  summary:
    'Judge a deal: its open reports are resolved, and the trail keeps who did what and why (moderators)',
  access: 'moderator',
  limit: { cost: 3, rates: [perAccount(120, MINUTE_MS)] },
  audit: ['deal.dismiss', 'deal.expire', 'deal.remove', 'deal.reinstate'],
  scope: 'moderation:write',
  errors: ['restore_too_late', 'status_conflict'],
  params: dealParams,
  body: z.strictObject({
    action: moderationActionSchema,
    reason: moderationReasonSchema,
  }),
  response: z.object({
    success: z.literal(true),
    status: dealStatusSchema,
    resolvedReports: z.int(),
  }),
});
