import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { knownEntries } from '../common/known-entries.ts';
import { pageQuery } from '../common/page.ts';
import { linesOfText } from '../common/text.ts';

/**
 * The length in characters of the reason for an act by virtue of a role, which the audit trail
 * records.
 */
export const MODERATION_REASON_LENGTH = { minimum: 3, maximum: 500 } as const;
export const moderationReasonSchema = linesOfText(MODERATION_REASON_LENGTH);

export const AUDIT_PAGE_LIMIT = { default: 50, maximum: 200 } as const;

/** The kinds of subjects of moderators' and administrators' acts. */
export const auditSubjectKinds = ['deal', 'user', 'message', 'channel', 'source'] as const;
export const auditSubjectKindSchema = z.enum(auditSubjectKinds);
export type AuditSubjectKind = z.infer<typeof auditSubjectKindSchema>;

export const auditEntrySchema = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Null if the account was deleted, or for acts of the product itself. */
  actor: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** One of `auditActions`, or of another release's. */
  action: z.string(),
  subject: z.object({ kind: auditSubjectKindSchema, id: z.string() }),
  reason: z.string(),
  /** Further details, by name. */
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const listAudit = defineCall({
  method: 'GET',
  path: '/api/moderation/audit',
  summary: 'Who did what to whom and why, latest first (moderators)',
  access: 'moderator',
  limit: { cost: 2 },
  audit: false,
  scope: 'moderation:read',
  query: z.strictObject({
    kind: z.optional(auditSubjectKindSchema),
    subject: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'Expected an id'))),
    ...pageQuery(AUDIT_PAGE_LIMIT),
  }),
  response: z.object({
    success: z.literal(true),
    entries: knownEntries(auditEntrySchema),
    nextCursor: z.nullable(z.string()),
  }),
});
