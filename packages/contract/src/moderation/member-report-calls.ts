import * as z from 'zod/mini';
import { userIdSchema } from '../accounts/session.ts';
import { moderationReasonSchema } from '../audit/calls.ts';
import { perAccount } from '../common/call-limit.ts';
import { defineCall } from '../common/call.ts';
import { HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { knownEntries } from '../common/known-entries.ts';
import { pageQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';
import { REPORT_NOTE_LENGTH, REPORTS_PAGE_LIMIT } from './calls.ts';

export const memberReportReasons = ['fraud', 'abuse', 'spam', 'illegal', 'other'] as const;
export const memberReportReasonSchema = z.enum(memberReportReasons);
export type MemberReportReason = z.infer<typeof memberReportReasonSchema>;

const reportBody = z.strictObject({
  reason: memberReportReasonSchema,
  note: z._default(linesOfText(REPORT_NOTE_LENGTH), ''),
});
const succeeded = z.object({ success: z.literal(true) });

export const reportUser = defineCall({
  method: 'POST',
  path: '/api/users/:userId/reports',
  summary: 'Tell the moderators about a member; a second report of the same person replaces it',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, HOUR_MS)] },
  audit: false,
  errors: ['limit_reached'],
  params: z.strictObject({ userId: userIdSchema }),
  body: reportBody,
  response: succeeded,
});

export const reportRating = defineCall({
  method: 'POST',
  path: '/api/ratings/:id/reports',
  summary: 'Tell the moderators about a rating; a second report of the same person replaces it',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(30, HOUR_MS)] },
  audit: false,
  errors: ['limit_reached'],
  params: z.strictObject({ id: z.uuid({ version: 'v7' }) }),
  body: reportBody,
  response: succeeded,
});

const named = z.object({ id: z.string(), name: z.string() });

/** A reported member, or a rating that they gave, with all open reports. */
export const reportedMemberSchema = z.object({
  /** Of the rating if there is one, else of the member. */
  subjectId: z.string(),
  user: named,
  rating: z.nullable(z.object({ stars: z.int(), text: z.string(), rated: named })),
  /** False if it concerns the caller. Absent from nodes of version 0.1.0. */
  mayDecide: z.optional(z.boolean()),
  /** ISO 8601. */
  firstReportedAt: z.string(),
  reports: z.array(
    z.object({
      id: z.string(),
      reason: memberReportReasonSchema,
      note: z.string(),
      /** The name of a deleted account is empty. */
      reporter: named,
      /** ISO 8601. */
      createdAt: z.string(),
    }),
  ),
});
export type ReportedMember = z.infer<typeof reportedMemberSchema>;

export const listMemberReports = defineCall({
  method: 'GET',
  path: '/api/moderation/member-reports',
  summary:
    'Reported members and ratings that nobody has judged yet, longest waiting first (moderators)',
  access: 'moderator',
  limit: { cost: 2 },
  audit: false,
  scope: 'moderation:read',
  // Clients of version 0.1.0 read one page.
  query: z.strictObject(pageQuery({ ...REPORTS_PAGE_LIMIT, default: REPORTS_PAGE_LIMIT.maximum })),
  response: z.object({
    success: z.literal(true),
    items: knownEntries(reportedMemberSchema),
    nextCursor: z._default(z.nullable(z.string()), null),
  }),
});

export const closeMemberReports = defineCall({
  method: 'POST',
  path: '/api/moderation/member-reports/:subjectId',
  summary: 'Close the reports of a member or a rating, which stays as it is (moderators)',
  access: 'moderator',
  limit: { cost: 3, rates: [perAccount(120, MINUTE_MS)] },
  audit: 'user.dismiss_report',
  scope: 'moderation:write',
  params: z.strictObject({ subjectId: z.uuid({ version: 'v7' }) }),
  body: z.strictObject({ reason: moderationReasonSchema }),
  response: succeeded,
});
