import * as z from 'zod/mini';
import { defineCall } from '../common/call.ts';
import { perAccount } from '../common/call-limit.ts';
import { HOUR_MS } from '../common/durations.ts';
import { pageQuery } from '../common/page.ts';

/** What a mail is for. `account`: the links that prove an email address. */
export const mailKinds = [
  'account',
  'security',
  'notices',
  'contact',
  'newsletter',
  'newsletter_confirmation',
  'test',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Mails that their reader can stop. The help names them (`mails` in docs/help). */
export type StoppableMailKind = Extract<MailKind, 'notices' | 'newsletter'>;

/** `failed` may be sent again; `undeliverable` was rejected for good. */
export const mailStates = ['sent', 'failed', 'undeliverable'] as const;
export const mailStateSchema = z.enum(mailStates);
export type MailState = z.infer<typeof mailStateSchema>;

export const MAILS_PAGE_LIMIT = { default: 50, maximum: 200 } as const;

export const loggedMailSchema = z.object({
  id: z.string(),
  /** One of `mailKinds`, or of another release's. */
  kind: z.string(),
  /** The recipient's address with a masked name: `…@example.com`. */
  recipient: z.string(),
  state: mailStateSchema,
  attempts: z.int(),
  /** Of the last attempt that failed, in English as the log has it, without secrets and addresses. */
  error: z.nullable(z.string()),
  messageId: z.string(),
  /** ISO 8601: the first attempt. */
  firstAt: z.string(),
  /** ISO 8601: the last attempt. */
  lastAt: z.string(),
});
export type LoggedMail = z.infer<typeof loggedMailSchema>;

export const listMails = defineCall({
  method: 'GET',
  path: '/api/system/mails',
  summary: 'What became of each mail of the last days, newest first (administrators)',
  access: 'admin',
  limit: { cost: 2 },
  audit: false,
  query: z.strictObject({ state: z.optional(mailStateSchema), ...pageQuery(MAILS_PAGE_LIMIT) }),
  response: z.object({
    success: z.literal(true),
    /** Whether a mail server is configured. */
    enabled: z.boolean(),
    /** For how many days the log keeps a mail. */
    days: z.int(),
    mails: z.array(loggedMailSchema),
    nextCursor: z.nullable(z.string()),
  }),
});

export const sendTestMail = defineCall({
  method: 'POST',
  path: '/api/system/mails/test',
  summary: 'Send a test mail to the caller, and say what became of it (administrators)',
  access: 'admin',
  limit: { cost: 5, rates: [perAccount(20, HOUR_MS)] },
  audit: 'mail.test',
  response: z.object({
    success: z.literal(true),
    outcome: z.enum(['unconfigured', ...mailStates]),
    /** Why it was not sent, without secrets. */
    error: z.nullable(z.string()),
  }),
});
