import * as z from 'zod/mini';
import { auditSubjectKindSchema, moderationReasonSchema } from '../audit/calls.ts';
import { perAccount } from '../common/call-limit.ts';
import { defineCall } from '../common/call.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../common/durations.ts';
import { knownEntries } from '../common/known-entries.ts';
import { pageQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';

export const APPEAL_LENGTH = { minimum: 3, maximum: 2_000 } as const;
/** How long a decision can be appealed, in milliseconds; the law asks for six months at least. */
export const APPEAL_WITHIN_MS = 184 * DAY_MS;
export const DECISIONS_PAGE_LIMIT = { default: 20, maximum: 100 } as const;

/** The actions of the audit trail that their subject's owner may appeal. */
export const appealableActions = [
  'deal.remove',
  'deal.expire',
  'message.delete',
  'rating.remove',
] as const;
export const appealableActionSchema = z.enum(appealableActions);

export const appealOutcomes = ['upheld', 'reversed'] as const;
/** `upheld` keeps the decision. */
export const appealOutcomeSchema = z.enum(appealOutcomes);
export type AppealOutcome = z.infer<typeof appealOutcomeSchema>;

const decisionParts = {
  action: appealableActionSchema,
  subject: z.object({ kind: auditSubjectKindSchema, id: z.string() }),
  /** Of the deal; null if the decision is about something else. */
  title: z.nullable(z.string()),
  reason: z.string(),
  /** ISO 8601. */
  at: z.string(),
};

/** A decision of a moderator about content of the caller. */
export const decisionSchema = z.object({
  id: z.uuid(),
  ...decisionParts,
  /** Until when it can be appealed. ISO 8601. */
  appealUntil: z.string(),
  /** Whether a moderator has brought the deal back without an appeal. */
  isReversed: z._default(z.boolean(), false),
  appeal: z.nullable(
    z.object({
      text: z.string(),
      /** ISO 8601. */
      createdAt: z.string(),
      /** Null until it is decided. */
      outcome: z.nullable(appealOutcomeSchema),
      answer: z.nullable(z.string()),
    }),
  ),
});
export type Decision = z.infer<typeof decisionSchema>;

export const listDecisions = defineCall({
  method: 'GET',
  path: '/api/users/me/decisions',
  summary: 'What moderators decided about one’s own content and why, latest first',
  access: 'member',
  limit: { cost: 2 },
  audit: false,
  scope: 'account:read',
  query: z.strictObject(pageQuery(DECISIONS_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    decisions: knownEntries(decisionSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const appealDecision = defineCall({
  method: 'POST',
  path: '/api/decisions/:id/appeal',
  summary: 'Ask for a decision about one’s own content to be looked at again, once',
  access: 'member',
  limit: { cost: 3, rates: [perAccount(20, HOUR_MS)] },
  audit: false,
  errors: ['already_appealed'],
  params: z.strictObject({ id: z.uuid({ version: 'v7' }) }),
  body: z.strictObject({ text: linesOfText(APPEAL_LENGTH) }),
  response: z.object({ success: z.literal(true) }),
});

/** An appeal that waits for its decision. */
export const appealSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  /** False if it concerns the caller. Absent from nodes of version 0.1.0. */
  mayDecide: z.optional(z.boolean()),
  /** ISO 8601. */
  createdAt: z.string(),
  decision: z.object({
    ...decisionParts,
    /** Null if the moderator's account was deleted. */
    actor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type Appeal = z.infer<typeof appealSchema>;

export const listAppeals = defineCall({
  method: 'GET',
  path: '/api/moderation/appeals',
  summary: 'Appeals that nobody has decided on yet, longest waiting first (moderators)',
  access: 'moderator',
  limit: { cost: 2 },
  audit: false,
  scope: 'moderation:read',
  query: z.strictObject(pageQuery(DECISIONS_PAGE_LIMIT)),
  response: z.object({
    success: z.literal(true),
    appeals: knownEntries(appealSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const decideAppeal = defineCall({
  method: 'POST',
  path: '/api/moderation/appeals/:id',
  summary:
    'Decide an appeal with a reason, which its author reads; a reversed removal brings a deal back (moderators)',
  access: 'moderator',
  limit: { cost: 3, rates: [perAccount(120, MINUTE_MS)] },
  audit: ['appeal.uphold', 'appeal.reverse'],
  scope: 'moderation:write',
  errors: ['restore_too_late', 'status_conflict'],
  params: z.strictObject({ id: z.uuid({ version: 'v7' }) }),
  body: z.strictObject({ outcome: appealOutcomeSchema, reason: moderationReasonSchema }),
  response: z.object({ success: z.literal(true) }),
});
